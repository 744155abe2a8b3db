import { readable } from './text.js';

// Of the commits that would be lost, so many are named; the dialog of a terminal has few lines.
const NAMED_COMMITS = 8;

/** A form that asks for a branch; `scope` is what branches it offers, absent all. */
export function branchForm({ title, action, scope, repository }) {
  const context = { ...repository.context, ...(scope && { scope }) };
  const field = {
    name: 'branch',
    kind: 'autocomplete',
    title: 'Branch',
    source: 'branches',
    context,
    required: true,
  };
  return {
    title: `${title} (${readable(repository.name)})`,
    body: { kind: 'form', fields: [field] },
    actions: [cancel('Cancel'), action],
  };
}

/** What can be done with a branch. */
export function branchMenu(branch, repository) {
  const { name, isRemote, isCurrent, commit, upstream, date, author, subject } = branch;
  const lines = [
    readable(subject),
    `${readable(author)}, ${date}, ${commit.slice(0, 12)}`,
    upstream && `Follows ${readable(upstream)}.`,
    isCurrent && 'This is the current branch.',
  ];
  const canCheckOut = repository.workTree !== undefined && !isCurrent;
  const actions = [
    canCheckOut && { id: 'checkout', title: 'Check out' },
    !isRemote && !isCurrent && { id: 'delete', title: 'Delete…', role: 'destructive' },
  ];
  return {
    title: readable(name),
    body: { kind: 'text', text: lines.filter(Boolean).join('\n') },
    actions: [cancel('Close'), ...actions.filter(Boolean)],
  };
}

/**
 * The question before a branch is deleted; `lost` are the commits that nothing else has, undefined
 * where that is not known, and at most `counted` are counted.
 */
export function deletionQuestion(branch, { lost, counted, hasMoved }) {
  const name = readable(branch.name);
  const note = hasMoved ? `${name} has moved meanwhile, and nothing was deleted. ` : '';
  return {
    title: 'Delete branch',
    severity: lost?.length === 0 ? 'info' : 'warning',
    body: { kind: 'confirm', text: `${note}Delete ${name}? ${whatIsLost(lost, counted)}` },
    actions: [cancel('Cancel'), { id: 'delete', title: 'Delete', role: 'destructive' }],
  };
}

/** What could not be done, with nothing to do but close it. */
export function failure(text) {
  return { severity: 'error', body: { kind: 'text', text }, actions: [cancel('Close')] };
}

function whatIsLost(lost, counted) {
  if (lost === undefined) {
    return 'Counting the commits that only this branch has took too long; some may be lost.';
  }
  if (lost.length === 0) return 'Nothing is lost: other branches or tags have all its commits.';
  const count = lost.length < counted ? lost.length : `${counted - 1} and more`;
  const head =
    lost.length === 1
      ? '1 commit is on no other branch or tag and will be lost:'
      : `${count} commits are on no other branch or tag and will be lost:`;
  const lines = lost.slice(0, NAMED_COMMITS).map(({ commit, subject }) => {
    return `${commit} ${readable(subject)}`;
  });
  const rest = lost.length - lines.length;
  return [head, ...lines, ...(rest > 0 ? ['…'] : [])].join('\n');
}

function cancel(title) {
  return { id: 'cancel', title, role: 'cancel' };
}
