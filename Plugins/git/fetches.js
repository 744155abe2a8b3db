import { fetch } from './operations.js';

// Between two reports of progress: people can't read faster, and a host has other work.
const REPORT_MS = 200;

/** The fetches under way, one for each repository: who asks for another joins it. */
export class Fetches {
  #signal;
  #running = new Map();

  /** Aborting `signal` ends them all. */
  constructor(signal) {
    this.#signal = signal;
  }

  /** Fetches; `onProgress` gets percentages. Resolves with what came of it, in one sentence. */
  async run(repository, onProgress) {
    const key = repository.commonDirectory;
    const running = this.#running.get(key) ?? this.#start(repository, key);
    running.listeners.add(onProgress);
    return running.outcome;
  }

  #start(repository, key) {
    const listeners = new Set();
    const report = progressReader((percent) => {
      for (const listener of listeners) listener(percent);
    });
    const outcome = fetch(repository, { signal: this.#signal, onStderr: report }).finally(() => {
      this.#running.delete(key);
    });
    const running = { listeners, outcome };
    this.#running.set(key, running);
    return running;
  }
}

/** Takes pieces of what git writes to a terminal, and tells now and then how far it is. */
function progressReader(report) {
  let rest = '';
  let last = -Infinity;
  return (text) => {
    const lines = (rest + text).split(/[\r\n]/);
    rest = lines.pop().slice(-200);
    const percent = lines.map((line) => /:\s+(\d{1,3})%/.exec(line)?.[1]).findLast(Boolean);
    if (percent === undefined || performance.now() - last < REPORT_MS) return;
    last = performance.now();
    report(Number(percent));
  };
}
