import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { provide, start, texts } from './plugin.js';

describe('branches', () => {
  test('local ones come first, the newest first among them', async (t) => {
    const { room, host } = await start(t);
    const remote = room.repository('remote', 'one', 'two');
    remote.git('branch', 'old', 'HEAD^');
    room.git(room.path, 'clone', '--quiet', remote.path, 'clone');
    const path = join(room.path, 'clone');
    room.git(path, 'branch', 'older', 'HEAD^');
    const { items } = await provide(host, 'branches', { directory: path });
    assert.deepEqual(items.map(({ id }) => id), [
      'refs/heads/main', 'refs/heads/older', 'refs/remotes/origin/main', 'refs/remotes/origin/old',
    ]);
    assert.deepEqual(items[0], {
      id: 'refs/heads/main',
      text: 'main',
      subtitle: 'current · follows origin/main · two · Ada Lovelace · 2023-11-14',
      data: { ref: 'refs/heads/main', commit: remote.commitOf('main') },
    });
    for (const [scope, count] of [['local', 2], ['remote', 2], ['other', 4]]) {
      const answer = await provide(host, 'branches', { directory: path, scope });
      assert.equal(answer.items.length, count, scope);
    }
  });

  test('odd names come through, and no two become one', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const names = [
      'é', '😀', 'a;b$(c)', "it's", '"q"', 'a/b/c', '%41', '-x', '@', '\u202eevil', 'a&b', 'a|b',
    ];
    const refs = [...names.map((name) => Buffer.from(name)), Buffer.of(0xe9), Buffer.of(0xea)];
    const lines = refs.map((name) => Buffer.concat([
      Buffer.from('create refs/heads/'), name, Buffer.from(` ${repository.commitOf('HEAD')}\n`),
    ]));
    room.gitWith({ input: Buffer.concat(lines) }, repository.path, 'update-ref', '--stdin');
    const found = await texts(host, 'branches', { repository: repository.path });
    assert.deepEqual(found.sort(), [...names, '\\xE9', '\\xEA', 'main'].sort());
  });

  test('a text that is not UTF-8 does not change the name beside it', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    repository.git('branch', '--move', 'é');
    const head = `tree ${repository.commitOf('HEAD^{tree}')}\n`;
    const people = ['author', 'committer'].map((who) => `${who} Ada <a@b> 1700000000 +0000\n`);
    const input = Buffer.from(`${head}${people.join('')}\nlatin caf\xe9 \x1b[31m\n`, 'latin1');
    const write = ['hash-object', '-t', 'commit', '-w', '--stdin'];
    repository.git('reset', '--quiet', room.gitWith({ input }, repository.path, ...write));
    const { items } = await provide(host, 'branches', { repository: repository.path });
    assert.equal(items[0].text, 'é');
    assert.match(items[0].subtitle, /^current · latin caf\\xE9 \ufffd\[31m · /);
  });
});

describe('tags', () => {
  test('have the commit behind them, the newest first', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one', 'two');
    const env = { GIT_COMMITTER_DATE: '1800000000 +0000' };
    const command = ['tag', '--annotate', '--message', 'Release 1', 'v1', 'HEAD^'];
    room.gitWith({ env }, repository.path, ...command);
    repository.git('tag', 'plain');
    repository.git('tag', 'tree', 'HEAD^{tree}');
    const { items } = await provide(host, 'tags', { directory: repository.path });
    const [v1, ...others] = items;
    assert.deepEqual(v1, {
      id: 'refs/tags/v1',
      text: 'v1',
      subtitle: 'Release 1 · Ada Lovelace · 2027-01-15',
      data: { ref: 'refs/tags/v1', commit: repository.commitOf('HEAD^') },
    });
    assert.deepEqual(others.map(({ text }) => text).sort(), ['plain', 'tree']);
  });
});

describe('commits', () => {
  test('are those of HEAD, the newest first', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one', 'two');
    repository.git('switch', '--quiet', '--create', 'side', 'HEAD^');
    const side = repository.commit('side step');
    const { items } = await provide(host, 'commits', { directory: repository.path });
    assert.deepEqual(items[0], {
      id: side,
      text: side.slice(0, 12),
      subtitle: 'side step · Ada Lovelace · 2023-11-14',
      filterText: `side step ${side.slice(0, 12)}`,
      data: { commit: side },
    });
    assert.equal(items.length, 2);
  });

  test('20,000 are streamed as credit comes, and a cancel ends git', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r');
    repository.grow(20_000);
    const ask = (id, token) => host.send({
      id,
      method: 'autocomplete/provideDatasource',
      params: {
        source: 'commits', context: { directory: repository.path }, partialResultToken: token,
        credit: 4096, datasource: 'd1',
      },
    });
    const received = (token) =>
      host.messages.flatMap(({ params }) => (params?.token === token ? params.value.items : []));

    ask(1, 'whole');
    let granted = 4096;
    while (granted < 20_000) {
      await host.until(() => received('whole').length === granted);
      await host.request('ping');
      assert.equal(received('whole').length, granted);
      granted += 4096;
      host.notify('$/credit', { token: 'whole', count: 4096 });
    }
    const { result } = await host.answerTo(1);
    const items = [...received('whole'), ...result.items];
    assert.equal(new Set(items.map(({ id }) => id)).size, 20_000);
    assert.deepEqual([result.version, result.ttlMs], [1, 600_000]);

    ask(2, 'cancelled');
    await host.until(() => received('cancelled').length === 4096);
    assert.notEqual(childrenOf(host.pid), '');
    host.notify('$/cancelRequest', { id: 2 });
    assert.equal((await host.answerTo(2)).error.code, -32800);
    while (childrenOf(host.pid) !== '') await host.request('ping');
  });
});

test('lists that get no credit hold up others like them, and nothing else', async (t) => {
  const { room, host } = await start(t);
  const repository = room.repository('r');
  repository.grow(10);
  const context = { directory: repository.path };
  const ask = (id) => host.send({
    id, method: 'autocomplete/provideDatasource',
    params: { source: 'commits', context, partialResultToken: id, credit: 1, datasource: `d${id}` },
  });
  for (let id = 1; id <= 20; id += 1) ask(id);
  const progressed = () => host.messages.filter(({ method }) => method === '$/progress');
  await host.until(() => progressed().length === 8);
  const popup = { popup: 'popup-1', session: 's1', name: 'branch' };
  const given = { repository: repository.path, branch: 'main' };
  const { title } = await host.request('popup/content', { ...popup, arguments: given });
  assert.equal(title, 'main');
  assert.equal(progressed().length, 8);
  for (let id = 1; id <= 20; id += 1) host.notify('$/cancelRequest', { id });
  await host.answerTo(20);
  assert.equal((await provide(host, 'commits', context)).items.length, 10);
});

describe('the repository', () => {
  test('is found from any folder in it, and from none outside', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const bare = join(room.path, 'bare.git');
    room.git(room.path, 'clone', '--quiet', '--bare', repository.path, bare);
    mkdirSync(join(repository.path, 'a/b'), { recursive: true });
    symlinkSync(repository.path, join(room.path, 'link'));
    mkdirSync(join(room.path, 'odd \n"name'));
    room.git(room.path, 'clone', '--quiet', repository.path, join(room.path, 'odd \n"name'));
    const paths = [
      'r', 'r/', 'r/a/b', 'r/a/not/there', 'r/file', 'r/.git', 'r/.git/refs/heads', 'link',
      'bare.git', 'bare.git/refs', 'odd \n"name',
    ];
    for (const path of paths) {
      const context = { directory: join(room.path, path), scope: 'local' };
      const found = await texts(host, 'branches', context);
      assert.deepEqual(found, ['main'], path);
    }
    for (const context of [
      {}, { directory: room.path }, { directory: '/' }, { directory: '/not/there' },
      { directory: `${repository.path}\0` }, { directory: `/${'x'.repeat(5_000)}` },
      { repository: room.path, directory: repository.path },
    ]) {
      const answer = await provide(host, 'branches', context);
      assert.deepEqual(answer, { none: true, ttlMs: 5_000 }, JSON.stringify(context));
    }
  });

  test('may be empty, or have HEAD detached', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r');
    const context = { directory: repository.path };
    for (const source of ['branches', 'tags', 'commits']) {
      assert.deepEqual(await texts(host, source, context), [], source);
    }
    repository.commit('one');
    repository.git('switch', '--quiet', '--detach');
    const detached = repository.commit('two');
    const { items } = await provide(host, 'branches', context);
    assert.deepEqual(items.map(({ subtitle }) => subtitle), ['one · Ada Lovelace · 2023-11-14']);
    assert.equal((await provide(host, 'commits', context)).items[0].id, detached);
  });

  test('may be a work tree beside the main one, or a submodule', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    const outer = room.repository('outer', 'outer one');
    repository.git('worktree', 'add', '--quiet', '-b', 'beside', '../beside');
    outer.git('submodule', '--quiet', 'add', repository.path, 'inner');
    const beside = await provide(host, 'branches', { directory: join(room.path, 'beside') });
    const current = beside.items.filter(({ subtitle }) => subtitle.startsWith('current'));
    assert.deepEqual(current.map(({ text }) => text), ['beside']);
    const inner = await texts(host, 'commits', { directory: join(outer.path, 'inner') });
    assert.deepEqual(inner, [repository.commitOf('HEAD').slice(0, 12)]);
  });

  test('of another user is left alone', async (t) => {
    const { room, host } = await start(t, { GIT_TEST_ASSUME_DIFFERENT_OWNER: '1' });
    const repository = room.repository('r', 'one');
    const error = await host.failure('autocomplete/provideDatasource', {
      source: 'branches', context: { directory: repository.path },
    });
    assert.match(error.message, /belongs to another user.*safe\.directory/);
  });

  test('that is damaged is told with git\'s words', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    for (const name of readdirSync(join(repository.path, '.git/objects'))) {
      rmSync(join(repository.path, '.git/objects', name), { recursive: true });
    }
    const error = await host.failure('autocomplete/provideDatasource', {
      source: 'branches', context: { directory: repository.path },
    });
    assert.match(error.message, /missing object|bad object|not a valid object/);
  });

  test('runs nothing that its configuration names, nor what variables say of others', async (t) => {
    const { room } = await start(t);
    const other = room.repository('other', 'other');
    other.git('branch', '--move', 'elsewhere');
    const { host } = await start(t, { GIT_DIR: join(other.path, '.git'), GIT_TRACE: '0' });
    const repository = room.repository('r', 'one');
    const program = room.write('evil', '#!/bin/sh\ntouch "$HOME/evil-was-here"\n', { mode: 0o755 });
    const settings = [
      'core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor', 'gpg.program',
      'core.alternateRefsCommand', 'diff.external', 'credential.helper',
    ];
    for (const name of settings) {
      repository.git('config', name, program);
    }
    repository.git('config', 'log.showSignature', 'true');
    repository.git('config', 'alias.rev-list', `!${program}`);
    for (const source of ['branches', 'tags', 'commits']) {
      await provide(host, source, { directory: repository.path });
    }
    assert.deepEqual(await texts(host, 'branches', { directory: repository.path }), ['main']);
    assert.throws(() => readFileSync(join(room.env.HOME, 'evil-was-here')), { code: 'ENOENT' });
  });
});

describe('bad params', () => {
  test('are told by their pointers', async (t) => {
    const { host } = await start(t);
    const table = [
      [{}, '/source'],
      [{ source: 'other' }, '/source'],
      [{ source: 'toString' }, '/source'],
      [{ source: 'branches', context: { directory: 'relative/path' } }, '/context/directory'],
      [{ source: 'branches', context: { directory: '' } }, '/context/directory'],
      [{ source: 'branches', context: { repository: 5 } }, '/context/repository'],
      [{ source: 'branches', context: 'x' }, '/context'],
      [{ source: 'branches', context: { scope: 1, directory: '/' } }, '/context/scope'],
      [{ source: 'branches', credit: 'x', partialResultToken: 1 }, '/credit'],
    ];
    for (const [params, path] of table) {
      const error = await host.failure('autocomplete/provideDatasource', params);
      assert.deepEqual([error.code, error.data.path], [-32602, path]);
    }
  });

  test('without git each call says so', async (t) => {
    const { room, host } = await start(t, { PATH: '/nowhere' });
    const error = await host.failure('autocomplete/provideDatasource', {
      source: 'branches', context: { directory: room.path },
    });
    assert.match(error.message, /git.*ENOENT/);
    assert.deepEqual(await host.request('ping'), {});
  });
});

/** The processes that a process has started. */
function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
}
