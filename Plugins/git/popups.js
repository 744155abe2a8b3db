import { Checkout } from './checkout.js';
import { branchMenu, failure } from './contents.js';
import { Deletion } from './deletion.js';
import { branchNamed } from './refs.js';
import { findRepository } from './repository.js';
import { ErrorCode, ResponseError } from './rpc/index.js';
import { Veto, isForUsers } from './vetoes.js';

// Popups that may be open; a host that never tells that one is gone must not fill the memory.
const POPUPS = 1_024;

/**
 * The popups: forms that ask for a branch, the menu of one, and the question before one is deleted.
 *
 * All are opened by name, by front ends too, with the arguments `{repository}`, the last two also
 * with `{branch}`. What can't be done is said in the popup, which stays open.
 */
export class Popups {
  #kinds;
  /** Open popups by id, the oldest first: `{session, actions, field?, repository?, branch?}`. */
  #open = new Map();

  /** `desk` speaks to front ends. */
  constructor(desk) {
    const checkout = new Checkout(desk);
    const deletion = new Deletion();
    this.#kinds = {
      checkout: {
        content: (popup) => checkout.content(popup),
        actions: { checkout: (popup, values, signal) => checkout.act(popup, values, signal) },
        field: 'branch',
      },
      deleteBranch: {
        content: (popup) => deletion.content(popup),
        actions: { delete: (popup, values, signal) => deletion.act(popup, values, signal) },
        field: 'branch',
      },
      branch: {
        content: ({ branch, repository }) => branchMenu(branch, repository),
        actions: {
          checkout: (popup) => checkout.perform(popup, popup.branch),
          delete: ({ branch, repository }) => deletion.ask(repository, branch),
        },
        isAboutBranch: true,
      },
      confirmDelete: {
        content: (popup) => deletion.question(popup),
        actions: { delete: (popup, _, signal) => deletion.confirm(popup, signal) },
        isAboutBranch: true,
      },
    };
  }

  /** `popup/content`: what a popup shows at first. */
  async content(params, call) {
    const name = params.string('name').replace(/^git\//, '');
    if (!Object.hasOwn(this.#kinds, name)) throw params.mismatch('name', 'one of our popups', name);
    const id = params.string('popup');
    const kind = this.#kinds[name];
    // Until there is content to press something in, there is nothing to do.
    const popup = { session: params.string('session'), actions: {}, field: kind.field };
    this.#remember(id, popup);
    try {
      Object.assign(popup, await readSubject(params.object('arguments'), kind, call.signal));
      const content = await kind.content(popup);
      popup.actions = kind.actions;
      return content;
    } catch (error) {
      return failure(reasonOf(error));
    }
  }

  /** `popup/action`: does what was asked for, or says why not. */
  async action(params, call) {
    const popup = this.#open.get(params.string('popup'));
    if (!popup) throw new ResponseError(ErrorCode.unknownObject, 'there is no such popup');
    const action = params.string('action');
    if (action === 'cancel') return { dismiss: true };
    const { actions, field } = popup;
    if (!Object.hasOwn(actions, action)) throw params.mismatch('action', 'one of its own', action);
    try {
      return await actions[action](popup, params.object('values'), call.signal);
    } catch (error) {
      const reason = reasonOf(error);
      if (field) return { dismiss: false, errors: { [field]: reason } };
      return { dismiss: false, content: failure(reason) };
    }
  }

  /** `popup/didDismiss`. */
  didDismiss(params) {
    this.#open.delete(params.string('popup'));
  }

  #remember(id, popup) {
    this.#open.set(id, popup);
    if (this.#open.size > POPUPS) this.#open.delete(this.#open.keys().next().value);
  }
}

/** What a popup is about, from its arguments. */
async function readSubject(given, { isAboutBranch }, signal) {
  const repository = await findRepository(given, signal);
  if (!repository) throw new Veto('There is no git repository here.');
  if (!isAboutBranch) return { repository };
  const branch = await branchNamed(repository, given.string('branch'), signal);
  if (!branch) throw new Veto('There is no such branch any more.');
  return { repository, branch };
}

/** Why something is not done, where that is for its user; other errors are faults. */
function reasonOf(error) {
  if (!isForUsers(error)) throw error;
  return error.message;
}
