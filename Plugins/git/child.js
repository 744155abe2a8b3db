import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

// Time for a process to take its lock files away once it was told to end.
const TERMINATE_MS = 2_000;
// The same when the plugin itself has to leave.
const LAST_MS = 150;
// How long what a process has left behind may hold its output open: ssh does so for hours.
const DRAIN_MS = 500;
// What is kept of standard error: its end, where the reason stands.
const STDERR_BYTES = 16 * 1024;

/** A process that never outlives this one, with all that it starts. */
export class Child {
  static #running = new Set();
  /** Processes that were told to end, until they are gone or made to. */
  static #doomed = new Set();

  #process;
  #stderr = '';
  #failure;
  #timer;

  /**
   * Starts a program; no shell reads its arguments.
   *
   * Aborting `signal` ends it, and so does the end of `timeoutMs`; `onStderr` gets what it writes
   * to standard error. Its standard input is empty.
   */
  constructor(command, args, { cwd, env, signal, timeoutMs, onStderr }) {
    signal?.throwIfAborted();
    this.#process = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    Child.#running.add(this);
    this.#process.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr = (this.#stderr + text).slice(-STDERR_BYTES);
      onStderr?.(text);
    });
    this.#process.stdout.on('error', () => {}); // whoever reads it is told by `exited`, too
    const cancel = () => this.end(signal.reason);
    signal?.addEventListener('abort', cancel, { once: true });
    if (timeoutMs) this.#timer = setTimeout(() => this.#timeOut(timeoutMs), timeoutMs);
    /** Resolves with the exit status, null after a signal; rejects if it never ran or was ended. */
    this.exited = this.#wait().finally(() => {
      Child.#running.delete(this);
      clearTimeout(this.#timer);
      signal?.removeEventListener('abort', cancel);
    });
    this.exited.catch(() => {});
  }

  /** Its standard output; has to be read. */
  get stdout() {
    return this.#process.stdout;
  }

  /**
   * Reads standard output and waits for the end; resolves with both, `{code, output}`.
   *
   * More than `limit` bytes end the program; what it leaves behind is not waited for.
   */
  async run(limit) {
    const parts = [];
    let size = 0;
    this.stdout.on('data', (part) => {
      parts.push(part);
      size += part.length;
      if (size > limit) this.end(new Error(`it wrote more than ${limit} bytes`));
    });
    const code = await this.exited;
    await closed(this.stdout);
    return { code, output: Buffer.concat(parts) };
  }

  /** The end of what it has written to standard error. */
  get stderr() {
    return this.#stderr;
  }

  /** Ends it and all that it has started; `reason` is what whoever waits for it gets. */
  end(reason) {
    if (this.#failure) return;
    this.#failure = reason;
    this.stdout.destroy(reason);
    if (!this.#isAlive) return;
    const family = findFamily(this.#process.pid);
    signalAll(family, 'SIGTERM');
    Child.#doomed.add(family);
    setTimeout(() => {
      signalAll(family, 'SIGKILL');
      Child.#doomed.delete(family);
    }, TERMINATE_MS).unref();
  }

  /** Ends all, and gives them a moment to leave nothing half done. */
  static async endAll() {
    const running = [...Child.#running];
    for (const child of running) child.end(new Error('the plugin ends'));
    const gone = Promise.allSettled(running.map((child) => child.exited));
    await Promise.race([gone, delay(LAST_MS, undefined, { ref: false })]);
  }

  /** The last resort before this process exits. */
  static killAll() {
    for (const child of Child.#running) child.end(new Error('the plugin ends'));
    for (const family of Child.#doomed) signalAll(family, 'SIGKILL');
  }

  /** Whether its number is still its own. */
  get #isAlive() {
    const { pid, exitCode, signalCode } = this.#process;
    return pid !== undefined && exitCode === null && signalCode === null;
  }

  #timeOut(timeoutMs) {
    this.end(new Error(`it took longer than ${Math.round(timeoutMs / 1000)} seconds`));
  }

  async #wait() {
    const code = await new Promise((resolve, reject) => {
      this.#process.once('error', reject).once('exit', resolve);
    });
    await closed(this.#process.stderr);
    if (this.#failure) throw this.#failure;
    return code;
  }
}

/** Waits until all was read of a stream whose writer has ended, and at most a moment for others. */
function closed(stream) {
  if (stream.closed) return undefined;
  return new Promise((resolve) => {
    const timer = setTimeout(() => stream.destroy(), DRAIN_MS);
    stream.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** A process and all its descendants, each told from a later one with its number by its start. */
function findFamily(pid) {
  const family = [{ pid, started: startOf(pid) }];
  for (const { pid: parent } of family) {
    for (const child of childrenOf(parent)) family.push({ pid: child, started: startOf(child) });
  }
  return family;
}

function childrenOf(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
      const text = readFileSync(`/proc/${pid}/task/${thread}/children`, 'latin1').trim();
      return text === '' ? [] : text.split(' ').map(Number);
    });
  } catch {
    return []; // it has ended meanwhile
  }
}

/** When a process was started, in ticks since the machine was; undefined if there is none. */
function startOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name, in parentheses, may contain anything; the 22nd field is the 20th behind it.
    return status.slice(status.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
}

function signalAll(family, signal) {
  for (const { pid, started } of family) {
    if (started === undefined || startOf(pid) !== started) continue;
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
