const LINE_FEED = 0x0a;

/**
 * Cuts a stream of bytes into lines, in time linear in their length.
 *
 * Only one byte ends a line: U+2028 and its like are ordinary characters in JSON.
 */
export class LineSplitter {
  #limit;
  #end;
  #parts = [];
  #length = 0;

  /** A line of more than `limit` bytes is not kept; `end` is the byte that ends one. */
  constructor(limit, end = LINE_FEED) {
    this.#limit = limit;
    this.#end = end;
  }

  /** The lines that `data` completes, without their ends; null for one over the limit. */
  *feed(data) {
    let start = 0;
    for (let end; (end = data.indexOf(this.#end, start)) >= 0; ) {
      this.#keep(data.subarray(start, end));
      yield this.#take();
      start = end + 1;
    }
    this.#keep(data.subarray(start));
  }

  /** The last line, when the input ended without a line feed. */
  *finish() {
    if (this.#length > 0) yield this.#take();
  }

  #keep(part) {
    this.#length += part.length;
    if (this.#length > this.#limit) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  #take() {
    const parts = this.#parts;
    const isTooLong = this.#length > this.#limit;
    this.#parts = [];
    this.#length = 0;
    if (isTooLong) return null;
    return parts.length === 1 ? parts[0] : Buffer.concat(parts);
  }
}
