import { act } from './git.js';
import { branchNamed, fetched, remoteOf, remotes } from './refs.js';
import { readable } from './text.js';
import { Veto } from './vetoes.js';

// A fetch of a large repository over a slow line; one that hangs must not hang for ever.
const FETCH_MS = 1_800_000;
// A checkout of a large work tree on a slow disk.
const CHECKOUT_MS = 600_000;
// Deleting one reference is quick, but it may wait for a lock.
const DELETE_MS = 30_000;

// Fetching takes nothing away, neither references that the remote has no more nor anything that an
// automatic clean-up would; and leaves no process behind.
const FETCH = [
  'fetch', '--progress', '--no-prune', '--no-recurse-submodules', '--no-auto-maintenance',
];

/** Fetches as `git fetch` does; resolves with what came of it, in one sentence. */
export async function fetch(repository, { signal, onStderr }) {
  const names = await remotes(repository, signal);
  if (names.length === 0) throw new Veto(`${repository.name} has no remote to fetch from.`);
  const before = await fetched(repository, signal);
  await act(FETCH, { cwd: repository.path, signal, timeoutMs: FETCH_MS, onStderr });
  const after = await fetched(repository, signal);
  const news = [...after].filter((line) => !before.has(line)).length;
  if (news === 0) return 'Fetched: nothing is new.';
  if (news === 1) return 'Fetched: one branch or tag is new or has moved.';
  return `Fetched: ${news} branches or tags are new or have moved.`;
}

/**
 * Checks out a branch; for a remote's, a local one of that name that follows it.
 *
 * Git refuses where local changes would be lost, and so does this.
 */
export async function checkOut(repository, branch, signal) {
  refuseOddName(branch);
  const options = { cwd: repository.path, signal, timeoutMs: CHECKOUT_MS };
  if (!branch.isRemote) {
    await act(['switch', '--no-guess', '--no-progress', branch.name, '--'], options);
    return branch.name;
  }
  const remote = await remoteOf(repository, branch, signal);
  const name = branch.name.slice((remote?.length ?? branch.name.indexOf('/')) + 1);
  const local = await branchNamed(repository, name, signal);
  if (local && !local.isRemote) {
    throw new Veto(`There is a local branch ${readable(name)} already.`);
  }
  const command = ['switch', '--no-progress', '--create', name, '--track', branch.ref, '--'];
  await act(command, options);
  return name;
}

/**
 * Deletes a local branch, whatever only it has; resolves with the commit that it was at.
 *
 * Git refuses where the branch is in use: checked out, rebased or bisected in any work tree.
 */
export async function deleteBranch({ path: cwd }, branch, signal) {
  refuseOddName(branch);
  const command = ['-c', 'core.abbrev=no', 'branch', '--delete', '--force', '--', branch.name];
  const told = await act(command, { cwd, signal, timeoutMs: DELETE_MS });
  return /\(was ([0-9a-f]+)\)/.exec(told)?.[1] ?? branch.commit;
}

/** Git must not take a name for an option, and Node can't pass it bytes that are not UTF-8. */
function refuseOddName({ name }) {
  const shown = readable(name);
  if (name.startsWith('-')) throw new Veto(`The name ${shown} would be taken for an option.`);
  if (name.includes('\\')) throw new Veto(`The name ${shown} is not UTF-8; please use git itself.`);
}
