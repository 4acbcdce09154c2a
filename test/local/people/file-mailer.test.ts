import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDataDirectory } from '../../../local/data/data-directory.ts';
import { createFileMailer } from '../../../local/people/file-mailer.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sluice-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const mail = { to: 'ada@example.com', subject: 'A subject', text: 'The text.' };

test('a mail becomes a file of its own for its owner alone, and a line in the log', async () => {
  const lines: unknown[] = [];
  const log = { info: (...line: unknown[]) => void lines.push(line) } as never;
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const mailer = createFileMailer(directory, { clock: () => now++, log });
  await mailer.send(mail, 'mail_1.a');
  await mailer.send(mail, 'mail_1.a');
  const first = '2026-03-01T12-00-00.000Z-mail_1.a.txt';
  expect(readdirSync(directory).sort()).toEqual([first, '2026-03-01T12-00-00.001Z-mail_1.a.txt']);
  const file = join(directory, first);
  expect(readFileSync(file, 'utf8')).toBe('To: ada@example.com\nSubject: A subject\n\nThe text.\n');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(lines[0]).toEqual(['mail written', { file }]);
});

test('a disk that takes no mail takes none for anybody', async () => {
  const mailer = createFileMailer(join(directory, 'missing'), { clock: Date.now, log: { info: () => {} } as never });
  const failure = await mailer.send(mail, 'mail_1.a').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(mailer.concernsEveryMail?.(failure)).toBe(true);
});

test('mail is kept in the data directory until a fresh start', async () => {
  const path = join(directory, 'data');
  const data = openDataDirectory({ directory: path, fresh: false });
  data.release();
  expect(statSync(data.mails).mode & 0o777).toBe(0o700);
  const mailer = createFileMailer(data.mails, { clock: Date.now, log: { info: () => {} } as never });
  await mailer.send(mail, 'mail_1.a');
  openDataDirectory({ directory: path, fresh: false }).release();
  expect(readdirSync(data.mails)).toHaveLength(1);
  openDataDirectory({ directory: path, fresh: true }).release();
  expect(existsSync(data.mails)).toBe(true);
  expect(readdirSync(data.mails)).toEqual([]);
});
