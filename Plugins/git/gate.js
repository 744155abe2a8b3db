/** Lets a number of visitors in at a time, in the order in which they come. */
export class Gate {
  #free;
  #waiting = [];

  constructor(places) {
    this.#free = places;
  }

  /** Waits for a place; throws when `signal` is aborted before there is one. */
  async enter(signal) {
    signal?.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    await new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      const enter = () => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#waiting.push(enter);
    });
  }

  /** Gives the place back; every `enter` that succeeded needs one. */
  leave() {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free += 1;
  }
}
