import { Console } from 'node:console';

/**
 * Keeps standard input and output for the protocol; returns them as `{input, output, log}`.
 *
 * What the program prints by accident then goes to standard error, the plugin's log, and can't get
 * between two messages. To be called once, before anything is printed.
 */
export function takeStandardStreams() {
  const { stdin: input, stdout: output, stderr } = process;
  Object.defineProperty(process, 'stdout', { get: () => stderr, configurable: true });
  globalThis.console = new Console(stderr, stderr);
  return { input, output, log: (text) => stderr.write(`${text}\n`) };
}
