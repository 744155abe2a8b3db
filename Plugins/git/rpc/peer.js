import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, ResponseError } from './errors.js';
import { serialize } from './json.js';
import { LineSplitter } from './lines.js';
import { ItemList, OpenList } from './list.js';
import { Members } from './members.js';
import { Refusal, readMessage } from './messages.js';
import { Output } from './output.js';

// The largest message; hosts send and accept no larger ones.
const LINE_BYTES = 64 * 1024 * 1024;
// A plugin is to leave within a second of the end of its input, whatever is open or unread then.
const LEAVING_MS = 800;

/**
 * A plugin's end of the connection to its host: JSON-RPC 2.0, one message a line, both ways.
 *
 * Everything that each plugin must do is done here: `ping`, `shutdown`, `exit`, unknown methods,
 * the order of the handshake, bad messages, cancelling. Calls are begun in their order, and while
 * handlers take their time others go on.
 */
export class Peer {
  #output;
  #input;
  #handlers = new Map([['ping', () => ({})], ['shutdown', () => ({})]]);
  #listeners = new Map();
  #phase = 'created';
  /** The host's requests that are not answered, by id. */
  #open = new Map();
  /** Ours. */
  #asked = new Map();
  #lastID = 0;
  #leaving = new AbortController();
  #left;

  /** `input` and `output` are Node's streams, `log` writes a line for people. */
  constructor({ input, output, log }) {
    this.#input = input;
    this.#output = new Output(output);
    this.log = log;
    this.#listeners.set('exit', () => this.#leave());
    this.#listeners.set('$/cancelRequest', (params) => this.#cancel(params.value('id')));
    this.#listeners.set('$/credit', (params) => this.#grant(params));
  }

  /**
   * Has `handler(params, call)` answer a request; `initialize` needs one.
   *
   * It returns the result, an `ItemList`, or a promise of either, and throws a `ResponseError` to
   * answer with an error; whatever else it throws becomes -32603, with the trace in the log.
   */
  on(method, handler) {
    this.#handlers.set(method, handler);
  }

  /** Has `listener(params)` take a notification. */
  onNotification(method, listener) {
    this.#listeners.set(method, listener);
  }

  /** Aborted when the host says `exit`, closes our input or reads no more: work is in vain. */
  get signal() {
    return this.#leaving.signal;
  }

  /** Sends a notification. */
  notify(method, params) {
    this.#send({ method, params });
  }

  /**
   * Sends a request; resolves with its result and rejects with a `ResponseError`.
   *
   * `cause` is the call on whose behalf it is made; aborting `signal` cancels it.
   */
  async request(method, params, { cause, signal } = {}) {
    signal?.throwIfAborted();
    this.signal.throwIfAborted();
    const id = (this.#lastID += 1);
    const answer = new Promise((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    const cancel = () => {
      this.notify('$/cancelRequest', { id });
      this.#asked.get(id).reject(signal.reason);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    this.#send({ id, method, params: cause ? { ...params, _meta: { cause: cause.id } } : params });
    return answer.finally(() => signal?.removeEventListener('abort', cancel));
  }

  /** Answers until `exit` or the end of input; resolves once everything is written or given up. */
  serve() {
    const lines = new LineSplitter(LINE_BYTES);
    const accept = (batch) => {
      for (const line of batch) this.#accept(line);
    };
    return new Promise((resolve) => {
      this.#left = resolve;
      this.#output.gone.addEventListener('abort', () => this.#leave());
      this.#input.on('data', (data) => accept(lines.feed(data)));
      this.#input.on('error', () => this.#leave());
      this.#input.on('end', () => {
        accept(lines.finish());
        this.#leave();
      });
    });
  }

  // Reading

  #accept(line) {
    if (this.signal.aborted) return;
    if (line === null) {
      const reason = `a message has at most ${LINE_BYTES} bytes`;
      this.#fail('null', new ResponseError(ErrorCode.messageTooLarge, reason));
      return;
    }
    try {
      const message = readMessage(line);
      if (message === null) return;
      if (message.method === undefined) this.#settle(message);
      else if (message.idText === 'null') this.#notified(message);
      else this.#called(message);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#fail(error.id, error.error);
    }
  }

  #settle({ id, result, error }) {
    const waiting = this.#asked.get(id);
    if (!waiting) {
      const text = error ? `: ${error.message}` : '';
      this.log(`dropped an answer to ${serialize(id ?? null)}, which was never sent${text}`);
      return;
    }
    this.#asked.delete(id);
    if (error === undefined) waiting.resolve(result);
    else waiting.reject(new ResponseError(error.code, error.message, error.data));
  }

  #notified({ method, params }) {
    const isHeeded = this.#phase === 'ready' || (this.#phase === 'stopped' && method[0] === '$');
    if (method !== 'exit' && !isHeeded) return;
    try {
      this.#listeners.get(method)?.(new Members(params));
    } catch (error) {
      this.log(`notification ${method} failed: ${error.message}`);
    }
  }

  // Calls

  #called(message) {
    const refusal = this.#refusal(message);
    if (refusal) return this.#fail(message.idText, refusal);
    const call = new Call(message);
    this.#open.set(call.id, call);
    void this.#perform(call, message.params);
  }

  #refusal({ method, id }) {
    const { invalidRequest, notInitialized, alreadyInitialized, methodNotFound } = ErrorCode;
    if (this.#open.has(id)) return new ResponseError(invalidRequest, 'this id is still in use');
    if (method === 'ping') return undefined;
    const isFirst = method === 'initialize';
    if (this.#phase === 'created' && !isFirst) {
      return new ResponseError(notInitialized, 'initialize comes first');
    }
    if (this.#phase === 'ready' && isFirst) {
      return new ResponseError(alreadyInitialized, 'initialized already');
    }
    if (this.#phase === 'stopped') {
      return new ResponseError(invalidRequest, 'nothing follows shutdown but exit');
    }
    if (this.#handlers.has(method)) return undefined;
    return new ResponseError(methodNotFound, `no method ${method}`);
  }

  async #perform(call, params) {
    try {
      call.params = new Members(params);
      call.list = new OpenList(call.params);
      const outcome = this.#handlers.get(call.method)(call.params, call);
      this.#enterPhase(call.method);
      const result = await outcome;
      this.#answer(call, 'result', await this.#resultText(call, result));
    } catch (error) {
      if (call.method === 'initialize') this.#phase = 'created';
      const isNews = !(error instanceof ResponseError) && !call.signal.aborted;
      if (isNews && !this.signal.aborted) this.log(error?.stack ?? String(error));
      this.#answer(call, 'error', serialize(ResponseError.of(error)));
    }
  }

  /** What may follow is clear as soon as the call is taken: the next one may be here already. */
  #enterPhase(method) {
    if (method === 'initialize') this.#phase = 'ready';
    if (method === 'shutdown') this.#phase = 'stopped';
  }

  async #resultText(call, result) {
    if (!(result instanceof ItemList)) return serialize(result ?? {});
    const send = async (params) => {
      if (!this.#isOpen(call)) return;
      this.#output.send(`{"jsonrpc":"2.0","method":"$/progress","params":${params}}`);
      await this.#output.room(call.signal);
    };
    return call.list.transmit(result, send, call.signal);
  }

  #grant(params) {
    const count = params.value('count');
    const token = params.value('token');
    if (!Number.isSafeInteger(count) || count < 1 || token === undefined) return;
    for (const { list } of this.#open.values()) {
      if (list?.token === token) list.grant(count);
    }
  }

  #cancel(id) {
    const call = this.#open.get(id);
    if (!call) return;
    this.#answer(call, 'error', serialize(new ResponseError(ErrorCode.cancelled, 'cancelled')));
    call.abort();
  }

  #isOpen(call) {
    return this.#open.get(call.id) === call;
  }

  // Writing

  /** Answers a call, unless it was cancelled and so answered already. */
  #answer(call, member, text) {
    if (!this.#isOpen(call)) return;
    this.#open.delete(call.id);
    this.#output.send(`{"jsonrpc":"2.0","id":${call.idText},"${member}":${text}}`);
    call.settle();
  }

  #fail(idText, error) {
    this.#output.send(`{"jsonrpc":"2.0","id":${idText},"error":${serialize(error)}}`);
  }

  #send(message) {
    this.#output.send(serialize({ jsonrpc: '2.0', ...message }));
  }

  // Leaving

  /** Answers what can still be answered, and gives up the rest in time. */
  async #leave() {
    if (this.signal.aborted) return;
    this.#leaving.abort(new Error('the host has gone'));
    for (const waiting of this.#asked.values()) waiting.reject(this.signal.reason);
    const calls = [...this.#open.values()];
    for (const call of calls) call.list?.endCredit();
    const timer = new AbortController();
    const tooLate = delay(LEAVING_MS, undefined, { signal: timer.signal }).catch(() => {});
    await Promise.race([tooLate, Promise.all(calls.map((call) => call.settled))]);
    for (const call of this.#open.values()) call.abort();
    await Promise.race([tooLate, this.#output.drained()]);
    timer.abort();
    this.#left();
  }
}

/** A request of the host, as its handler sees it. */
export class Call {
  #abort = new AbortController();

  constructor({ id, idText, method }) {
    this.id = id;
    this.idText = idText;
    this.method = method;
    this.settled = new Promise((resolve) => (this.settle = resolve));
  }

  /** Aborted when the host cancels the call, or nobody waits for its answer any more. */
  get signal() {
    return this.#abort.signal;
  }

  /** Tells the handler that its answer is not wanted. */
  abort() {
    this.#abort.abort(new Error(`${this.method} was cancelled`));
  }
}
