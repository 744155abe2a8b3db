import { isUtf8 } from 'node:buffer';

// What of a text that somebody else wrote is shown in one line.
const SHOWN_CHARACTERS = 200;
// Controls, and what makes text appear in another order than it has: a terminal would obey them.
const UNSHOWABLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** A text of somebody else, fit to be shown in one line. */
export function readable(text) {
  return shortened(text).replace(UNSHOWABLE, '\ufffd').trim();
}

function shortened(text) {
  if (text.length <= SHOWN_CHARACTERS) return text;
  // One more than are shown, and each may have two units.
  const characters = [...text.slice(0, 2 * (SHOWN_CHARACTERS + 1))];
  if (characters.length <= SHOWN_CHARACTERS) return text;
  return `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…`;
}

/** A text without the user names and passwords that addresses in it have. */
export function redacted(text) {
  return text.replace(/:\/\/[^/@\s]+@/g, '://');
}

/**
 * A name out of a repository, without loss: git's names may be any bytes.
 *
 * Where they are not UTF-8, all but ASCII is written as `\xE9`; names can't have a backslash.
 */
export function nameOf(bytes) {
  if (isUtf8(bytes)) return bytes.toString();
  const escape = (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`;
  return bytes.toString('latin1').replace(/[\x80-\xff]/g, escape);
}

/** The lines of a record out of a repository, each as `nameOf` has it. */
export function fieldsOf(bytes) {
  if (isUtf8(bytes)) return bytes.toString().split('\n');
  return bytes.toString('latin1').split('\n').map((field) => nameOf(Buffer.from(field, 'latin1')));
}

/** A name in quotes as one word of a shell, where it needs them. */
export function shellWord(name) {
  return /^[\w./@%+=:,-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`;
}

/** "1 commit", "2 commits". */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
