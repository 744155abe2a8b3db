import { findRepository } from './repository.js';
import { notice } from './notices.js';

/** The actions that the plugin contributes to the bars of front ends' screens. */
export class Actions {
  #desk;
  #fetches;

  /** `desk` speaks to front ends. */
  constructor({ desk, fetches }) {
    this.#desk = desk;
    this.#fetches = fetches;
  }

  /** `navigationBar/clickItem`: begins what the item is for, in the repository of the context. */
  async click(params, call) {
    const act = {
      fetch: (repository, session) => this.#fetch(repository, session),
      checkout: (repository) => form('checkout', repository),
      deleteBranch: (repository) => form('deleteBranch', repository),
    };
    const item = params.string('item').replace(/^git\//, '');
    if (!Object.hasOwn(act, item)) throw params.mismatch('item', 'one of our actions', item);
    const repository = await findRepository(params.object('context'), call.signal);
    const session = params.string('session');
    if (!repository) return notice('warning', 'There is no git repository here.');
    if (item === 'checkout' && !repository.workTree) {
      return notice('warning', `${repository.name} has no work tree to check anything out in.`);
    }
    return act[item](repository, session);
  }

  #fetch(repository, session) {
    const update = (members) => {
      return this.#desk.ask('actions/update', { session, id: 'fetch', ...members });
    };
    update({ enabled: false, badge: '…' });
    const fetching = this.#fetches.run(repository, (percent) => update({ badge: `${percent} %` }));
    this.#desk.tellOutcome(session, fetching, () => update({ enabled: true, badge: '' }));
    return {};
  }
}

/** The effect that shows one of our popups. */
function form(name, repository) {
  return { effects: [{ method: 'popup/show', params: { name, arguments: repository.context } }] };
}
