// Strict decoding; a byte order mark stays in the text, where JSON has no place for it.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
// Only a `\u` escape can bring a surrogate that has lost its other half past the decoder.
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
const LONE_SURROGATE = /\p{Surrogate}/u;
// `JSON.stringify` writes a lone surrogate as an escape, and nothing else that begins with `\ud`.
const WRITTEN_LONE_SURROGATE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g;
// What tells the members of an object that is known to be JSON: names with their colons, strings,
// numbers and brackets.
const TOKEN = /"(?:[^"\\]|\\.)*"(?:\s*:)?|-?\d[\d.eE+-]*|[{}[\]]/gs;

/** Reads one JSON text from bytes; throws, with the reason, on anything that is not one. */
export function parse(bytes) {
  const text = decoder.decode(bytes);
  return SURROGATE_ESCAPE.test(text) ? JSON.parse(text, refuseLoneSurrogates) : JSON.parse(text);
}

/** Writes a value without white space and line ends; half a surrogate pair becomes U+FFFD. */
export function serialize(value) {
  const text = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`${typeof value} is not JSON`);
  return text.includes('\\ud') ? text.replace(WRITTEN_LONE_SURROGATE, '$1\\ufffd') : text;
}

/** How the number of a top-level member is written, digit by digit; undefined without one. */
export function writtenNumber(bytes, name) {
  let depth = 0;
  let member;
  let written;
  for (const [token] of decoder.decode(bytes).matchAll(TOKEN)) {
    if (token === '{' || token === '[') depth += 1;
    else if (token === '}' || token === ']') depth -= 1;
    else if (depth !== 1) continue;
    else if (token.endsWith(':')) member = JSON.parse(token.slice(0, -1));
    else if (member === name && !token.startsWith('"')) written = token;
  }
  return written;
}

/** The name that JSON Schema has for the kind of a value. */
export function kind(value) {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function refuseLoneSurrogates(key, value) {
  if (LONE_SURROGATE.test(key) || (typeof value === 'string' && LONE_SURROGATE.test(value))) {
    throw new SyntaxError('half a surrogate pair is not a character');
  }
  return value;
}
