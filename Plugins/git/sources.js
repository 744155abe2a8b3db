import { Gate } from './gate.js';
import { findRepository } from './repository.js';
import { branches, commits, tags } from './refs.js';
import { ItemList } from './rpc/index.js';
import { readable } from './text.js';

// How soon the host may ask again where there was no repository: somebody may make one.
const NONE_MS = 5_000;
// As much of a commit's id as tells it from all others in the largest repositories.
const SHOWN_DIGITS = 12;

// Lists that are sent at the same time: fewer than git is asked at a time, so that one whose reader
// gives no credit holds up others like it, and nothing else.
const STREAMS = 8;
const streams = new Gate(STREAMS);

const LISTS = { branches, tags, commits };
const ITEMS = { branches: branchItem, tags: tagItem, commits: commitItem };

/** The sources `branches`, `tags` and `commits`, each a list of one repository. */
export class Sources {
  #freshness;

  constructor(freshness) {
    this.#freshness = freshness;
  }

  /** `autocomplete/provideDatasource`: all items, as they are read; no repository is no list. */
  async provide(params, call) {
    const source = params.string('source').replace(/^git\//, '');
    if (!Object.hasOwn(LISTS, source)) throw params.mismatch('source', 'one of ours', source);
    const context = params.object('context');
    const scope = source === 'branches' ? context.optionalString('scope') : undefined;
    const repository = await findRepository(context, call.signal);
    if (!repository) return { none: true, ttlMs: NONE_MS };
    const datasource = params.optionalString('datasource');
    const list = { datasource, kind: source, repository, scope };
    const watching = await this.#freshness.begin(list, call.signal);
    return new ItemList(items(list, watching, call.signal), watching.keep);
  }
}

async function* items({ kind, repository, scope }, watching, signal) {
  let isWhole = false;
  await streams.enter(signal).catch((error) => {
    watching.drop();
    throw error;
  });
  try {
    for await (const each of LISTS[kind](repository, { scope, signal })) yield ITEMS[kind](each);
    isWhole = true;
  } finally {
    if (!isWhole) watching.drop();
    streams.leave();
  }
}

function branchItem({ ref, name, commit, isCurrent, upstream, date, author, subject }) {
  const notes = [isCurrent && 'current', upstream && `follows ${upstream}`];
  const subtitle = join([...notes, subject, author, date]);
  return { id: ref, text: name, subtitle, data: { ref, commit } };
}

function tagItem({ ref, name, commit, date, author, subject }) {
  return { id: ref, text: name, subtitle: join([subject, author, date]), data: { ref, commit } };
}

function commitItem({ commit, date, author, subject }) {
  const text = commit.slice(0, SHOWN_DIGITS);
  const words = readable(subject);
  const subtitle = join([subject, author, date]);
  return { id: commit, text, subtitle, filterText: `${words} ${text}`, data: { commit } };
}

function join(parts) {
  return parts.filter(Boolean).map(readable).join(' · ');
}
