import { fingerprint } from './refs.js';

// How long a list is good although nothing was seen to change: some file systems tell of nothing.
const WATCHED_MS = 600_000;
// The same where not everything can be watched.
const UNWATCHED_MS = 15_000;
// Lists whose changes are told; a host asks again for an older one by its time.
const LISTS = 256;
// The version of every list, and the one that says that changes were missed.
const VERSION = 1;
const LATER_VERSION = VERSION + 2;

/**
 * Tells the host when a list that it keeps is out of date.
 *
 * That is told as a gap in the version, upon which the host asks for the whole again once it needs
 * it: additions and removals alone can't tell a new order. Until then nothing more is told.
 */
export class Freshness {
  #watches;
  #tell;
  #log;
  #signal;
  /** The host's names of datasources to what it has of them, the oldest first. */
  #kept = new Map();

  /** `tell` gets the params of `autocomplete/datasourceDidChange`; `signal` ends the work. */
  constructor({ watches, tell, log, signal }) {
    this.#watches = watches;
    this.#tell = tell;
    this.#log = log;
    this.#signal = signal;
  }

  /**
   * To be called before a list is read, so that no change falls in between; returns what to call
   * when the list is about to be sent whole, `keep`, and when it never will be, `drop`.
   *
   * `list` is `{datasource, kind, repository, scope}`; `kind` is the name of its source.
   */
  async begin(list, signal) {
    const entry = { ...list, isKept: false, isStale: false };
    entry.watch = await this.#watches.listen(list.repository, () => this.#check(entry));
    try {
      entry.print = await this.#fingerprint(entry, signal);
    } catch (error) {
      entry.watch.release();
      throw error;
    }
    return { keep: () => this.#keep(entry), drop: () => entry.watch.release() };
  }

  /** Returns the members `version` and `ttlMs` of the answer that has the list. */
  #keep(entry) {
    const ttlMs = entry.watch.isComplete() ? WATCHED_MS : UNWATCHED_MS;
    if (entry.datasource === undefined) {
      entry.watch.release();
      return { version: VERSION, ttlMs: UNWATCHED_MS };
    }
    this.#forget(this.#kept.get(entry.datasource));
    this.#kept.set(entry.datasource, entry);
    entry.isKept = true;
    if (this.#kept.size > LISTS) this.#forget(this.#kept.values().next().value);
    // The answer is written before its turn comes.
    if (entry.isStale) setImmediate(() => this.#outdate(entry));
    return { version: VERSION, ttlMs };
  }

  async #check(entry) {
    if (entry.isStale) return;
    try {
      if ((await this.#fingerprint(entry, this.#signal)) === entry.print) return;
    } catch (error) {
      if (this.#signal.aborted) return;
      this.#log(`${entry.kind}: ${error.message}`); // the next list will meet it, too
    }
    entry.isStale = true;
    if (entry.isKept) this.#outdate(entry);
  }

  #outdate(entry) {
    if (!this.#forget(entry)) return;
    const { kind: source, datasource } = entry;
    this.#tell({ source, datasource, version: LATER_VERSION });
  }

  /** Lets go of a list; returns whether it was kept until now. */
  #forget(entry) {
    if (!entry || this.#kept.get(entry.datasource) !== entry) return false;
    entry.watch.release();
    return this.#kept.delete(entry.datasource);
  }

  #fingerprint({ kind, repository, scope }, signal) {
    return fingerprint(kind, repository, { scope, signal });
  }
}
