import { setTimeout as delay } from 'node:timers/promises';
import { branchForm } from './contents.js';
import { notice } from './notices.js';
import { checkOut } from './operations.js';
import { readable } from './text.js';
import { chosenBranch, Veto } from './vetoes.js';

// A checkout that takes longer goes on without its popup: the host waits 4 s for an answer.
const WAIT_MS = 2_500;

/** Checking out, with the form that asks for a branch. */
export class Checkout {
  #desk;

  constructor(desk) {
    this.#desk = desk;
  }

  /** What the popup `checkout` shows. */
  content({ repository }) {
    if (!repository.workTree) throw new Veto('A bare repository has nothing to check out.');
    const action = { id: 'checkout', title: 'Check out', role: 'default' };
    return branchForm({ title: 'Check out', action, repository });
  }

  /** The form's action. */
  async act(popup, values, signal) {
    return this.perform(popup, await chosenBranch(popup.repository, values, signal));
  }

  /** Checks a branch out; git refuses where local changes would be lost. */
  async perform({ session, repository }, branch) {
    if (branch.isCurrent) throw new Veto(`${readable(branch.name)} is checked out already.`);
    const work = checkOut(repository, branch);
    const name = await within(WAIT_MS, work);
    if (name !== undefined) {
      const object = { branch: name, commit: branch.commit };
      return { dismiss: true, object, ...notice('info', `On branch ${readable(name)}.`) };
    }
    this.#desk.tellOutcome(session, work.then((late) => `On branch ${readable(late)}.`));
    return { dismiss: true };
  }
}

/** What comes of a promise; undefined where that takes longer than `ms`. */
async function within(ms, promise) {
  const timer = new AbortController();
  const end = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  return Promise.race([promise, end]).finally(() => timer.abort());
}
