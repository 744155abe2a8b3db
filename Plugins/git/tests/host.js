import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

// A failing test ends by this, and no passing test waits for it.
const DEADLINE_MS = 20_000;

export const FOLDER = fileURLToPath(new URL('..', import.meta.url));

/** What a promise resolves with; fails the test if that takes for ever. */
export async function inTime(promise, what) {
  const timer = new AbortController();
  const end = delay(DEADLINE_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${what} did not come in time`);
  });
  return Promise.race([promise, end]).finally(() => timer.abort());
}

/** A host that does what a test says, at the other end of a real plugin's pipes. */
export class ScriptedHost {
  #process;
  #rest = Buffer.alloc(0);
  #lastID = 0;
  #waiting = new Map();
  #answers = new Map();
  #events = new EventEmitter().setMaxListeners(0);

  /** All that the plugin has sent, in order, as objects. */
  messages = [];
  /** What it has written to standard error. */
  log = '';

  /** Starts a plugin that ends with the test `t`. */
  constructor(t, { script = `${FOLDER}main.js`, env = process.env } = {}) {
    this.#process = spawn(process.execPath, [script], { env });
    this.exited = once(this.#process, 'exit');
    const { stdin, stdout, stderr } = this.#process;
    stdin.on('error', () => {}); // the plugin may leave while we write
    stdout.on('data', (data) => this.#read(data));
    stderr.setEncoding('utf8').on('data', (text) => {
      this.log += text;
      this.#events.emit('log');
    });
    t.after(async () => {
      this.#process.kill('SIGKILL');
      await this.exited;
    });
  }

  /** The same after the handshake. */
  static async ready(t, options) {
    const host = new ScriptedHost(t, options);
    await host.request('initialize', { protocol: { min: 1, max: 1 } });
    return host;
  }

  /** Waits until the plugin has ended by itself; resolves with its exit status. */
  async status() {
    const [status] = await inTime(this.exited, 'the end of the plugin');
    return status;
  }

  get pid() {
    return this.#process.pid;
  }

  get stdin() {
    return this.#process.stdin;
  }

  get stdout() {
    return this.#process.stdout;
  }

  /** Writes messages, one a line, in one go. */
  send(...messages) {
    this.stdin.write(messages.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }

  notify(method, params) {
    this.send({ jsonrpc: '2.0', method, params });
  }

  /** Sends a request; resolves with the whole answer. */
  async ask(method, params) {
    const id = `s1:${(this.#lastID += 1)}`;
    this.send({ jsonrpc: '2.0', id, method, params });
    return this.answerTo(id);
  }

  /** Sends a request; resolves with its result, and fails the test on an error. */
  async request(method, params) {
    const answer = await this.ask(method, params);
    assert.equal(answer.error, undefined, `${method}: ${JSON.stringify(answer.error)}`);
    return answer.result;
  }

  /** Sends a request that has to fail; resolves with the error. */
  async failure(method, params) {
    const answer = await this.ask(method, params);
    assert.equal(answer.result, undefined, `${method}: ${JSON.stringify(answer.result)}`);
    return answer.error;
  }

  /** The answer to the request with this id, come or to come. */
  answerTo(id) {
    return this.#find((message) => message.method === undefined && message.id === id);
  }

  /** Has the plugin's requests of a method answered by what `answer(params)` returns or throws. */
  on(method, answer) {
    this.#answers.set(method, answer);
  }

  /** The first message of this method that no test has seen, come or to come. */
  async next(method, fits = () => true) {
    const message = await this.#find(
      (each) => !each.isSeen && each.method === method && fits(each.params),
    );
    Object.defineProperty(message, 'isSeen', { value: true });
    return message.params;
  }

  /** Waits until `isDone()` says that enough messages have come. */
  async until(isDone) {
    while (!isDone()) await this.#once('message');
  }

  /** Waits until the log has a text. */
  async logged(text) {
    while (!this.log.includes(text)) await this.#once('log');
  }

  /** Closes the plugin's input; resolves with its exit status. */
  async close() {
    this.stdin.end();
    return this.status();
  }

  async #find(fits) {
    for (;;) {
      const message = this.messages.find(fits);
      if (message) return message;
      await this.#once('message');
    }
  }

  async #once(event) {
    const sent = () => this.messages.map((each) => JSON.stringify(each).slice(0, 200)).join('\n');
    await inTime(once(this.#events, event), 'a message').catch((error) => {
      throw new Error(`${error.message}; the log:\n${this.log}\nwhat came:\n${sent()}`);
    });
  }

  #read(data) {
    this.#rest = Buffer.concat([this.#rest, data]);
    for (let end; (end = this.#rest.indexOf(0x0a)) >= 0; ) {
      this.#accept(this.#rest.subarray(0, end).toString());
      this.#rest = this.#rest.subarray(end + 1);
    }
  }

  #accept(line) {
    const message = JSON.parse(line);
    assert.equal(message.jsonrpc, '2.0', line);
    message.byteLength = Buffer.byteLength(line);
    this.messages.push(message);
    if (message.method !== undefined && message.id !== undefined) this.#answer(message);
    this.#events.emit('message');
  }

  async #answer({ id, method, params }) {
    try {
      const result = (await this.#answers.get(method)?.(params)) ?? {};
      this.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      const { code = -32603, message } = error;
      this.send({ jsonrpc: '2.0', id, error: { code, message } });
    }
  }
}
