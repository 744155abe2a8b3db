import { ErrorCode, ResponseError } from './errors.js';
import { kind, parse, serialize, writtenNumber } from './json.js';

/** A line that is no message, with the answer that it gets. */
export class Refusal extends Error {
  /** `id` is the JSON text of the id to answer with. */
  constructor(id, error) {
    super(error.message);
    this.id = id;
    this.error = error;
  }
}

/**
 * Reads one line: `{method, params, id?, idText}` for a call, `{id, result | error}` for an answer,
 * null for a line of white space.
 *
 * `idText` is the id as it is to be echoed, for a double does not hold every number; a notification
 * has `null`. Throws `Refusal` for everything that is not a message.
 */
export function readMessage(line) {
  if (isBlank(line)) return null;
  const message = readObject(line);
  const idText = readID(message.id, line);
  if (!Object.hasOwn(message, 'method')) return readAnswer(message, idText);
  if (Object.hasOwn(message, 'id') && idText === 'null') {
    throw invalid(idText, `an id is a string or a number, not ${kind(message.id)}`);
  }
  if ((message.jsonrpc ?? '2.0') !== '2.0') throw invalid(idText, 'jsonrpc is not 2.0');
  if (typeof message.method !== 'string') throw invalid(idText, 'method is not a string');
  if (message.params !== undefined && typeof message.params !== 'object') {
    throw invalid(idText, `params are an object, not ${kind(message.params)}`);
  }
  return { method: message.method, params: message.params, id: message.id, idText };
}

function readAnswer({ id, error, result }, idText) {
  if (error !== undefined && error !== null) return { id, error };
  if (result !== undefined) return { id, result };
  throw invalid(idText, 'neither method, result nor error');
}

function readObject(line) {
  let message;
  try {
    message = parse(line);
  } catch (error) {
    throw invalid('null', `not JSON: ${error.message}`, ErrorCode.parseError);
  }
  if (kind(message) !== 'object') {
    throw invalid('null', `a message is an object, not ${kind(message)}`);
  }
  return message;
}

/** The JSON text of an id; `null` for what can't be one. */
function readID(id, line) {
  if (typeof id === 'string' || Number.isSafeInteger(id)) return serialize(id);
  return typeof id === 'number' ? writtenNumber(line, 'id') : 'null';
}

function invalid(idText, reason, code = ErrorCode.invalidRequest) {
  return new Refusal(idText, new ResponseError(code, `invalid message: ${reason}`));
}

/** Whether a line has only what JSON calls white space. */
function isBlank(line) {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d);
}
