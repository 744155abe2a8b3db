import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { HangingProgram, start } from './plugin.js';

const click = (host, item, context, session = 's1') =>
  host.request('navigationBar/clickItem', { screen: 'screen-1', session, item, context });

/** A repository, and a clone of it that is a commit behind. */
function cloned(room) {
  const remote = room.repository('remote', 'one');
  room.git(room.path, 'clone', '--quiet', remote.path, 'clone');
  remote.commit('two');
  return { remote, path: join(room.path, 'clone') };
}

/** The updates of the action `fetch` in session s1, until it can be pressed again. */
async function updates(host) {
  const all = [];
  for (;;) {
    const { id, session, ...members } = await host.next('actions/update');
    assert.deepEqual([id, session], ['fetch', 's1']);
    all.push(members);
    if (members.enabled) return all;
  }
}

/** Has a fetch wait for a program in place of ssh; resolves with it once it runs. */
function hangingFetch(room) {
  const { path } = cloned(room);
  const program = new HangingProgram(room, 'ssh');
  room.git(path, 'config', 'core.sshCommand', program.path);
  room.git(path, 'remote', 'set-url', 'origin', 'ssh://nobody@nowhere.invalid/x');
  return { path, program };
}

describe('any action', () => {
  test('says so where there is no repository', async (t) => {
    const { room, host } = await start(t);
    for (const item of ['fetch', 'checkout', 'git/deleteBranch']) {
      const { effects } = await click(host, item, { directory: room.path });
      assert.deepEqual(effects, [{
        method: 'message/show',
        params: { level: 'warning', text: 'There is no git repository here.' },
      }]);
    }
    assert.equal(host.messages.filter(({ method }) => method !== undefined).length, 0);
  });

  test('of another name is refused', async (t) => {
    const { host } = await start(t);
    const params = { screen: 'screen-1', session: 's1', item: 'push', context: {} };
    const error = await host.failure('navigationBar/clickItem', params);
    assert.deepEqual([error.code, error.data.path], [-32602, '/item']);
  });
});

describe('checkout and deleteBranch', () => {
  test('show their forms', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    for (const name of ['checkout', 'deleteBranch']) {
      const { effects } = await click(host, name, { directory: join(repository.path, 'sub') });
      const params = { name, arguments: { repository: repository.path } };
      assert.deepEqual(effects, [{ method: 'popup/show', params }]);
    }
  });

  test('a bare repository has nothing to check out', async (t) => {
    const { room, host } = await start(t);
    room.git(room.path, 'init', '--quiet', '--bare', 'bare.git');
    const { effects } = await click(host, 'checkout', { repository: join(room.path, 'bare.git') });
    assert.equal(effects[0].params.text, 'bare has no work tree to check anything out in.');
  });
});

describe('fetch', () => {
  test('brings what is new, shows that it works, and tells what came', async (t) => {
    const { room, host } = await start(t);
    const { remote, path } = cloned(room);
    assert.deepEqual(await click(host, 'fetch', { directory: path }), {});
    const all = await updates(host);
    assert.deepEqual([all[0], all.at(-1)], [
      { enabled: false, badge: '…' }, { enabled: true, badge: '' },
    ]);
    assert.deepEqual(await host.next('message/show'), {
      session: 's1', level: 'info', text: 'Fetched: one branch or tag is new or has moved.',
    });
    assert.equal(room.git(path, 'rev-parse', 'origin/main'), remote.commitOf('main'));
    await click(host, 'fetch', { directory: path });
    assert.equal((await host.next('message/show')).text, 'Fetched: nothing is new.');
  });

  test('takes nothing away, whatever is configured', async (t) => {
    const { room, host } = await start(t);
    const { remote, path } = cloned(room);
    remote.git('branch', 'gone');
    remote.git('tag', 'gone');
    room.git(path, 'fetch', '--quiet', '--tags');
    room.git(path, 'config', 'fetch.prune', 'true');
    room.git(path, 'config', 'fetch.pruneTags', 'true');
    remote.git('branch', '--delete', 'gone');
    remote.git('tag', '--delete', 'gone');
    await click(host, 'fetch', { directory: path });
    await host.next('message/show');
    assert.match(room.git(path, 'for-each-ref'), /origin\/gone[^]*tags\/gone/);
  });

  test('a failure is told in git\'s words, without passwords', async (t) => {
    const { room, host } = await start(t);
    const { path } = cloned(room);
    for (const [url, expected] of [
      ['../nowhere', /nowhere.*does not (appear to be|exist)|not a git repository/],
      ['file://user:secret@host/none', /^(?!.*secret)./],
      ['ext::sh -c "touch /tmp/x"', /transport 'ext' not allowed/],
    ]) {
      room.git(path, 'remote', 'set-url', 'origin', url);
      await click(host, 'fetch', { directory: path });
      const { level, text } = await host.next('message/show');
      assert.equal(level, 'error');
      assert.match(text, expected);
      assert.deepEqual((await updates(host)).at(-1), { enabled: true, badge: '' });
    }
  });

  test('without a remote is a failure, too', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r', 'one');
    await click(host, 'fetch', { directory: repository.path });
    assert.equal((await host.next('message/show')).level, 'error');
  });

  test('never asks for anything, and two of one repository are one', async (t) => {
    const { room, host } = await start(t);
    const { path, program } = hangingFetch(room);
    await click(host, 'fetch', { directory: path });
    await click(host, 'fetch', { directory: path }, 's2');
    await program.running();
    const env = program.environment.split('\n');
    for (const variable of ['GIT_TERMINAL_PROMPT=0', 'GIT_ASKPASS=', 'SSH_ASKPASS=false',
      'SSH_ASKPASS_REQUIRE=force', 'LC_ALL=C']) {
      assert.ok(env.includes(variable), variable);
    }
    assert.deepEqual(await host.request('ping'), {});
    program.release();
    const texts = [await host.next('message/show'), await host.next('message/show')];
    assert.deepEqual(texts.map(({ session }) => session).sort(), ['s1', 's2']);
    assert.equal(texts[0].text, texts[1].text);
    assert.equal(program.environment.match(/^LC_ALL=/gm).length, 1);
  });

  for (const how of ['exit', 'the end of input', 'SIGTERM']) {
    test(`that hangs ends with the plugin at ${how}, with all that it has started`, async (t) => {
      const { room, host } = await start(t);
      const { path, program } = hangingFetch(room);
      await click(host, 'fetch', { directory: path });
      await program.running();
      if (how === 'exit') host.notify('exit');
      else if (how === 'SIGTERM') process.kill(host.pid, 'SIGTERM');
      else host.stdin.end();
      assert.equal(await host.status(), how === 'SIGTERM' ? 143 : 0);
      await program.ended();
    });
  }
});
