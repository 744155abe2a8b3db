import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { start } from './plugin.js';

const ABOUT = { screen: 'screen-1', session: 's1' };

const provide = (host, context, more = {}) =>
  host.request('screen/provide', { ...ABOUT, name: 'branches', context, ...more });

const fetchRows = (host, offset, limit, keyword) =>
  host.request('list/fetchData', { ...ABOUT, offset, limit, keyword });

const titles = ({ sections }) =>
  sections.map(({ id, rows }) => [id, rows.map(({ title }) => title)]);

/** A clone with two local branches and three of its remote. */
function cloned(room) {
  const remote = room.repository('remote', 'one');
  remote.git('branch', 'topic');
  remote.git('branch', 'Tests');
  room.git(room.path, 'clone', '--quiet', remote.path, 'clone');
  const path = join(room.path, 'clone');
  room.git(path, 'switch', '--quiet', 'topic');
  return { remote, path };
}

describe('the screen branches', () => {
  test('has a bar with a title, the way back and a button that fetches', async (t) => {
    const { room, host } = await start(t);
    const { path } = cloned(room);
    const { navigationBar, list } = await provide(host, {}, { arguments: { directory: path } });
    assert.deepEqual(navigationBar, {
      preset: 'standard',
      title: 'Branches of clone',
      defaultBack: true,
      components: {
        left: { role: 'back', hidden: false },
        right: { title: 'Fetch', hidden: false },
      },
    });
    assert.deepEqual(list.cellTypes.map(({ id }) => id), ['current', 'local', 'remote']);
    assert.deepEqual([list.sections, list.hasMore], [undefined, true]);
  });

  test('lists pages, marks the current branch, and finds keywords', async (t) => {
    const { room, host } = await start(t);
    const { remote, path } = cloned(room);
    await provide(host, { directory: path });
    const whole = await fetchRows(host, 0, 20);
    assert.deepEqual(titles(whole), [
      ['local', ['main', 'topic']],
      ['remote', ['origin/Tests', 'origin/main', 'origin/topic']],
    ]);
    assert.deepEqual([whole.total, whole.hasMore], [5, false]);
    const commit = remote.commitOf('main').slice(0, 10);
    assert.deepEqual(whole.sections[0].rows[1], {
      id: 'refs/heads/topic',
      cellType: 'current',
      title: 'topic',
      subtitle: 'current · follows origin/topic · one · Ada Lovelace',
      fields: { commit, date: '2023-11-14' },
      data: { branch: 'topic' },
    });
    const pages = [];
    for (let offset = 0, more = true; more; offset += 2) {
      const page = await fetchRows(host, offset, 2);
      pages.push(titles(page));
      more = page.hasMore;
    }
    assert.deepEqual(pages, [
      [['local', ['main', 'topic']]],
      [['remote', ['origin/Tests', 'origin/main']]],
      [['remote', ['origin/topic']]],
    ]);
    const found = await fetchRows(host, 0, 20, 'TEST');
    assert.deepEqual([titles(found), found.total], [[['remote', ['origin/Tests']]], 1]);
    assert.deepEqual(await fetchRows(host, 100, 20), { sections: [], hasMore: false, total: 5 });
  });

  test('a row shows its menu', async (t) => {
    const { room, host } = await start(t);
    const { path } = cloned(room);
    await provide(host, { directory: path });
    const params = { ...ABOUT, item: 'refs/heads/main', data: { branch: 'main' } };
    const { effects } = await host.request('list/didSelectRow', params);
    assert.deepEqual(effects, [{
      method: 'popup/show',
      params: { name: 'branch', arguments: { repository: path, branch: 'main' } },
    }]);
    assert.equal((await host.failure('list/didSelectRow', { ...params, data: {} })).data.path,
      '/data/branch');
  });

  test('fetches, tells of it in the title, and then shows what came', async (t) => {
    const { room, host } = await start(t);
    const { remote, path } = cloned(room);
    await provide(host, { directory: path });
    await fetchRows(host, 0, 20);
    remote.git('branch', 'new');
    const sender = { component: 'right', selected: false, hidden: false, title: 'Fetch' };
    assert.deepEqual(await host.request('navigationBar/clickRightMenu', { ...ABOUT, sender }), {});
    const first = await host.next('navigationBar/updateTitle');
    assert.deepEqual(first, { screen: 'screen-1', title: 'Branches of clone: fetching…' });
    await host.next('navigationBar/updateTitle', ({ title }) => title === 'Branches of clone');
    assert.match((await host.next('message/show')).text, /one branch/);
    const update = await host.next('list/update');
    assert.deepEqual(update, { screen: 'screen-1', sections: [], hasMore: true });
    assert.equal((await fetchRows(host, 0, 20)).total, 6);
  });

  test('is kept up to date until it is closed', async (t) => {
    const { room, host } = await start(t);
    const { path } = cloned(room);
    await provide(host, { directory: path });
    await provide(host, { directory: path }, { screen: 'screen-2' });
    assert.equal((await fetchRows(host, 0, 20)).total, 5);
    room.git(path, 'branch', 'more');
    const screens = [await host.next('list/update'), await host.next('list/update')];
    assert.deepEqual(screens.map(({ screen }) => screen).sort(), ['screen-1', 'screen-2']);
    assert.equal((await fetchRows(host, 0, 20)).total, 6);
    assert.deepEqual(await host.request('screen/didClose', { screen: 'screen-1' }), {});
    room.git(path, 'branch', 'last');
    assert.equal((await host.next('list/update')).screen, 'screen-2');
    const error = await host.failure('list/fetchData', { ...ABOUT, offset: 0, limit: 1 });
    assert.equal(error.code, -32004);
    assert.equal(host.messages.filter(({ method }) => method === 'list/update').length, 3);
  });

  test('says so where there is no repository', async (t) => {
    const { room, host } = await start(t);
    const { navigationBar, list } = await provide(host, { directory: room.path });
    assert.equal(navigationBar.title, 'Branches');
    assert.deepEqual([list.sections[0].header, list.total, list.hasMore], [
      'There is no git repository here.', 0, false,
    ]);
    const params = { ...ABOUT, name: 'other', context: {} };
    assert.equal((await host.failure('screen/provide', params)).data.path, '/name');
  });

  test('that is closed while it is opened stays closed', async (t) => {
    const { room, host } = await start(t);
    const { path } = cloned(room);
    const params = { ...ABOUT, name: 'branches', context: { directory: path } };
    host.send(
      { id: 1, method: 'screen/provide', params },
      { id: 2, method: 'screen/didClose', params: { screen: 'screen-1' } },
    );
    await host.answerTo(1);
    const error = await host.failure('list/fetchData', { ...ABOUT, offset: 0, limit: 1 });
    assert.equal(error.code, -32004);
  });
});
