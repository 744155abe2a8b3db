/** A plugin whose handlers do all that handlers should not; for the tests of `rpc`. */
import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode, ItemList, Peer, ResponseError, takeStandardStreams } from '../rpc/index.js';

const peer = new Peer(takeStandardStreams());

peer.on('initialize', (params) => {
  if (params.value('fails')) throw new ResponseError(ErrorCode.noCommonVersion, 'as asked');
  return { protocol: 1 };
});
peer.on('odd/echo', (params) => ({ value: params.value('value') }));
peer.on('odd/nothing', () => undefined);
peer.on('odd/requires', (params) => ({ text: params.object('in').string('a/b~c') }));
peer.on('odd/throws', () => {
  throw new TypeError('a fault of the handler');
});
peer.on('odd/prints', () => {
  console.log('printed ✓');
  console.table([1]);
  process.stdout.write('written ✓\n');
  return {};
});
peer.on('odd/surrogate', () => ({ text: '\ud800 \\ud800 \ud83d\ude00' }));
peer.on('odd/cyclic', () => {
  const value = {};
  value.value = value;
  return value;
});
peer.on('odd/waits', (_, call) => {
  console.error('waiting');
  call.signal.addEventListener('abort', () => console.error('aborted'));
  return new Promise(() => {});
});
peer.on('odd/late', () => delay(50, { late: true }));
peer.on('odd/counts', (params, call) => {
  return new ItemList(counting(params, call), () => ({ version: 7 }));
});
peer.on('odd/asks', async (params, call) => {
  return { answer: await peer.request(params.string('method'), { a: 1 }, { cause: call }) };
});
peer.on('odd/asksAndCancels', async () => {
  const abort = new AbortController();
  const answer = peer.request('host/slow', {}, { signal: abort.signal });
  abort.abort(new Error('changed my mind'));
  return answer.catch((error) => ({ text: error.message }));
});
peer.onNotification('odd/fails', () => {
  throw new Error('a fault of the listener');
});

await peer.serve();
process.exit(0);

async function* counting(params, call) {
  const text = 'x'.repeat(params.optionalInteger('size') ?? 0);
  try {
    for (let number = 0; number < params.integer('count'); number += 1) {
      if (number === params.value('failsAt')) throw new Error('a fault of the list');
      yield { id: String(number), text };
    }
  } finally {
    console.error(`closed ${call.id}`);
  }
}
