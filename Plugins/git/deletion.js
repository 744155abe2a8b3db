import { branchForm, deletionQuestion } from './contents.js';
import { lasting } from './notices.js';
import { deleteBranch } from './operations.js';
import { branchNamed, commitsOnlyOn } from './refs.js';
import { readable, shellWord } from './text.js';
import { chosenBranch, Veto } from './vetoes.js';

// For counting what would be lost: the host waits 4 s for the question.
const COUNT_MS = 2_000;
// Commits that are counted; a thousand are many in any case.
const COUNTED = 1_001;

/** Deleting a branch: a form that asks for one, and the question without which none is deleted. */
export class Deletion {
  /** What the popup `deleteBranch` shows. */
  content({ repository }) {
    const action = { id: 'delete', title: 'Delete…', role: 'destructive' };
    return branchForm({ title: 'Delete branch', action, scope: 'local', repository });
  }

  /** The form's action: asks. */
  async act({ repository }, values, signal) {
    return this.ask(repository, await chosenBranch(repository, values, signal));
  }

  /** Shows the question in place of the popup whose action it was. */
  ask(repository, branch) {
    refuseInUse(branch);
    const params = {
      name: 'confirmDelete', arguments: { ...repository.context, branch: branch.name },
    };
    return { dismiss: true, effects: [{ method: 'popup/show', params }] };
  }

  /** What the popup `confirmDelete` shows. */
  async question({ repository, branch }, hasMoved = false) {
    refuseInUse(branch);
    const lost = await lostCommits(repository, branch);
    return deletionQuestion(branch, { lost, counted: COUNTED, hasMoved });
  }

  /** The answer was yes: deletes the branch, if it still is what was asked about. */
  async confirm(popup, signal) {
    const { repository, branch } = popup;
    const name = readable(branch.name);
    const now = await branchNamed(repository, branch.name, signal);
    if (!now || now.isRemote) throw new Veto(`There is no branch ${name} any more.`);
    refuseInUse(now);
    if (now.commit !== branch.commit) {
      popup.branch = now;
      return { dismiss: false, content: await this.question(popup, true) };
    }
    const commit = await deleteBranch(repository, now);
    const restore = `git branch ${shellWord(branch.name)} ${commit}`;
    const text = `Deleted branch ${name}, which was at ${commit}. To have it back: ${restore}`;
    return { dismiss: true, object: { branch: branch.name, commit }, ...lasting('info', text) };
  }
}

function refuseInUse({ name, isRemote, isCurrent, workTree }) {
  const shown = readable(name);
  if (isRemote) throw new Veto(`${shown} is a remote's; only local branches are deleted here.`);
  if (isCurrent) throw new Veto(`${shown} is the current branch.`);
  if (workTree) throw new Veto(`${shown} is checked out in ${readable(workTree)}.`);
}

/** The commits that only a branch has; undefined where that can't be found out in time. */
async function lostCommits(repository, branch) {
  const signal = AbortSignal.timeout(COUNT_MS);
  try {
    return await commitsOnlyOn(repository, branch, { limit: COUNTED, signal });
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}
