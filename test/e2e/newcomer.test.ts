import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedProcess, startGuarded } from '../../local/guarded-process.ts';
import { until } from './support/until.ts';

const READY_WITHIN_MS = 60_000;
const project = join(import.meta.dirname, '..', '..');
/** A newcomer's folder: the README's commands name `.sluice` in it. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-newcomer-'));

let stack: GuardedProcess;
beforeAll(async () => {
  const options = ['--port', '0', '--data', join(folder, '.sluice')];
  stack = startGuarded('npm', ['--prefix', project, 'start', '--', ...options], { graceSeconds: 20 });
  await until('the stack is ready', READY_WITHIN_MS, () => stack.outputTail().includes('Ctrl-C stops it') || undefined);
});
afterAll(async () => {
  await stack?.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs what somebody pasted into bash. */
async function paste(commands: string): Promise<unknown> {
  const shell = spawn('bash', ['-c', commands], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  return JSON.parse(await text(shell.stdout));
}

const balance = { currency: 'USD', available: '0.00', held: '0.00' };

describe('the first signed call', () => {
  test('that the start prints is two lines of bash that read the balance', async () => {
    const lines = stack.outputTail().split('\n');
    const firstCall = lines.filter((line) => /^(challenge=\$\(curl|curl) /.test(line));
    expect(firstCall).toHaveLength(2);

    expect(await paste(firstCall.join('\n'))).toMatchObject(balance);
  });

  test('that the README shows reads the balance', async () => {
    const readme = readFileSync(join(project, 'README.md'), 'utf8');
    const [block] = /^KEY=.*?(?=^```)/ms.exec(readme) ?? [];

    expect(await paste(block ?? '')).toMatchObject(balance);
  });

  test('has the address that the start prints and quickstart.json holds', () => {
    const { baseUrl } = JSON.parse(readFileSync(join(folder, '.sluice', 'quickstart.json'), 'utf8'));
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/business\/api\/v1$/);
    expect(stack.outputTail()).toMatch(new RegExp(`API +${baseUrl}\n`));
  });
});
