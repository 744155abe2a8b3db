import { isForUsers } from './vetoes.js';

/** An answer to a delegate call whose only effect is a message to the user. */
export function notice(level, text) {
  return { effects: [{ method: 'message/show', params: { level, text } }] };
}

/** The same with a message that stays until it is closed. */
export function lasting(level, text) {
  const params = { level, text, actions: [{ id: 'close', title: 'Close' }] };
  return { effects: [{ method: 'message/show', params }] };
}

/** Speaks to front ends from work that goes on after its call was answered. */
export class Desk {
  #peer;

  constructor(peer) {
    this.#peer = peer;
  }

  /** Asks the host for something; that it can't be shown is no fault of the work, and is logged. */
  async ask(method, params) {
    try {
      await this.#peer.request(method, params);
    } catch (error) {
      if (!this.#peer.signal.aborted) this.#peer.log(`${method}: ${error.message}`);
    }
  }

  /** Tells the user of a session what came of some work, once it is done and `clear` was called. */
  async tellOutcome(session, work, clear = () => {}) {
    let level = 'info';
    let text;
    try {
      text = await work;
    } catch (error) {
      [level, text] = ['error', error.message];
      if (!isForUsers(error) && !this.#peer.signal.aborted) this.#peer.log(error.stack);
    }
    if (this.#peer.signal.aborted) return;
    await clear();
    await this.ask('message/show', { session, level, text });
  }
}
