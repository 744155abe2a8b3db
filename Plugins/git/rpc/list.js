import { EventEmitter, once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { kind, serialize } from './json.js';

// A `$/progress` message has at most 256 KiB; what stands around the items has to fit too.
const CHUNK_BYTES = 252 * 1024;
// Items after which pings, cancels and timers get their turn: a millisecond's worth.
const ITEMS_PER_TURN = 1_000;

/** A handler's answer whose `items` may be many; they are made as they are sent. */
export class ItemList {
  /**
   * `items` is iterable, or asynchronously so; its iterator is closed when the list has been sent,
   * cancelled or failed. `rest` gives the members of the answer besides `items`, when all have been
   * taken and the answer is about to be written.
   */
  constructor(items, rest = () => ({})) {
    this.items = items;
    this.rest = rest;
  }
}

/**
 * One such answer under way: a chunk at a time, and never more items than the credit.
 *
 * The last chunk is in the answer itself. A caller that gave no `partialResultToken` can't take
 * pieces, so it gets all in the answer.
 */
export class OpenList {
  #credit;
  #granted = new EventEmitter();
  #isLast = false;

  /** Reads `partialResultToken` and `credit` from the params of the call. */
  constructor(params) {
    this.token = params.value('partialResultToken');
    if (!['nothing', 'string', 'integer'].includes(kind(this.token))) {
      throw params.mismatch('partialResultToken', 'string');
    }
    const credit = params.optionalInteger('credit') ?? Infinity;
    if (credit < 0) throw params.mismatch('credit', 'integer from 0', String(credit));
    this.#credit = this.token === undefined ? Infinity : credit;
  }

  /** Adds to the credit. */
  grant(count) {
    this.#credit += count;
    this.#granted.emit('credit');
  }

  /** No credit will come any more: what needs some fails. */
  endCredit() {
    this.#isLast = true;
    this.#granted.emit('credit');
  }

  /**
   * Takes all items of `list`; `send` gets each chunk but the last, as `$/progress` params, and
   * resolves when the next may be made. Resolves with the answer's result, as JSON text.
   */
  async transmit(list, send, signal) {
    let chunk = new Chunk();
    let taken = 0;
    const flush = async () => {
      const full = chunk;
      chunk = new Chunk();
      if (full.isEmpty) return;
      await send(`{"token":${serialize(this.token)},"value":{"items":${full.text}}}`);
    };
    for await (const item of list.items) {
      signal.throwIfAborted();
      const text = serialize(item);
      if (this.token !== undefined && !chunk.hasRoom(text)) await flush();
      if (this.#credit === 0) {
        await flush();
        await this.#moreCredit(signal);
      }
      this.#credit -= 1;
      chunk.add(text);
      taken += 1;
      if (taken % ITEMS_PER_TURN === 0) await nextTurn();
    }
    signal.throwIfAborted();
    const rest = serialize(list.rest()).slice(1, -1);
    return `{"items":${chunk.text}${rest && ','}${rest}}`;
  }

  async #moreCredit(signal) {
    while (this.#credit === 0) {
      if (this.#isLast) throw new Error('the host has gone before it gave credit for the rest');
      await once(this.#granted, 'credit', { signal });
    }
  }
}

/** Items on their way into one message. */
class Chunk {
  #texts = [];
  #bytes = 0;

  get isEmpty() {
    return this.#texts.length === 0;
  }

  get text() {
    return `[${this.#texts.join(',')}]`;
  }

  /** Whether an item still fits; the first always does. */
  hasRoom(text) {
    return this.isEmpty || this.#bytes + byteLength(text) <= CHUNK_BYTES;
  }

  add(text) {
    this.#texts.push(text);
    this.#bytes += byteLength(text);
  }
}

/** The bytes of an item with its comma. */
function byteLength(text) {
  return Buffer.byteLength(text) + 1;
}
