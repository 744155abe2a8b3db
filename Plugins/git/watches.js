import { RefWatch } from './watch.js';

// Repositories that are watched at the same time; those that were used last stay.
const REPOSITORIES = 32;

/** The repositories that somebody wants to hear of, each watched once. */
export class Watches {
  /** Git folders to `{watch, opened, listeners}`, the least recently used first. */
  #entries = new Map();

  /**
   * Has `listener` called after each change of the repository's refs, until `release` is called.
   *
   * Resolves with `{release, isComplete}` once no change can be missed; where `isComplete()` is
   * false some can.
   */
  async listen(repository, listener) {
    const key = repository.gitDirectory;
    const entry = this.#entries.get(key) ?? this.#open(repository);
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    entry.listeners.add(listener);
    this.#limit();
    await entry.opened;
    return {
      isComplete: () => entry.watch.isComplete && this.#entries.get(key) === entry,
      release: () => this.#release(key, entry, listener),
    };
  }

  #open(repository) {
    const listeners = new Set();
    const watch = new RefWatch(repository, () => {
      for (const listener of listeners) listener();
    });
    return { watch, listeners, opened: watch.open() };
  }

  #release(key, entry, listener) {
    entry.listeners.delete(listener);
    if (entry.listeners.size > 0) return;
    entry.watch.close();
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
  }

  #limit() {
    for (const [key, { watch }] of this.#entries) {
      if (this.#entries.size <= REPOSITORIES) return;
      watch.close();
      this.#entries.delete(key);
    }
  }
}
