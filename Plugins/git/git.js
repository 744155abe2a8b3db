import { createHash } from 'node:crypto';
import { Child } from './child.js';
import { Gate } from './gate.js';
import { LineSplitter } from './rpc/lines.js';
import { readable, redacted } from './text.js';

// Lists that are read at the same time; the machine has other work, too.
const READERS = 16;
// No question to git takes as long, unless a disk or a network file system hangs.
const READ_MS = 60_000;
// What a small answer may have: a path, an id, a handful of lines.
const ANSWER_BYTES = 1024 * 1024;
// One record of a list; a longer one, a first line of megabytes, say, is left out.
const RECORD_BYTES = 256 * 1024;

// How many of the files that are in the way are named.
const NAMED_FILES = 3;
// How a line begins that says why git has failed.
const REASON = /^(fatal|error): /;

// Reading takes no locks and runs nothing that a repository's configuration names.
const READING = ['--no-pager', '--no-optional-locks', '-c', 'core.fsmonitor=false'];
// Variables that point git at another repository than the one it finds by itself.
const LOCAL_VARIABLES = [
  'GIT_ALTERNATE_OBJECT_DIRECTORIES', 'GIT_COMMON_DIR', 'GIT_CONFIG', 'GIT_CONFIG_COUNT',
  'GIT_CONFIG_PARAMETERS', 'GIT_DIR', 'GIT_GRAFT_FILE', 'GIT_IMPLICIT_WORK_TREE', 'GIT_INDEX_FILE',
  'GIT_NAMESPACE', 'GIT_NO_REPLACE_OBJECTS', 'GIT_OBJECT_DIRECTORY', 'GIT_PREFIX',
  'GIT_REPLACE_REF_BASE', 'GIT_SHALLOW_FILE', 'GIT_WORK_TREE',
];
// Texts that can be understood by programs, and nobody is asked for a password: not on the terminal
// from which the host was started, and not by a window that a helper opens.
const SETTINGS = {
  LC_ALL: 'C',
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  SSH_ASKPASS: 'false',
  SSH_ASKPASS_REQUIRE: 'force',
  GCM_INTERACTIVE: 'never',
};

const gate = new Gate(READERS);

/** Git has refused; the message is its reason, in one line. */
export class GitError extends Error {
  constructor(stderr, code) {
    super(reasonIn(stderr) || `git has ended with ${code === null ? 'a signal' : code}`);
    this.name = 'GitError';
    this.stderr = stderr;
  }
}

/** What git says to a question that has a short answer; `options` are `{cwd, signal}`. */
export async function read(args, options) {
  return reading(args, options, async (child) => {
    const { code, output } = await child.run(ANSWER_BYTES);
    check(child, code);
    return output;
  });
}

/** A fingerprint of what git says, however long that is. */
export async function digest(args, options) {
  return reading(args, options, async (child) => {
    const hash = createHash('sha256');
    for await (const part of child.stdout) hash.update(part);
    check(child, await child.exited);
    return hash.digest('hex');
  });
}

/** The records of a list, each ended by NUL and a line feed, as bytes. */
export async function* readRecords(args, { cwd, signal }) {
  await gate.enter(signal);
  let child;
  try {
    child = start([...READING, ...args], { cwd, signal, env: { GIT_NO_LAZY_FETCH: '1' } });
    const splitter = new LineSplitter(RECORD_BYTES, 0);
    let first = 0; // git puts a line feed behind each, so before all but the first
    for await (const part of child.stdout) {
      for (const record of splitter.feed(part)) {
        if (record !== null) yield record.subarray(first);
        first = 1;
      }
    }
    check(child, await child.exited);
  } finally {
    child?.end(new Error('the list is not wanted any more'));
    gate.leave();
  }
}

/** Does something, as if it had been typed; resolves with what git has printed. */
export async function act(args, { cwd, signal, timeoutMs, onStderr }) {
  const child = start(args, { cwd, signal, timeoutMs, onStderr });
  const { code, output } = await child.run(ANSWER_BYTES);
  check(child, code);
  return output.toString();
}

async function reading(args, { cwd, signal }, take) {
  await gate.enter(signal);
  try {
    const env = { GIT_NO_LAZY_FETCH: '1' };
    return await take(start([...READING, ...args], { cwd, signal, env, timeoutMs: READ_MS }));
  } finally {
    gate.leave();
  }
}

function start(args, { env, ...options }) {
  const full = { ...process.env, ...SETTINGS, ...env };
  for (const name of LOCAL_VARIABLES) delete full[name];
  return new Child('git', args, { ...options, env: full });
}

function check(child, code) {
  if (code !== 0) throw new GitError(child.stderr, code);
}

/** The line of git's that says why, without what is only for the terminal. */
function reasonIn(stderr) {
  if (stderr.includes('dubious ownership')) {
    return 'the repository belongs to another user, so git leaves it alone (see safe.directory)';
  }
  const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines.findIndex((each) => REASON.test(each));
  const reason = (lines.at(first) ?? '').replace(REASON, '');
  return readable(redacted(reason + filesBelow(lines, first)));
}

/** The files that git lists, indented, below the reason why it leaves them alone. */
function filesBelow(lines, first) {
  const files = [];
  for (const line of lines.slice(first + 1)) {
    if (!line.startsWith('\t')) break;
    files.push(line.slice(1));
  }
  const rest = files.length - NAMED_FILES;
  const names = files.slice(0, NAMED_FILES).join(', ');
  return `${names && ' '}${names}${rest > 0 ? ` and ${rest} more` : ''}`;
}
