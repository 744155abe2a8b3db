import { branches } from './refs.js';
import { findRepository } from './repository.js';
import { ErrorCode, ResponseError } from './rpc/index.js';
import { readable } from './text.js';

const CELL_TYPES = [
  { id: 'current', fields: ['commit', 'date'] },
  { id: 'local', fields: ['commit', 'date'] },
  { id: 'remote', fields: ['commit', 'date'] },
];
const SECTION_TITLES = { local: 'Local branches', remote: 'Branches of remotes' };
// As much of a commit's id as people read.
const SHOWN_DIGITS = 10;

/** The screen `branches`: a list of them, kept up to date, with a button that fetches. */
export class Screens {
  #desk;
  #fetches;
  #watches;
  #signal;
  /** Open screens by id: `{session, repository?, rows?, watch?}`. */
  #open = new Map();

  constructor({ desk, fetches, watches, signal }) {
    this.#desk = desk;
    this.#fetches = fetches;
    this.#watches = watches;
    this.#signal = signal;
  }

  /** `screen/provide`: the repository is that of the arguments, else of the context. */
  async provide(params, call) {
    const id = params.string('screen');
    const name = params.string('name').replace(/^git\//, '');
    if (name !== 'branches') throw params.mismatch('name', 'one of our screens', name);
    this.#close(id);
    const screen = { session: params.string('session') };
    this.#open.set(id, screen);
    const repository =
      (await findRepository(params.object('arguments'), call.signal)) ??
      (await findRepository(params.object('context'), call.signal));
    if (!repository) return emptyScreen();
    screen.repository = repository;
    screen.watch = await this.#watches.listen(repository, () => this.#refresh(id, screen));
    if (this.#open.get(id) !== screen) screen.watch.release(); // it was closed meanwhile
    const right = { title: 'Fetch', hidden: false };
    return {
      navigationBar: bar(titleOf(repository), { right }),
      list: { cellTypes: CELL_TYPES, hasMore: true },
    };
  }

  /** `screen/didClose`. */
  didClose(params) {
    this.#close(params.string('screen'));
    return {};
  }

  /** `list/fetchData`: a page of the branches whose names have the keyword. */
  async fetchData(params) {
    const screen = this.#screen(params);
    const keyword = params.optionalString('keyword')?.toLowerCase() ?? '';
    const [offset, limit] = [params.integer('offset'), params.integer('limit')];
    const rows = await this.#rows(screen);
    const found = rows.filter(({ row }) => row.title.toLowerCase().includes(keyword));
    const page = found.slice(offset, offset + limit);
    const total = found.length;
    return { sections: sectionsOf(page), hasMore: offset + limit < total, total };
  }

  /** `list/didSelectRow`: shows what can be done with a branch. */
  didSelectRow(params) {
    const { repository } = this.#screen(params);
    const branch = params.object('data').string('branch');
    const popup = { name: 'branch', arguments: { ...repository.context, branch } };
    return { effects: [{ method: 'popup/show', params: popup }] };
  }

  /** `navigationBar/clickRightMenu`: fetches, and tells of it in the title. */
  clickRightMenu(params) {
    const id = params.string('screen');
    const { session, repository } = this.#screen(params);
    const title = (title) => this.#desk.ask('navigationBar/updateTitle', { screen: id, title });
    title(`${titleOf(repository)}: fetching…`);
    const fetching = this.#fetches.run(repository, (percent) => {
      title(`${titleOf(repository)}: fetching, ${percent} %`);
    });
    this.#desk.tellOutcome(session, fetching, () => title(titleOf(repository)));
    return {};
  }

  #screen(params) {
    const screen = this.#open.get(params.string('screen'));
    if (screen?.repository) return screen;
    throw new ResponseError(ErrorCode.unknownObject, 'there is no such screen');
  }

  #close(id) {
    this.#open.get(id)?.watch?.release();
    this.#open.delete(id);
  }

  /** The refs have changed: the host is to fetch what its front end shows. */
  #refresh(id, screen) {
    screen.rows = undefined;
    if (this.#open.get(id) !== screen) return;
    this.#desk.ask('list/update', { screen: id, sections: [], hasMore: true });
  }

  /** All rows, read once after each change. */
  #rows(screen) {
    screen.rows ??= readRows(screen.repository, this.#signal).catch((error) => {
      screen.rows = undefined;
      throw error;
    });
    return screen.rows;
  }
}

async function readRows(repository, signal) {
  const rows = [];
  for await (const branch of branches(repository, { signal })) {
    const section = branch.isRemote ? 'remote' : 'local';
    rows.push({ section, row: rowOf(branch, section) });
  }
  return rows;
}

function rowOf({ ref, name, commit, isCurrent, upstream, date, author, subject }, section) {
  const notes = [isCurrent && 'current', upstream && `follows ${upstream}`, subject, author];
  return {
    id: ref,
    cellType: isCurrent ? 'current' : section,
    title: readable(name),
    subtitle: notes.filter(Boolean).map(readable).join(' · '),
    fields: { commit: commit.slice(0, SHOWN_DIGITS), date },
    data: { branch: name },
  };
}

/** Rows by section; in a page they are in order. */
function sectionsOf(page) {
  return Object.entries(SECTION_TITLES)
    .map(([id, title]) => {
      const rows = page.filter(({ section }) => section === id).map(({ row }) => row);
      return { id, title, rows };
    })
    .filter(({ rows }) => rows.length > 0);
}

function bar(title, components) {
  const left = { role: 'back', hidden: false };
  return { preset: 'standard', title, defaultBack: true, components: { left, ...components } };
}

function titleOf(repository) {
  return `Branches of ${readable(repository.name)}`;
}

function emptyScreen() {
  const sections = [{ id: 'none', header: 'There is no git repository here.', rows: [] }];
  return {
    navigationBar: bar('Branches'),
    list: { cellTypes: CELL_TYPES, sections, total: 0, hasMore: false },
  };
}
