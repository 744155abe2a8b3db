import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const CONFIGURATION = `
[user]
  name = Ada Lovelace
  email = ada@example.org
[init]
  defaultBranch = main
[protocol "file"]
  allow = always
[advice]
  detachedHead = false
`;

/** A folder for one test, with a home of its own, so that nobody's configuration has a say. */
export class Room {
  #duties = [() => rmSync(this.path, { recursive: true, force: true })];

  /** The room is left with the test `t`. */
  constructor(t) {
    this.path = realpathSync(mkdtempSync(join(tmpdir(), 'jackfield-git-')));
    t.after(async () => {
      for (const duty of this.#duties) await duty();
    });
    this.env = { PATH: process.env.PATH, HOME: join(this.path, 'home'), GIT_CONFIG_NOSYSTEM: '1' };
    mkdirSync(this.env.HOME);
    writeFileSync(join(this.env.HOME, '.gitconfig'), CONFIGURATION);
  }

  /** Has something done when the room is left; the last first. */
  after(duty) {
    this.#duties.unshift(duty);
  }

  /** Writes a file, with the folders above it. */
  write(name, content, options) {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content, options);
    return path;
  }

  /** Runs git; returns what it prints. */
  git(folder, ...args) {
    return this.gitWith({}, folder, ...args);
  }

  /** The same with something for its standard input, or other variables. */
  gitWith({ input, env }, folder, ...args) {
    const settings = { cwd: folder, env: { ...this.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] };
    return execFileSync('git', args, { ...settings, input }).toString().trimEnd();
  }

  /** A repository with a commit for each message, one minute after the other. */
  repository(name, ...messages) {
    const path = join(this.path, name);
    this.git(this.path, 'init', '--quiet', path);
    const repository = new ThrowAway(this, path);
    for (const message of messages) repository.commit(message);
    return repository;
  }
}

/** A work tree that a test may do anything to. */
class ThrowAway {
  #room;
  #commits = 0;

  constructor(room, path) {
    this.#room = room;
    this.path = path;
  }

  git(...args) {
    return this.#room.git(this.path, ...args);
  }

  /** Writes a file of the work tree. */
  write(name, content) {
    const path = join(this.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** Commits a file, `file` unless told otherwise; returns the commit's id. */
  commit(message, { file = 'file', content = message } = {}) {
    this.write(file, `${content}\n`);
    this.git('add', '--all');
    this.#commits += 1;
    const date = `${1_700_000_000 + 60 * this.#commits} +0000`;
    const env = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
    const command = ['commit', '--quiet', '--allow-empty', '--message', message];
    this.#room.gitWith({ env }, this.path, ...command);
    return this.commitOf('HEAD');
  }

  /** Gives the branch main so many commits, quickly, and leaves the files alone. */
  grow(count) {
    const commits = Array.from({ length: count }, (_, index) => {
      const message = `change ${index}`;
      const committer = `committer Ada Lovelace <ada@example.org> ${1_700_000_000 + index} +0000`;
      return `commit refs/heads/main\n${committer}\ndata ${message.length}\n${message}\n`;
    });
    this.#room.gitWith({ input: commits.join('') }, this.path, 'fast-import', '--quiet', '--force');
  }

  commitOf(revision) {
    return this.git('rev-parse', '--verify', revision);
  }

  /** The names of the local branches. */
  get branches() {
    return this.git('for-each-ref', '--format=%(refname:short)', 'refs/heads').split('\n');
  }

  /** The branch that is checked out. */
  get current() {
    return this.git('symbolic-ref', '--short', 'HEAD');
  }
}
