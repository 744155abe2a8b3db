import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldsOf, nameOf, readable, redacted, shellWord } from '../text.js';

function check(act, table) {
  for (const [given, expected] of table) {
    assert.deepEqual(act(given), expected, String(given).slice(0, 40));
  }
}

test('a text that is shown has one line and no controls, and is not long', () => {
  check(readable, [
    ['plain é 😀', 'plain é 😀'],
    ['  a\tb\r\nc\x1b[31m\x7f\x9b ', 'a\ufffdb\ufffd\ufffdc\ufffd[31m\ufffd\ufffd'],
    ['\u202eevil\u2066\u2028', '\ufffdevil\ufffd\ufffd'],
    ['x'.repeat(200), 'x'.repeat(200)],
    ['x'.repeat(201), `${'x'.repeat(199)}…`],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ['😀'.repeat(1_000), `${'😀'.repeat(199)}…`],
  ]);
});

test('addresses lose who logs in', () => {
  check(redacted, [
    ['at https://user:secret@host/path@x failed', 'at https://host/path@x failed'],
    ['ssh://token@host:22/x and https://a:b@c', 'ssh://host:22/x and https://c'],
    ['git@host:path', 'git@host:path'],
    ['https://host/a@b', 'https://host/a@b'],
  ]);
});

test('no two names become one', () => {
  check(nameOf, [
    [Buffer.from('é'), 'é'],
    [Buffer.of(0xe9), '\\xE9'],
    [Buffer.from('\\xE9'), '\\xE9'], // which no name in git can be
    [Buffer.from('é\xff', 'latin1'), '\\xE9\\xFF'],
  ]);
  check(fieldsOf, [
    [Buffer.from('é\n\nb'), ['é', '', 'b']],
    [Buffer.concat([Buffer.from('é\n'), Buffer.of(0xff)]), ['é', '\\xFF']],
  ]);
});

test('a name can be pasted into a shell', () => {
  check(shellWord, [
    ['feature/x-1.0', 'feature/x-1.0'],
    ["it's", "'it'\\''s'"],
    ['$(id)', "'$(id)'"],
    ['a b', "'a b'"],
    ['é', "'é'"],
    ['', "''"],
  ]);
});
