import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { describe, test } from 'node:test';
import { LineSplitter } from '../rpc/lines.js';
import { Output } from '../rpc/output.js';
import { FOLDER, ScriptedHost } from './host.js';

const ODD = { script: `${FOLDER}tests/odd-plugin.js` };

const ping = (id) => ({ jsonrpc: '2.0', id, method: 'ping' });

/** A host that writes this line after the handshake; resolves with the next message. */
async function answerTo(host, line) {
  const before = host.messages.length;
  host.stdin.write(line);
  host.stdin.write('\n');
  await host.request('ping');
  return host.messages.slice(before).find((message) => message.id === null || !isPing(message));
}

const isPing = ({ id }) => typeof id === 'string' && id.startsWith('s1:');

describe('handshake', () => {
  test('before initialize only ping is answered', async (t) => {
    const host = new ScriptedHost(t, ODD);
    assert.deepEqual(await host.request('ping'), {});
    assert.equal((await host.failure('odd/echo')).code, -32002);
  });

  test('a notification before initialize is dropped', async (t) => {
    const host = new ScriptedHost(t, ODD);
    host.notify('odd/fails');
    await host.request('initialize', {});
    assert.ok(!host.log.includes('a fault'));
  });

  test('a second initialize is refused, one after a failure is not', async (t) => {
    const host = new ScriptedHost(t, ODD);
    assert.equal((await host.failure('initialize', { fails: true })).code, -32006);
    assert.equal((await host.failure('odd/echo')).code, -32002);
    await host.request('initialize', {});
    assert.equal((await host.failure('initialize', {})).code, -32007);
  });

  test('what follows initialize in one write is served', async (t) => {
    const host = new ScriptedHost(t, ODD);
    host.send({ id: 1, method: 'initialize' }, { id: 2, method: 'odd/echo', params: { value: 1 } });
    assert.deepEqual((await host.answerTo(2)).result, { value: 1 });
  });
});

describe('envelope', () => {
  const table = [
    ['FC-024 not JSON', 'not json', null, -32700],
    ['FC-031 NaN', '{"id":1,"method":"odd/echo","params":{"value":NaN}}', null, -32700],
    ['FC-022 wrong version', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 1, -32600],
    ['FC-028 unknown method', '{"id":"test","method":"foobar"}', 'test', -32601],
    ['a method that every object has', '{"id":1,"method":"constructor"}', 1, -32601],
    ['FC-030 neither call nor answer', '{"foo":"bar"}', null, -32600],
    ['FC-030 id of a wrong type', '{"id":[1],"method":"ping"}', null, -32600],
    ['FC-030 method of a wrong type', '{"id":1,"method":5}', 1, -32600],
    ['FC-033 params of a wrong type', '{"id":1,"method":"ping","params":"x"}', 1, -32600],
    ['params by position', '{"id":1,"method":"ping","params":[1]}', 1, -32602],
    ['id null', '{"id":null,"method":"ping"}', null, -32600],
    ['id true', '{"id":true,"method":"ping"}', null, -32600],
    ['a batch', '[{"id":1,"method":"ping"}]', null, -32600],
    ['invalid UTF-8', Buffer.from('7b226964223a312cff7d', 'hex'), null, -32700],
    ['a byte order mark', '\ufeff{"id":1,"method":"ping"}', null, -32700],
    ['half a surrogate pair', '{"id":1,"method":"\\ud800"}', null, -32700],
    ['half a surrogate pair in a name', '{"id":1,"method":"ping","\\uDC00":1}', null, -32700],
    ['too deep', '['.repeat(100_000), null, -32700],
    ['a token of a wrong type', '{"id":1,"method":"ping","params":{"partialResultToken":[]}}',
      1, -32602],
    ['credit below 0', '{"id":1,"method":"ping","params":{"partialResultToken":1,"credit":-1}}',
      1, -32602],
  ];
  test('bad lines get an answer and the next is served', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    for (const [name, line, id, code] of table) {
      const answer = await answerTo(host, line);
      assert.deepEqual([answer?.id, answer?.error?.code], [id, code], name);
    }
  });

  test('lines of white space and answers that nobody waits for get none', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const answers = ['{"id":7,"result":{}}', '{"id":7,"error":{"code":1,"message":"m"}}'];
    for (const line of ['', ' \t\r', ...answers]) {
      assert.equal(await answerTo(host, line), undefined, line);
    }
    assert.match(host.log, /dropped an answer to 7/);
  });

  test('FC-036 FC-046 ids come back as they were written', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const ids = ['0', '-1', '1.5', '1e400', '9007199254740993', '18446744073709551616', '""', '"1"',
      '"\\u0000"', '"s3:42/people#7"', `"${'x'.repeat(100_000)}"`];
    let text = '';
    host.stdout.on('data', (data) => (text += data));
    for (const id of ids) {
      const params = '{"a":[1,{"id":5}],"b":"\\"id\\":6"}';
      host.stdin.write(`{"params":${params},"id" : ${id},"method":"odd/nothing"}\n`);
      await host.request('ping');
      assert.ok(text.includes(`"id":${id},"result":{}}`), id);
    }
  });

  test('FC-033 all forms of no params are the same', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    for (const nothing of ['', 'null', '{}', '[]', '[null]']) {
      const params = nothing && `,"params":${nothing}`;
      const answer = await answerTo(host, `{"id":1,"method":"odd/echo"${params}}`);
      assert.deepEqual(answer.result, {}, params);
    }
  });

  test('a message may come byte by byte, or many at once', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const text = '{"id":"é","method":"odd/echo","params":{"value":"\u2028😀"}}\r\n';
    for (const byte of Buffer.from(text)) host.stdin.write(Buffer.of(byte));
    assert.equal((await host.answerTo('é')).result.value, '\u2028😀');
    const ids = Array.from({ length: 1_000 }, (_, index) => index);
    host.send(...ids.map(ping));
    await host.answerTo(999);
    const answered = host.messages.map(({ id }) => id).filter((id) => typeof id === 'number');
    assert.deepEqual(answered, ids);
  });

  test('a message that is too long is skipped, and the next is served', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const answer = await answerTo(host, Buffer.alloc(64 * 1024 * 1024 + 1, 'x'));
    assert.deepEqual([answer.id, answer.error.code], [null, -32011]);
  });

  test('an id that is still open is refused, and the first keeps its answer', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send({ id: 1, method: 'odd/late' }, { id: 1, method: 'ping' });
    const answers = () => host.messages.filter(({ id }) => id === 1);
    await host.until(() => answers().length === 2);
    assert.deepEqual(answers().map(({ error, result }) => error?.code ?? result), [
      -32600, { late: true },
    ]);
  });
});

describe('handlers', () => {
  test('a missing member is told with its pointer', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const error = await host.failure('odd/requires', { in: { 'a/b~c': 5 } });
    assert.deepEqual(error.data, { path: '/in/a~1b~0c', expected: 'string', found: 'integer' });
    const { data } = await host.failure('odd/requires', { in: [] });
    assert.equal(data.found, 'nothing');
    assert.equal((await host.failure('odd/requires', { in: 'x' })).data.path, '/in');
  });

  test('a fault of a handler costs its own call, and its trace goes to the log', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    for (const method of ['odd/throws', 'odd/cyclic']) {
      assert.equal((await host.failure(method)).code, -32603);
    }
    await host.logged('TypeError: a fault of the handler');
    host.notify('odd/fails');
    await host.logged('a fault of the listener');
    assert.deepEqual(await host.request('ping'), {});
  });

  test('what a handler prints goes to the log', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    assert.deepEqual(await host.request('odd/prints'), {});
    await host.logged('written ✓');
    assert.match(host.log, /printed ✓/);
  });

  test('half a surrogate pair is not written', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    assert.equal((await host.request('odd/surrogate')).text, '\ufffd \\ud800 😀');
  });

  test('a cancelled call is answered at once, and its handler is told', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send({ id: 1, method: 'odd/waits' });
    await host.logged('waiting');
    for (const id of [2, '1', null, [1], undefined]) host.notify('$/cancelRequest', { id });
    host.notify('$/cancelRequest', { id: 1 });
    assert.equal((await host.answerTo(1)).error.code, -32800);
    await host.logged('aborted');
    host.send({ id: 1, method: 'ping' }); // the id is free again
    await host.until(() => host.messages.filter(({ id }) => id === 1).length === 2);
  });
});

describe('requests to the host', () => {
  test('have the cause, and bring back result or error', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.on('host/good', (params) => ({ got: params }));
    host.on('host/bad', () => {
      throw Object.assign(new Error('as asked'), { code: -32004 });
    });
    const { answer } = await host.request('odd/asks', { method: 'host/good' });
    assert.equal(answer.got.a, 1);
    assert.match(answer.got._meta.cause, /^s1:/);
    const error = await host.failure('odd/asks', { method: 'host/bad' });
    assert.deepEqual([error.code, error.message], [-32004, 'as asked']);
  });

  test('can be cancelled; the late answer is dropped', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    let answer;
    host.on('host/slow', () => new Promise((resolve) => (answer = resolve)));
    assert.equal((await host.request('odd/asksAndCancels')).text, 'changed my mind');
    const asked = host.messages.find(({ method }) => method === 'host/slow');
    assert.equal((await host.next('$/cancelRequest')).id, asked.id);
    answer({});
    assert.deepEqual(await host.request('ping'), {});
    assert.equal(host.log, '');
  });

  test('FC-114 200 at once are all served', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const asks = Array.from({ length: 200 }, () => host.request('odd/asks', { method: 'host/x' }));
    assert.equal((await Promise.all(asks)).length, 200);
  });
});

describe('lists', () => {
  const counts = (id, params) => ({ id, method: 'odd/counts', params });
  const itemsIn = (host, token) =>
    host.messages.flatMap(({ params }) => (params?.token === token ? params.value.items : []));

  test('without a token all is in the answer', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const { items, version } = await host.request('odd/counts', { count: 3 });
    assert.deepEqual([items.map(({ id }) => id), version], [['0', '1', '2'], 7]);
    assert.deepEqual((await host.request('odd/counts', { count: 0 })).items, []);
  });

  test('never more items are sent than the credit allows', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send(counts(1, { count: 10, partialResultToken: 't', credit: 3 }));
    await host.until(() => itemsIn(host, 't').length === 3);
    for (const count of [0, -1, 1.5, '2', null]) host.notify('$/credit', { token: 't', count });
    host.notify('$/credit', { token: 'other', count: 100 });
    host.notify('$/credit', { token: 't', count: 4 });
    await host.until(() => itemsIn(host, 't').length >= 7);
    assert.deepEqual(await host.request('ping'), {});
    assert.equal(itemsIn(host, 't').length, 7);
    host.notify('$/credit', { token: 't', count: 3 });
    const { items } = (await host.answerTo(1)).result;
    const all = [...itemsIn(host, 't'), ...items];
    assert.deepEqual(all.map(({ id }) => id), Array.from({ length: 10 }, (_, index) => `${index}`));
  });

  test('credit that comes with the call counts; none is needed for the end', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send(
      counts(1, { count: 5, partialResultToken: 1, credit: 0 }),
      { method: '$/credit', params: { token: 1, count: 5 } },
      counts(2, { count: 0, partialResultToken: 2, credit: 0 }),
    );
    assert.equal((await host.answerTo(1)).result.items.length + itemsIn(host, 1).length, 5);
    assert.deepEqual((await host.answerTo(2)).result, { items: [], version: 7 });
  });

  test('no message is larger than a chunk may be', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send(counts(1, { count: 3_000, size: 1_000, partialResultToken: 't' }));
    await host.answerTo(1);
    assert.ok(host.messages.length > 10);
    assert.ok(host.messages.every(({ byteLength }) => byteLength <= 256 * 1024));
  });

  test('a cancel ends a list that waits for credit, and closes its items', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send(counts(1, { count: 10, partialResultToken: 't', credit: 2 }));
    await host.until(() => itemsIn(host, 't').length === 2);
    host.notify('$/cancelRequest', { id: 1 });
    assert.equal((await host.answerTo(1)).error.code, -32800);
    await host.logged('closed 1');
    host.notify('$/credit', { token: 't', count: 8 });
    await host.request('ping');
    assert.equal(itemsIn(host, 't').length, 2);
  });

  test('a fault in the middle is told, and closes the items', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const error = await host.failure('odd/counts', { count: 5, failsAt: 3 });
    assert.deepEqual([error.code, error.message], [-32603, 'a fault of the list']);
    await host.logged('closed');
  });

  test('pings are answered while a long list is made, whether or not it is read', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.send(counts(1, { count: 300_000 }), ping(2));
    await host.answerTo(2);
    assert.ok(!host.messages.some(({ id }) => id === 1));
    assert.equal((await host.answerTo(1)).result.items.length, 300_000);
  });
});

describe('the end', () => {
  test('FC-150 shutdown is answered, and only ping and exit follow', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    assert.deepEqual(await host.request('shutdown'), {});
    assert.equal((await host.failure('odd/echo')).code, -32600);
    assert.deepEqual(await host.request('ping'), {});
    host.notify('exit');
    assert.equal(await host.status(), 0);
  });

  test('exit alone ends the plugin, before initialize too', async (t) => {
    for (const host of [new ScriptedHost(t, ODD), await ScriptedHost.ready(t, ODD)]) {
      host.notify('exit');
      assert.equal(await host.status(), 0);
    }
  });

  test('FC-151 answers come before the end', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    const pings = Array.from({ length: 10 }, (_, index) => ping(index));
    host.send(...pings, { id: 10, method: 'shutdown' }, { method: 'exit' }, ping(11));
    await Promise.all([host.exited, once(host.stdout, 'end')]);
    const ids = host.messages.map(({ id }) => id).filter(Number.isInteger);
    assert.deepEqual(ids, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('FC-147 FC-148 FC-154 at the end of input it answers what came, and ends', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.stdin.write('{"id":1,"method":"odd/late"}\n{"id":2,"method":"ping"}');
    assert.equal(await host.close(), 0);
    assert.deepEqual((await host.answerTo(1)).result, { late: true });
    assert.deepEqual((await host.answerTo(2)).result, {});
  });

  test('FC-147 it ends although calls never do', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.on('host/never', () => new Promise(() => {}));
    host.send(
      { id: 1, method: 'odd/waits' },
      { id: 2, method: 'odd/asks', params: { method: 'host/never' } },
      counted(3),
    );
    await host.logged('waiting');
    assert.equal(await host.close(), 0);
    assert.equal((await host.answerTo(3)).error.code, -32603);
  });

  test('FC-147 it ends although nobody reads', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.stdout.pause();
    host.send({ id: 1, method: 'odd/counts', params: { count: 1_000_000, partialResultToken: 1 } });
    assert.equal(await host.close(), 0);
  });

  test('a reader that has gone ends it', async (t) => {
    const host = await ScriptedHost.ready(t, ODD);
    host.stdout.destroy();
    host.send(ping(1));
    assert.equal(await host.status(), 0);
    assert.equal(host.log, '');
  });

  function counted(id) {
    const params = { count: 2, partialResultToken: 't', credit: 1 };
    return { id, method: 'odd/counts', params };
  }
});

describe('output', () => {
  /** A stream whose reader takes nothing until it is told to. */
  function stuck() {
    const stream = new Writable({ write: (_, __, done) => taken.push(done) });
    const taken = [];
    return { output: new Output(stream), take: () => taken.shift()() };
  }

  test('makes who has much to write wait, until there is room or nobody wants it', async () => {
    const { output, take } = stuck();
    output.send('x'.repeat(900_000));
    await output.room();
    output.send('x'.repeat(900_000));
    const signal = AbortSignal.abort(new Error('cancelled'));
    await assert.rejects(output.room(signal), { name: 'AbortError' });
    const room = output.room();
    take();
    await room;
    const drained = output.drained();
    take();
    await drained;
  });

  test('gives up a reader that takes nothing', async () => {
    const { output } = stuck();
    for (let sent = 0; sent < 80; sent += 1) {
      assert.equal(output.gone.aborted, sent >= 72);
      output.send('x'.repeat(1024 * 1024));
    }
    await output.drained();
    await output.room();
  });
});

describe('lines', () => {
  const bytes = Buffer.from('one\n\ntwo\r\n\u2028é\nlonger than ten\nlast');
  const expected = ['one', '', 'two\r', '\u2028é', null, 'last'];

  test('are the same however the bytes come', () => {
    for (let size = 1; size <= bytes.length; size += 1) {
      const splitter = new LineSplitter(10);
      const lines = [];
      for (let start = 0; start < bytes.length; start += size) {
        lines.push(...splitter.feed(bytes.subarray(start, start + size)));
      }
      lines.push(...splitter.finish());
      assert.deepEqual(lines.map((line) => line?.toString() ?? null), expected, `by ${size}`);
    }
  });
});
