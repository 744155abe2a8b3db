import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { HangingProgram, start } from './plugin.js';

let lastPopup = 0;

/** Opens one of the plugin's popups, as a host does; `content` is what it shows. */
async function open(host, name, given) {
  const popup = `popup-${(lastPopup += 1)}`;
  const viewport = { width: 80, height: 24, unit: 'cell' };
  const params = { popup, session: 's1', name, arguments: given, viewport };
  const content = await host.request('popup/content', params);
  const press = (action, values) => host.request('popup/action', { popup, action, values });
  const fail = (action, values) => host.failure('popup/action', { popup, action, values });
  return { popup, content, press, fail };
}

/** The form of an action and, once it is filled in, what comes of it. */
async function fill(host, name, repository, branch) {
  const { press } = await open(host, name, { repository: repository.path });
  const action = name === 'checkout' ? 'checkout' : 'delete';
  return press(action, { branch });
}

/** The question that a form leads to. */
async function question(host, repository, branch) {
  const { dismiss, effects } = await fill(host, 'deleteBranch', repository, branch);
  assert.deepEqual([dismiss, effects.length, effects[0].method], [true, 1, 'popup/show']);
  const { name, arguments: given } = effects[0].params;
  return open(host, name, given);
}

/** The text of the message that is an answer's only effect. */
function messageOf({ effects }) {
  assert.deepEqual(effects.map(({ method }) => method), ['message/show']);
  return effects[0].params.text;
}

/** A repository with the branches main, which is checked out, and topic, a commit ahead. */
function forked(room) {
  const repository = room.repository('r', 'one');
  repository.git('switch', '--quiet', '--create', 'topic');
  const ahead = repository.commit('ahead');
  repository.git('switch', '--quiet', 'main');
  return { repository, ahead };
}

describe('the form checkout', () => {
  test('asks for a branch of the repository', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const { content } = await open(host, 'git/checkout', { directory: join(repository.path, 'x') });
    assert.deepEqual(content, {
      title: 'Check out (r)',
      body: {
        kind: 'form',
        fields: [{
          name: 'branch', kind: 'autocomplete', title: 'Branch', source: 'branches',
          context: { repository: repository.path }, required: true,
        }],
      },
      actions: [
        { id: 'cancel', title: 'Cancel', role: 'cancel' },
        { id: 'checkout', title: 'Check out', role: 'default' },
      ],
    });
  });

  test('checks a branch out', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    const answer = await fill(host, 'checkout', repository, ' topic ');
    assert.deepEqual([answer.dismiss, answer.object], [true, { branch: 'topic', commit: ahead }]);
    assert.equal(messageOf(answer), 'On branch topic.');
    assert.equal(repository.current, 'topic');
  });

  test('checks a remote\'s branch out as a local one that follows it', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    room.git(room.path, 'clone', '--quiet', '--origin', 'up/stream', repository.path, 'clone');
    const clone = { path: join(room.path, 'clone') };
    const answer = await fill(host, 'checkout', clone, 'up/stream/topic');
    assert.deepEqual(answer.object.branch, 'topic');
    const upstream = room.git(clone.path, 'rev-parse', '--abbrev-ref', 'topic@{upstream}');
    assert.equal(upstream, 'up/stream/topic');
    const { errors } = await fill(host, 'checkout', clone, 'up/stream/main');
    assert.equal(errors.branch, 'There is a local branch main already.');
  });

  test('refuses where nothing can be checked out, and stays open', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    repository.git('worktree', 'add', '--quiet', '-b', 'beside', '../beside');
    const commit = repository.commitOf('HEAD');
    const names = [Buffer.from('-q'), Buffer.of(0xe9)];
    for (const name of names) {
      const parts = [Buffer.from('create refs/heads/'), name, Buffer.from(` ${commit}\n`)];
      const input = Buffer.concat(parts);
      room.gitWith({ input }, repository.path, 'update-ref', '--stdin');
    }
    const table = [
      [undefined, 'Please choose a branch.'],
      ['', 'Please choose a branch.'],
      ['none', 'There is no branch none.'],
      ['to*', 'There is no branch to*.'],
      ['HEAD', 'There is no branch HEAD.'],
      ['-', 'There is no branch -.'],
      ['--detach', 'There is no branch --detach.'],
      ['a\0b', 'There is no branch a\ufffdb.'],
      ['x'.repeat(100_000), /^There is no branch x+…\.$/],
      [commit, /^There is no branch/],
      ['main', 'main is checked out already.'],
      ['beside', /'beside' is already (checked out|used by worktree) at/],
      ['-q', 'The name -q would be taken for an option.'],
      ['\\xE9', 'The name \\xE9 is not UTF-8; please use git itself.'],
    ];
    for (const [branch, expected] of table) {
      const { dismiss, errors, effects } = await fill(host, 'checkout', repository, branch);
      assert.deepEqual([dismiss, effects], [false, undefined], branch);
      if (typeof expected === 'string') assert.equal(errors.branch, expected);
      else assert.match(errors.branch, expected);
    }
    assert.equal(repository.current, 'main');
    const { fail } = await open(host, 'checkout', { repository: repository.path });
    assert.equal((await fail('checkout', { branch: 5 })).data.path, '/values/branch');
  });

  test('loses no local changes', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    repository.write('file', 'changed');
    const { dismiss, errors } = await fill(host, 'checkout', repository, 'topic');
    assert.equal(dismiss, false);
    assert.match(errors.branch, /local changes.*overwritten by checkout: file$/);
    assert.equal(readFileSync(join(repository.path, 'file'), 'utf8'), 'changed');
    assert.equal(repository.current, 'main');
    repository.git('checkout', '--quiet', '--', 'file');
    repository.git('switch', '--quiet', 'topic');
    const files = ['new1', 'new2', 'new3', 'new4', 'new5'];
    for (const file of files) repository.commit('more', { file });
    repository.git('switch', '--quiet', 'main');
    for (const file of files) repository.write(file, 'untracked');
    assert.match((await fill(host, 'checkout', repository, 'topic')).errors.branch,
      /untracked.*: new1, new2, new3 and 2 more$/);
    assert.equal(readFileSync(join(repository.path, 'new1'), 'utf8'), 'untracked');
  });

  test('goes on without its popup where it takes long', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const program = new HangingProgram(room, 'hook');
    repository.git('config', 'core.hooksPath', join(room.path, 'hooks'));
    room.write('hooks/post-checkout', `#!/bin/sh\nexec '${program.path}'\n`, { mode: 0o755 });
    const answer = await fill(host, 'checkout', repository, 'topic');
    assert.deepEqual(answer, { dismiss: true });
    await program.running();
    assert.equal(host.messages.some(({ method }) => method === 'message/show'), false);
    program.release();
    const { session, level } = await host.next('message/show');
    assert.deepEqual([session, level], ['s1', 'error']); // the hook has failed
    assert.equal(repository.current, 'topic');
  });

  test('shows why not in place of the form where there is nothing to check out', async (t) => {
    const { room, host } = await start(t);
    room.git(room.path, 'init', '--quiet', '--bare', 'bare.git');
    const bare = { repository: join(room.path, 'bare.git') };
    for (const given of [bare, { directory: '/' }, undefined]) {
      const { content, press, fail } = await open(host, 'checkout', given);
      assert.equal((await fail('checkout', { branch: 'main' })).data.path, '/action');
      assert.deepEqual([content.body.kind, content.severity], ['text', 'error']);
      assert.deepEqual(content.actions.map(({ id }) => id), ['cancel']);
      assert.deepEqual(await press('cancel'), { dismiss: true });
    }
  });
});

describe('deleting a branch', () => {
  test('asks for a local one first', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const { content } = await open(host, 'deleteBranch', { repository: repository.path });
    const [field] = content.body.fields;
    assert.deepEqual(field.context, { repository: repository.path, scope: 'local' });
    assert.deepEqual(content.actions.map(({ id, role }) => [id, role]), [
      ['cancel', 'cancel'], ['delete', 'destructive'],
    ]);
  });

  test('names what would be lost, and without a yes nothing is', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const { content, press } = await question(host, repository, 'topic');
    assert.deepEqual(content, {
      title: 'Delete branch',
      severity: 'warning',
      body: {
        kind: 'confirm',
        text: 'Delete topic? 1 commit is on no other branch or tag and will be lost:\n'
          + `${repository.git('rev-parse', '--short', 'topic')} ahead`,
      },
      actions: [
        { id: 'cancel', title: 'Cancel', role: 'cancel' },
        { id: 'delete', title: 'Delete', role: 'destructive' },
      ],
    });
    assert.deepEqual(await press('cancel'), { dismiss: true });
    assert.deepEqual(repository.branches, ['main', 'topic']);
  });

  test('with a yes tells how to have it back', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    repository.git('branch', '--move', 'topic', "it's");
    const { press } = await question(host, repository, "it's");
    const answer = await press('delete');
    assert.deepEqual([answer.dismiss, answer.object], [true, { branch: "it's", commit: ahead }]);
    assert.deepEqual(repository.branches, ['main']);
    assert.deepEqual(answer.effects[0].params.actions, [{ id: 'close', title: 'Close' }]);
    const [, command] = /^Deleted branch it's, which was at [0-9a-f]{40}\. To have it back: (.*)$/
      .exec(messageOf(answer));
    assert.equal(command, `git branch 'it'\\''s' ${ahead}`);
    repository.git('branch', "it's", ahead);
    assert.equal(repository.commitOf("it's"), ahead);
  });

  test('counts what nothing else has: branches, tags, remotes and HEAD keep commits', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    const text = async () => (await question(host, repository, 'topic')).content.body.text;
    const keepers = [
      ['branch', ['branch', 'other', 'topic'], ['branch', '-D', 'other']],
      ['tag', ['tag', 'v1', 'topic'], ['tag', '-d', 'v1']],
      ...['refs/remotes/o/x', 'refs/stash', 'refs/notes/x'].map((ref) => {
        return [ref, ['update-ref', ref, ahead], ['update-ref', '-d', ref]];
      }),
      ['HEAD', ['switch', '--quiet', '--detach', 'topic'], ['switch', '--quiet', 'main']],
    ];
    for (const [name, keep, drop] of keepers) {
      repository.git(...keep);
      assert.match(await text(), /Nothing is lost/, name);
      repository.git(...drop);
    }
    repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/topic');
    assert.match(await text(), /^Delete topic\? 1 commit is/);
    repository.git('switch', '--quiet', 'topic');
    for (const number of '0123456789') repository.commit(`more ${number} \x1b[2J\u202e`);
    repository.git('switch', '--quiet', 'main');
    const lines = (await text()).split('\n');
    assert.match(lines[0], /^Delete topic\? 11 commits are/);
    assert.match(lines[1], /^[0-9a-f]+ more 9 \ufffd\[2J\ufffd$/);
    assert.deepEqual([lines.length, lines.at(-1)], [10, '…']);
  });

  test('counts a thousand, and says that there are more', async (t) => {
    const { room, host } = await start(t);
    const repository = room.repository('r');
    repository.grow(1_500);
    repository.git('branch', 'topic', 'main');
    repository.git('switch', '--quiet', '--orphan', 'empty');
    repository.commit('new');
    repository.git('branch', '-D', 'main');
    const { content } = await question(host, repository, 'topic');
    assert.match(content.body.text, /1000 and more commits are on no other/);
  });

  test('refuses what is in use, a remote\'s and unknown ones', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    repository.git('worktree', 'add', '--quiet', '-b', 'beside', '../beside');
    repository.git('update-ref', 'refs/remotes/origin/x', ahead);
    const table = [
      ['main', 'main is the current branch.'],
      ['beside', `beside is checked out in ${room.path}/beside.`],
      ['origin/x', 'origin/x is a remote\'s; only local branches are deleted here.'],
      ['none', 'There is no branch none.'],
      ['', 'Please choose a branch.'],
    ];
    for (const [branch, expected] of table) {
      const { dismiss, errors } = await fill(host, 'deleteBranch', repository, branch);
      assert.deepEqual([dismiss, errors], [false, { branch: expected }]);
    }
    const given = { repository: repository.path, branch: 'main' };
    const { content } = await open(host, 'confirmDelete', given);
    assert.deepEqual(content.actions.map(({ id }) => id), ['cancel']);
    assert.equal(content.body.text, 'main is the current branch.');
  });

  test('asks anew where the branch has moved meanwhile', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    const { press } = await question(host, repository, 'topic');
    repository.git('switch', '--quiet', 'topic');
    const moved = repository.commit('later');
    repository.git('switch', '--quiet', 'main');
    const { dismiss, content } = await press('delete');
    assert.equal(dismiss, false);
    assert.match(content.body.text, /^topic has moved meanwhile, and nothing was deleted\. /);
    assert.match(content.body.text, /2 commits/);
    assert.notEqual(moved, ahead);
    assert.deepEqual(repository.branches, ['main', 'topic']);
    assert.equal((await press('delete')).object.commit, moved);
  });

  test('does nothing to a branch that came into use or vanished meanwhile', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const { press } = await question(host, repository, 'topic');
    repository.git('switch', '--quiet', 'topic');
    assert.equal((await press('delete')).content.body.text, 'topic is the current branch.');
    repository.git('switch', '--quiet', 'main');
    repository.git('branch', '-D', 'topic');
    const { dismiss, content } = await press('delete');
    assert.deepEqual([dismiss, content.body.text], [false, 'There is no branch topic any more.']);
  });

  test('leaves a branch that is being rebased to git', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    repository.commit('conflict');
    assert.throws(() => repository.git('rebase', 'main', 'topic'));
    const { press } = await question(host, repository, 'topic');
    assert.match((await press('delete')).content.body.text, /topic.*(used by|checked out|rebased)/);
    assert.deepEqual(repository.branches, ['main', 'topic']);
  });
});

describe('the menu of a branch', () => {
  test('offers what can be done with it', async (t) => {
    const { room, host } = await start(t);
    const { repository, ahead } = forked(room);
    repository.git('update-ref', 'refs/remotes/origin/x', ahead);
    room.git(room.path, 'clone', '--quiet', '--bare', repository.path, 'bare.git');
    const bare = join(room.path, 'bare.git');
    const table = [
      [repository.path, 'main', ['cancel']],
      [repository.path, 'topic', ['cancel', 'checkout', 'delete']],
      [repository.path, 'origin/x', ['cancel', 'checkout']],
      [bare, 'topic', ['cancel', 'delete']],
    ];
    for (const [path, branch, expected] of table) {
      const { content } = await open(host, 'branch', { repository: path, branch });
      assert.deepEqual(content.actions.map(({ id }) => id), expected, branch);
    }
    const { content } = await open(host, 'branch', { repository: repository.path, branch: 'main' });
    assert.match(content.body.text, /^one\nAda Lovelace, 2023-11-14, [0-9a-f]{12}\nThis is the /);
  });

  test('checks out, and asks before it deletes', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const given = { repository: repository.path, branch: 'topic' };
    const { press } = await open(host, 'branch', given);
    const { effects } = await press('delete');
    assert.deepEqual(effects[0].params, { name: 'confirmDelete', arguments: given });
    repository.write('file', 'changed');
    const refused = await press('checkout');
    assert.match(refused.content.body.text, /overwritten by checkout/);
    repository.git('checkout', '--quiet', '--', 'file');
    assert.equal((await press('checkout')).object.branch, 'topic');
  });
});

describe('popups', () => {
  test('that are unknown or gone are refused, and so are unknown actions', async (t) => {
    const { room, host } = await start(t);
    const { repository } = forked(room);
    const { popup, fail } = await open(host, 'checkout', { repository: repository.path });
    for (const action of ['delete', 'toString', '']) {
      assert.equal((await fail(action)).data.path, '/action');
    }
    host.notify('popup/didDismiss', { popup, reason: 'component' });
    assert.equal((await fail('cancel')).code, -32004);
    for (const [name, path] of [['toString', '/name'], ['checkout', '/arguments/repository']]) {
      const params = { popup: 'popup-x', session: 's1', name, arguments: { repository: 'x' } };
      assert.equal((await host.failure('popup/content', params)).data.path, path);
    }
  });
});
