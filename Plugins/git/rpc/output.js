import { EventEmitter, once } from 'node:events';

// Unwritten output at which a reader is given up: as much as a host lets wait for one peer.
const OUTBOX_BYTES = 72 * 1024 * 1024;

// Unwritten output at which whoever makes more of it is to wait: enough to keep the reader busy.
const CONGESTED_BYTES = 1024 * 1024;

/** Messages out, in order, without the loop ever waiting for whoever reads them. */
export class Output {
  #stream;
  #unwritten = 0;
  #events = new EventEmitter().setMaxListeners(0);
  #gone = new AbortController();

  constructor(stream) {
    this.#stream = stream;
    stream.on('error', () => this.#giveUp());
    stream.on('close', () => this.#giveUp());
  }

  /** Aborted once nobody reads any more, or so slowly that it amounts to the same. */
  get gone() {
    return this.#gone.signal;
  }

  /** Puts a message, as JSON text, behind those that are not written yet. */
  send(text) {
    if (this.gone.aborted) return;
    this.#unwritten += 1;
    this.#stream.write(`${text}\n`, () => {
      this.#unwritten -= 1;
      this.#events.emit('written');
    });
    if (this.#stream.writableLength > OUTBOX_BYTES) this.#giveUp();
  }

  /** Waits while much is unwritten and somebody reads; throws when `signal` is aborted. */
  async room(signal) {
    while (this.#stream.writableLength > CONGESTED_BYTES && !this.gone.aborted) {
      await once(this.#events, 'written', { signal });
    }
  }

  /** Waits until all is written or nobody reads. */
  async drained() {
    while (this.#unwritten > 0 && !this.gone.aborted) await once(this.#events, 'written');
  }

  #giveUp() {
    this.#gone.abort();
    this.#events.emit('written');
  }
}
