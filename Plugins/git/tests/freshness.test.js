import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { provide, start } from './plugin.js';

const CHANGE = 'autocomplete/datasourceDidChange';
const SOURCES = ['branches', 'tags', 'commits'];

/** Has the plugin watch a repository by asking for its lists; each source is its own datasource. */
async function watch(host, context, ...sources) {
  for (const source of sources) await provide(host, source, context, { datasource: source });
}

/** The sources that are told to have changed next, so many of them. */
async function changed(host, count) {
  const told = [];
  for (let index = 0; index < count; index += 1) {
    const { source, datasource, version } = await host.next(CHANGE);
    assert.deepEqual([datasource, version], [source, 3]);
    told.push(source);
  }
  return told.sort();
}

describe('a change', () => {
  const table = [
    ['of the commit', ['branches', 'commits'], (repository) => repository.commit('more')],
    ['of the tags', ['tags'], (repository) => repository.git('tag', 'v1')],
    ['of a branch', ['branches'], (repository) => repository.git('branch', 'topic')],
    ['in a folder that is new', ['branches'], (repository) => repository.git('branch', 'a/b/c')],
    ['of the current branch', ['branches'], (repository) => repository.git('switch', 'other')],
    ['of packed refs', ['branches'], (repository) => repository.git('branch', '-D', 'packed')],
  ];
  for (const [what, expected, act] of table) {
    test(`${what} is told for what it is about`, async (t) => {
      const { room, host } = await start(t);
      const repository = room.repository('r', 'one');
      repository.git('branch', 'packed');
      repository.git('branch', 'other');
      repository.git('pack-refs', '--all');
      const context = { directory: repository.path };
      await watch(host, context, ...SOURCES);
      act(repository);
      assert.deepEqual(await changed(host, expected.length), expected);
      // Whatever else were told would have been told before this, and is not.
      await watch(host, context, ...expected);
      repository.git('tag', 'last');
      assert.deepEqual(await changed(host, 1), ['tags']);
      assert.equal(host.messages.filter(({ method }) => method === CHANGE).length,
        expected.length + 1);
    });
  }

  test('in a folder that came with another one is told', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one', 'two');
    const context = { directory: repository.path };
    await watch(host, context, 'branches', 'tags');
    repository.git('branch', 'a/b/c');
    assert.deepEqual(await changed(host, 1), ['branches']);
    await watch(host, context, 'branches');
    repository.git('branch', '--force', 'a/b/c', 'HEAD^');
    assert.deepEqual(await changed(host, 1), ['branches']);
  });

  test('of the files alone is not told', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    await watch(host, { directory: repository.path }, ...SOURCES);
    repository.git('pack-refs', '--all');
    repository.write('file', 'changed');
    repository.git('add', 'file');
    repository.git('tag', 'last');
    assert.deepEqual(await changed(host, 1), ['tags']);
  });

  test('is told once until the list was asked for again', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const context = { directory: repository.path };
    await watch(host, context, 'tags');
    repository.git('tag', 'v1');
    assert.deepEqual(await changed(host, 1), ['tags']);
    repository.git('tag', 'v2');
    await watch(host, context, 'branches');
    repository.git('branch', 'topic');
    assert.deepEqual(await changed(host, 1), ['branches']);
    await watch(host, context, 'tags');
    repository.git('tag', 'v3');
    assert.deepEqual(await changed(host, 1), ['tags']);
  });

  test('in a work tree beside the main one is told', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    repository.git('worktree', 'add', '--quiet', '-b', 'beside', '../beside');
    const beside = join(room.path, 'beside');
    await watch(host, { directory: beside }, 'branches', 'commits');
    room.git(beside, 'switch', '--quiet', '--detach');
    assert.deepEqual(await changed(host, 1), ['branches']);
    await watch(host, { directory: beside }, 'branches');
    room.git(beside, 'commit', '--quiet', '--allow-empty', '--message', 'two');
    assert.deepEqual(await changed(host, 1), ['commits']);
  });

  test('the end of the repository is told', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const context = { directory: repository.path };
    await watch(host, context, 'branches');
    rmSync(repository.path, { recursive: true });
    assert.deepEqual(await changed(host, 1), ['branches']);
    assert.deepEqual(await provide(host, 'branches', context), { none: true, ttlMs: 5_000 });
  });

  test('while a list is on its way is told after the list', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r');
    repository.grow(10);
    const params = {
      source: 'commits', context: { directory: repository.path }, datasource: 'commits',
      partialResultToken: 't', credit: 5,
    };
    host.send({ id: 1, method: 'autocomplete/provideDatasource', params });
    await host.next('$/progress');
    await watch(host, { directory: repository.path }, 'tags');
    repository.git('tag', 'v1', 'main');
    repository.grow(11);
    assert.deepEqual(await changed(host, 1), ['tags']);
    host.notify('$/credit', { token: 't', count: 5 });
    await host.answerTo(1);
    assert.deepEqual(await changed(host, 1), ['commits']);
    const isAbout = ({ id, params: told }) => id === 1 || told?.source === 'commits';
    assert.equal(host.messages.find(isAbout).id, 1);
  });
});

describe('lists that are not watched', () => {
  test('are those without a name, and those that were cancelled', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r');
    repository.grow(10);
    const context = { directory: repository.path };
    const { ttlMs } = await provide(host, 'branches', context);
    assert.equal(ttlMs, 15_000);
    const more = { datasource: 'd1', partialResultToken: 't', credit: 1 };
    const params = { source: 'commits', context, ...more };
    host.send({ id: 1, method: 'autocomplete/provideDatasource', params });
    await host.next('$/progress');
    host.notify('$/cancelRequest', { id: 1 });
    await host.answerTo(1);
    await watch(host, context, 'tags');
    repository.grow(11);
    repository.git('tag', 'v1', 'main');
    assert.deepEqual(await changed(host, 1), ['tags']);
  });

  test('are asked for again soon where a repository has too many folders', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const commit = repository.commitOf('HEAD');
    const numbers = Array.from({ length: 300 }, (_, index) => index);
    const lines = numbers.map((number) => `create refs/heads/${number}/x ${commit}\n`);
    room.gitWith({ input: lines.join('') }, repository.path, 'update-ref', '--stdin');
    const context = { directory: repository.path };
    const { ttlMs } = await provide(host, 'branches', context, { datasource: 'd1' });
    assert.equal(ttlMs, 15_000);
  });
});
