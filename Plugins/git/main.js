import { readFile } from 'node:fs/promises';
import { Actions } from './actions.js';
import { Child } from './child.js';
import { Fetches } from './fetches.js';
import { Freshness } from './freshness.js';
import { Desk } from './notices.js';
import { Popups } from './popups.js';
import { ErrorCode, Peer, ResponseError, takeStandardStreams } from './rpc/index.js';
import { Screens } from './screens.js';
import { Sources } from './sources.js';
import { Watches } from './watches.js';

const PROTOCOL_VERSION = 1;

const streams = takeStandardStreams();
const manifest = JSON.parse(await readFile(new URL('plugin.json', import.meta.url), 'utf8'));
const peer = new Peer(streams);
peer.on('initialize', initialize);
register(peer);

process.on('exit', () => Child.killAll());
for (const [signal, number] of [['SIGINT', 2], ['SIGTERM', 15]]) {
  process.once(signal, () => leave(128 + number));
}
await peer.serve();
await leave(0);

/** Agrees on the protocol. */
function initialize(params) {
  const protocol = params.object('protocol');
  const host = { min: protocol.integer('min'), max: protocol.integer('max') };
  if (host.min > PROTOCOL_VERSION || host.max < PROTOCOL_VERSION) {
    const ours = { min: PROTOCOL_VERSION, max: PROTOCOL_VERSION };
    const text = `the host speaks protocol ${host.min} to ${host.max}, this plugin ${ours.max}`;
    throw new ResponseError(ErrorCode.noCommonVersion, text, { host, plugin: ours });
  }
  const { name, version, implements: methods, provides } = manifest;
  return { protocol: PROTOCOL_VERSION, plugin: { name, version }, implements: methods, provides };
}

/** Says who answers what. */
function register({ signal, log }) {
  const watches = new Watches();
  const desk = new Desk(peer);
  const fetches = new Fetches(signal);
  const tell = (params) => peer.notify('autocomplete/datasourceDidChange', params);
  const sources = new Sources(new Freshness({ watches, tell, log, signal }));
  const actions = new Actions({ desk, fetches });
  const popups = new Popups(desk);
  const screens = new Screens({ desk, fetches, watches, signal });
  peer.on('autocomplete/provideDatasource', (params, call) => sources.provide(params, call));
  peer.on('navigationBar/clickItem', (params, call) => actions.click(params, call));
  peer.on('navigationBar/clickRightMenu', (params) => screens.clickRightMenu(params));
  peer.on('popup/content', (params, call) => popups.content(params, call));
  peer.on('popup/action', (params, call) => popups.action(params, call));
  peer.onNotification('popup/didDismiss', (params) => popups.didDismiss(params));
  peer.on('screen/provide', (params, call) => screens.provide(params, call));
  peer.on('screen/didClose', (params) => screens.didClose(params));
  peer.on('list/fetchData', (params) => screens.fetchData(params));
  peer.on('list/didSelectRow', (params) => screens.didSelectRow(params));
}

/** Ends what git does, and then the plugin. */
async function leave(status) {
  await Child.endAll();
  process.exit(status);
}
