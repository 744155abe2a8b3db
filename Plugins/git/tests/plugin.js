import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createReadStream, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScriptedHost, inTime } from './host.js';
import { Room } from './repositories.js';

/** A room and, in it, the plugin after the handshake. */
export async function start(t, env = {}) {
  const room = new Room(t);
  const host = await ScriptedHost.ready(room, { env: { ...room.env, ...env } });
  return { room, host };
}

/** Asks for a whole datasource. */
export function provide(host, source, context, more = {}) {
  return host.request('autocomplete/provideDatasource', { source, context, ...more });
}

/** The texts of a datasource's items. */
export async function texts(host, source, context) {
  return (await provide(host, source, context)).items.map(({ text }) => text);
}

/** A program that runs until it is released or killed with force; pipes tell which. */
export class HangingProgram {
  #room;
  #running;
  #ended;
  #go;

  constructor(room, name) {
    this.#room = room;
    const [alive, go] = ['alive', 'go'].map((pipe) => join(room.path, `${name}.${pipe}`));
    execFileSync('mkfifo', [alive, go]);
    const lines = [
      '#!/bin/sh',
      "trap '' TERM",
      `env >>'${room.path}/environment'`,
      `exec 3>'${alive}'`,
      `read line <'${go}'`,
    ];
    this.path = room.write(name, `${lines.join('\n')}\n`, { mode: 0o755 });
    this.#go = go;
    const stream = createReadStream(alive).resume(); // opens once the program has
    this.#running = once(stream, 'open');
    this.#ended = once(stream, 'end');
    room.after(() => {
      // In a test that has failed it may still run, or never have been run.
      for (const pipe of [alive, go]) closeSync(openSync(pipe, 'r+'));
    });
  }

  /** The environments in which it was run, one after the other. */
  get environment() {
    return readFileSync(join(this.#room.path, 'environment'), 'utf8');
  }

  /** Waits until it runs. */
  async running() {
    await inTime(this.#running, 'the program');
  }

  /** Lets it end by itself, without success. */
  release() {
    writeFileSync(this.#go, '');
  }

  /** Waits until it is gone. */
  async ended() {
    await inTime(this.#ended, 'the end of the program');
  }
}
