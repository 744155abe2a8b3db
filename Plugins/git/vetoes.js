import { GitError } from './git.js';
import { branchNamed } from './refs.js';
import { readable } from './text.js';

/** Why something is not done, for its user. */
export class Veto extends Error {
  constructor(text) {
    super(text);
    this.name = 'Veto';
  }
}

/** Whether an error says why something is not done, rather than that the plugin is at fault. */
export function isForUsers(error) {
  return error instanceof Veto || error instanceof GitError;
}

/** The branch whose name the user of a form has filled in. */
export async function chosenBranch(repository, values, signal) {
  const name = values.optionalString('branch')?.trim() ?? '';
  if (name === '') throw new Veto('Please choose a branch.');
  const branch = await branchNamed(repository, name, signal);
  if (!branch) throw new Veto(`There is no branch ${readable(name)}.`);
  return branch;
}
