import { ResponseError } from './errors.js';
import { kind } from './json.js';

/**
 * The members of an object from the wire.
 *
 * A member that is missing or of another type throws -32602 with its JSON Pointer. `null` counts as
 * absent, and members that nobody asks for are ignored.
 */
export class Members {
  #members;
  #path;

  /** `value` as the wire has it; all forms of "nothing" that clients send are an empty object. */
  constructor(value, path = '') {
    const isNothing =
      value === undefined || value === null ||
      (Array.isArray(value) && value.every((element) => element === null) && value.length < 2);
    if (!isNothing && kind(value) !== 'object') {
      throw ResponseError.invalidParams(path, 'object', kind(value));
    }
    this.#members = isNothing ? {} : value;
    this.#path = path;
  }

  /** The member as it came; undefined where there is none. */
  value(name) {
    return Object.hasOwn(this.#members, name) ? this.#members[name] ?? undefined : undefined;
  }

  string(name) {
    return this.#required(name, 'string');
  }

  optionalString(name) {
    return this.#optional(name, 'string');
  }

  integer(name) {
    return this.#required(name, 'integer');
  }

  optionalInteger(name) {
    return this.#optional(name, 'integer');
  }

  /** The member's own members; an absent one has none. */
  object(name) {
    return new Members(this.value(name), `${this.#path}/${escape(name)}`);
  }

  /** The -32602 that says what was expected in place of the member. */
  mismatch(name, expected, found = kind(this.value(name))) {
    return ResponseError.invalidParams(`${this.#path}/${escape(name)}`, expected, found);
  }

  #required(name, type) {
    const value = this.#optional(name, type);
    if (value === undefined) throw this.mismatch(name, type);
    return value;
  }

  #optional(name, type) {
    const value = this.value(name);
    if (value !== undefined && kind(value) !== type) throw this.mismatch(name, type);
    return value;
  }
}

/** A name as a step of a JSON Pointer. */
function escape(name) {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
