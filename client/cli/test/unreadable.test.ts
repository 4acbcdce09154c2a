import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoted, whyUnreadable } from '../src/input/unreadable.ts';

test.each([
  'key.pem',
  '/home/ada/keys/key-1.pem',
  'my keys/key.pem',
  "ada's key.pem",
  '$HOME/`id`;key',
  'schlüssel.pem',
])('a shell takes %s as one word, when it is pasted', (path) => {
  expect(execFileSync('sh', ['-c', `printf %s ${quoted(path)}`], { encoding: 'utf8' })).toBe(path);
});

test('a path that needs no quotes has none', () => {
  expect(quoted('/home/ada/keys/key-1.pem')).toBe('/home/ada/keys/key-1.pem');
});

test.each([
  ['ENOENT', 'There is no file pay.csv.'],
  ['EACCES', 'pay.csv cannot be read by this user.'],
  ['EIO', 'pay.csv cannot be read: EIO.'],
])('%s is said in words, or by its name', (code, words) => {
  expect(whyUnreadable('pay.csv', Object.assign(new Error(), { code }))).toBe(words);
});
