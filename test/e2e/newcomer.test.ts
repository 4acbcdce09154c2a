import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { type GuardedProcess, startGuarded } from '../../local/guarded-process.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from './support/until.ts';

const READY_WITHIN_MS = 60_000;
const DELIVERED_WITHIN_MS = 20_000;
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

/** The README's receiver, as if it stood in the project's folder, on a port that is free. */
async function writeReceiver(): Promise<string> {
  const [, script = ''] =
    /^```ts\n(\/\/ receive\.ts.*?)^```/ms.exec(readFileSync(join(project, 'README.md'), 'utf8')) ?? [];
  const { url, stop } = await startReceiver();
  await stop();
  const path = join(folder, 'receive.mts');
  const here = script
    .replace("'./client/", `'${project}/client/`)
    .replace("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`)
    .replaceAll('4000', new URL(url).port);
  writeFileSync(path, here);
  return path;
}

describe('the receiver of webhooks that the README shows', () => {
  test('prints what it is sent, and survives what endpoints of an earlier run are sent', async () => {
    const path = await writeReceiver();
    const sluice = new Sluice(JSON.parse(readFileSync(join(folder, '.sluice', 'quickstart.json'), 'utf8')));
    for (const lastErrors of [[undefined], [undefined, 'not signed with the secret that is known here']]) {
      const receiver = startGuarded(process.execPath, [path], { graceSeconds: 5, cwd: folder });
      await until('the receiver has printed its event', DELIVERED_WITHIN_MS, () =>
        receiver.outputTail().includes("type: 'deposit.completed'") ? true : undefined,
      );
      const endpoints = await until('every endpoint has been answered', DELIVERED_WITHIN_MS, async () => {
        const { data } = await sluice.listWebhookEndpoints();
        const [newest, ...earlier] = data;
        return newest?.lastSuccessAt && earlier.every(({ lastFailureAt }) => lastFailureAt) ? data : undefined;
      });
      expect(endpoints.map(({ lastError }) => lastError)).toEqual(lastErrors);
      await receiver.end();
    }
  }, 60_000);
});
