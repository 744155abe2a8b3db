import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { GitError, read } from './git.js';
import { nameOf } from './text.js';

/** A repository, seen from one of its work trees or, if it is bare, from itself. */
export class Repository {
  /**
   * Git is run in `path`; `gitDirectory` belongs to the work tree, `commonDirectory` to all of
   * them; `workTree` is undefined in a bare repository.
   */
  constructor({ path, gitDirectory, commonDirectory, workTree }) {
    this.path = path;
    this.gitDirectory = gitDirectory;
    this.commonDirectory = commonDirectory;
    this.workTree = workTree;
  }

  /** What people call it: the name of its folder. */
  get name() {
    return basename(this.workTree ?? this.commonDirectory).replace(/\.git$/, '') || this.path;
  }

  /** A context that names it, for the sources of a form. */
  get context() {
    return { repository: this.path };
  }

  /** The branch that is checked out, born or not; undefined while HEAD is detached. */
  async currentBranch(signal) {
    const ref = await this.#answer(['symbolic-ref', '--quiet', 'HEAD'], signal);
    return ref?.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : undefined;
  }

  /** The commit that is checked out; undefined where there is none yet. */
  async headCommit(signal) {
    return this.#answer(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], signal);
  }

  /** A name, or undefined where git says by its status that there is none. */
  async #answer(args, signal) {
    try {
      return nameOf(line(await read(args, { cwd: this.path, signal })));
    } catch (error) {
      if (error instanceof GitError && error.stderr === '') return undefined;
      throw error;
    }
  }
}

/**
 * Finds the repository that a context names by `repository` or, if that is absent, `directory`.
 *
 * Both are absolute paths; the repository may begin in a folder above. Resolves with undefined
 * where there is none; throws -32602 for a path that can't be one.
 */
export async function findRepository(context, signal) {
  const path = readPath(context, 'repository') ?? readPath(context, 'directory');
  const start = path && (await nearestDirectory(path));
  if (!start) return undefined;
  const ask = async (...args) => {
    const answer = await read(['rev-parse', ...args], { cwd: start, signal });
    return line(answer).toString();
  };
  try {
    const [gitDirectory, commonDirectory, workTree] = await Promise.all([
      ask('--absolute-git-dir'),
      ask('--path-format=absolute', '--git-common-dir'),
      ask('--show-toplevel').catch(() => undefined),
    ]);
    return new Repository({ path: start, gitDirectory, commonDirectory, workTree });
  } catch (error) {
    const isNone = error instanceof GitError && error.stderr.includes('not a git repository');
    if (!isNone) throw error;
    return undefined;
  }
}

/** An absolute path without a slash at its end; the plugin's own folder is nobody's context. */
function readPath(context, name) {
  const path = context.optionalString(name);
  if (path === undefined) return undefined;
  if (!path.startsWith('/')) throw context.mismatch(name, 'an absolute path', path);
  // Whoever edits .git/config works on the repository around it.
  return path.replace(/\/\.git(\/.*)?$/s, '') || '/';
}

/** The path itself, or the folder above it that exists. */
async function nearestDirectory(path) {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      if ((await stat(folder)).isDirectory()) return folder;
    } catch (error) {
      if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG'].includes(error.code)) return undefined;
    }
    if (folder === '/') return undefined;
  }
}

/** An answer without its line end; names may contain others. */
function line(bytes) {
  return bytes.at(-1) === 0x0a ? bytes.subarray(0, -1) : bytes;
}
