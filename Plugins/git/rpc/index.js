/**
 * JSON-RPC 2.0 as a Jackfield plugin speaks it: one message a line, on standard input and output.
 *
 * Nothing in here knows what the plugin is about. A plugin makes a `Peer`, registers handlers, and
 * calls `serve`:
 *
 *     const peer = new Peer(takeStandardStreams());
 *     peer.on('initialize', () => ({ protocol: 1 }));
 *     peer.on('greeter/greet', (params) => ({ text: `Hello, ${params.string('name')}!` }));
 *     await peer.serve();
 *     process.exit(0);
 */
export { ErrorCode, ResponseError } from './errors.js';
export { ItemList } from './list.js';
export { Members } from './members.js';
export { Peer } from './peer.js';
export { takeStandardStreams } from './stdio.js';
