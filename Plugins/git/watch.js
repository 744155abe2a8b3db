import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

// One git command touches several files; what comes within this time is told once.
const SETTLE_MS = 100;
// Folders of one repository that are watched: branches are often named by folder, and the kernel
// allows a user some thousands of watches for all programs together.
const FOLDERS = 256;
// What of a git folder itself tells where its branches and tags are.
const FILES = ['HEAD', 'packed-refs'];

/** Tells when the branches, tags or HEAD of a repository may have changed. */
export class RefWatch {
  #repository;
  #onChange;
  #watchers = new Map();
  #timer;
  #isClosed = false;

  /** Whether everything is watched; where not, changes may be missed. */
  isComplete = false;

  constructor(repository, onChange) {
    this.#repository = repository;
    this.#onChange = onChange;
  }

  /** Begins; resolves once a change can't be missed any more. */
  async open() {
    await this.#scan();
  }

  close() {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  /** Watches the folders that there are now, and lets go of those that are gone. */
  async #scan() {
    const { gitDirectory, commonDirectory } = this.#repository;
    const folders = new Set([gitDirectory, commonDirectory]);
    for (const name of ['refs', 'reftable']) {
      await collect(join(commonDirectory, name), folders);
    }
    if (this.#isClosed) return;
    for (const [folder, watcher] of this.#watchers) {
      if (!folders.has(folder)) this.#forget(folder, watcher);
    }
    for (const folder of folders) {
      if (!this.#watchers.has(folder) && this.#watchers.size < FOLDERS) this.#watch(folder);
    }
    this.isComplete = this.#watchers.size === folders.size;
  }

  #watch(folder) {
    const isRoot = !folder.startsWith(join(this.#repository.commonDirectory, 'ref'));
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        if (isRoot ? FILES.includes(name) : !name?.endsWith('.lock')) this.#noteChange();
      });
      watcher.on('error', () => this.#forget(folder, watcher));
      this.#watchers.set(folder, watcher);
    } catch {
      // It is gone again, or the kernel has no watches left: `isComplete` tells.
    }
  }

  #forget(folder, watcher) {
    watcher.close();
    this.#watchers.delete(folder);
  }

  #noteChange() {
    this.#timer ??= setTimeout(async () => {
      this.#timer = undefined;
      await this.#scan();
      if (!this.#isClosed) this.#onChange();
    }, SETTLE_MS).unref();
  }
}

/** Adds a folder and all below it, as far as they are of use. */
async function collect(folder, folders) {
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch {
    return; // there is none, or it is gone again
  }
  folders.add(folder);
  for (const entry of entries) {
    if (folders.size > FOLDERS) return;
    if (entry.isDirectory()) await collect(join(folder, entry.name), folders);
  }
}
