import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Child } from '../child.js';
import { Gate } from '../gate.js';
import { HangingProgram } from './plugin.js';
import { Room } from './repositories.js';

const shell = (script, options = {}) => new Child('/bin/sh', ['-c', script], options);

async function outputOf(child) {
  let text = '';
  for await (const part of child.stdout) text += part;
  return text;
}

test('a program is started without a shell, and its end is told', async () => {
  const child = new Child('printf', ['%s|', '$(id)', '-x', "it's"], {});
  assert.equal(await outputOf(child), "$(id)|-x|it's|");
  assert.equal(await child.exited, 0);
  const failing = shell('echo why >&2; exit 3');
  assert.equal(await outputOf(failing), '');
  assert.equal(await failing.exited, 3);
  assert.equal(failing.stderr, 'why\n');
});

test('a program that can\'t be started is told', async () => {
  for (const options of [{ cwd: '/nowhere' }, { env: { PATH: '/nowhere' } }]) {
    const child = new Child('printf', ['x'], options);
    await assert.rejects(child.exited, { code: 'ENOENT' });
  }
});

test('of standard error only the end is kept', async () => {
  const child = shell('i=0; while [ $i -lt 5000 ]; do echo "line $i" >&2; i=$((i+1)); done');
  child.stdout.resume();
  assert.equal(await child.exited, 0);
  assert.equal(child.stderr.length, 16 * 1024);
  assert.match(child.stderr, /line 4999\n$/);
});

test('output beyond the limit ends a program', async () => {
  await assert.rejects(shell('while :; do echo more; done').run(1_000), /more than 1000 bytes/);
});

test('a program that takes too long is ended, with what it has started', async (t) => {
  const room = new Room(t);
  const program = new HangingProgram(room, 'program');
  const child = shell(`'${program.path}'; :`, { timeoutMs: 500 });
  await program.running();
  await assert.rejects(child.exited, /longer than/);
  await program.ended();
});

test('a signal that is aborted ends it; one that was is not even begun', async (t) => {
  const room = new Room(t);
  const program = new HangingProgram(room, 'program');
  const abort = new AbortController();
  const child = shell(`'${program.path}'; :`, { signal: abort.signal });
  const output = outputOf(child);
  await program.running();
  abort.abort(new Error('as asked'));
  await assert.rejects(output, /as asked/);
  await assert.rejects(child.exited, /as asked/);
  await program.ended();
  assert.throws(() => shell('exit 0', { signal: abort.signal }), /as asked/);
});

test('what a program leaves behind does not hold it', async (t) => {
  const room = new Room(t);
  const program = new HangingProgram(room, 'program');
  const child = shell(`'${program.path}' & echo out; exit 0`);
  const outcome = child.run(100);
  await program.running();
  const { code, output } = await outcome;
  assert.deepEqual([code, output.toString()], [0, 'out\n']);
  program.release();
  await program.ended();
});

test('a gate lets in so many, in their order, and forgets who has gone', async () => {
  const gate = new Gate(1);
  const order = [];
  const abort = new AbortController();
  await gate.enter();
  const second = gate.enter(abort.signal).then(() => order.push('second'));
  const third = gate.enter().then(() => order.push('third'));
  const fourth = gate.enter().then(() => order.push('fourth'));
  abort.abort(new Error('gone'));
  await assert.rejects(second, /gone/);
  assert.deepEqual(order, []);
  gate.leave();
  await third;
  assert.deepEqual(order, ['third']);
  gate.leave();
  await fourth;
  await assert.rejects(gate.enter(abort.signal), /gone/);
});
