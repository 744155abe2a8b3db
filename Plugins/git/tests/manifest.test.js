import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { FOLDER, ScriptedHost } from './host.js';
import { start } from './plugin.js';

const manifest = JSON.parse(readFileSync(`${FOLDER}plugin.json`, 'utf8'));
const { provides } = manifest;

test('the plugin tells the host what its manifest does', async (t) => {
  const host = new ScriptedHost(t);
  const answer = await host.request('initialize', { protocol: { min: 0, max: 5 } });
  const { name, version, implements: methods } = manifest;
  const plugin = { name, version };
  assert.deepEqual(answer, { protocol: 1, plugin, implements: methods, provides });
  for (const method of methods) {
    assert.notEqual((await host.failure(method, {})).code, -32601, method);
  }
});

test('a host without a common version is told both ranges', async (t) => {
  const host = new ScriptedHost(t);
  const error = await host.failure('initialize', { protocol: { min: 2, max: 3 } });
  assert.equal(error.code, -32006);
  assert.deepEqual(error.data, { host: { min: 2, max: 3 }, plugin: { min: 1, max: 1 } });
  const params = { protocol: { min: '1', max: 1 } };
  assert.equal((await host.failure('initialize', params)).data.path, '/protocol/min');
});

test('everything that is declared is there', async (t) => {
  const { room, host } = await start(t);
  const repository = room.repository('r', 'one');
  const context = { directory: repository.path };
  const arguments_ = { ...context, branch: 'main' };
  for (const { name } of provides.sources) {
    await host.request('autocomplete/provideDatasource', { source: name, context });
  }
  for (const { id, when } of provides.actions) {
    assert.deepEqual(when, { vcs: 'git' });
    const params = { screen: 'screen-1', session: 's1', item: id, context };
    await host.request('navigationBar/clickItem', params);
  }
  for (const { name } of provides.popups) {
    const params = { popup: name, session: 's1', name, arguments: arguments_, viewport: {} };
    await host.request('popup/content', params);
  }
  for (const { name } of provides.screens) {
    await host.request('screen/provide', { screen: name, session: 's1', name, context });
  }
});
