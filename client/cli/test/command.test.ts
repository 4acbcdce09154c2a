import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { root } from '../../../test/support/imports.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';
import { type Ended, temporaryFolder } from './support/run-cli.ts';

let service: TestService;

/** Milliseconds for a thousand payouts on DynamoDB Local, on a machine that does other things besides. */
const longTimeout = 600_000;

beforeAll(async () => {
  service = await TestService.start();
});

interface Started {
  /** Resolves when standard error has this text. */
  says(text: string): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<Ended & { readonly signal: NodeJS.Signals | null }>;
}

/** Starts a program as a process of its own; it ends with the test. */
function start(command: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Started {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let out = '';
  let err = '';
  child.stdout.on('data', (text) => {
    out += text;
  });
  child.stderr.on('data', (text) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, out, err }));
  const says = async (text: string) => {
    while (!err.includes(text)) {
      if (child.exitCode !== null) throw new Error(`it ended before it said "${text}":\n${err}`);
      await sleep(10);
    }
  };
  return { says, kill: (signal) => void child.kill(signal), ended };
}

const main = join(root, 'client/cli/src/main.ts');

function submit(paying: Paying, file: string): Started {
  return start(process.execPath, [main, 'batch', 'submit', file, ...paying.connection]);
}

/** Lets the service work until the command has ended. */
async function settle(paying: Paying, { ended }: Started) {
  let isOver = false;
  void ended.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await paying.work();
    await sleep(50);
  }
  return ended;
}

async function expectPaidOnce(paying: Paying, count: number): Promise<void> {
  const payouts = await paying.payouts();
  expect(payouts.size).toBe(count);
  expect([...payouts.values()].filter((times) => times !== 1)).toEqual([]);
}

describe('a process', () => {
  test('that is killed after its first run is gone on with, and each line is paid once', {
    timeout: longTimeout,
  }, async () => {
    await using paying = await startPaying(service, '30000.00');
    const file = paying.file(rowsTo(paying, 1_010));
    const killed = submit(paying, file);
    await killed.says('payouts.csv/1 submitted');
    killed.kill('SIGKILL');
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    const { code, err } = await settle(paying, submit(paying, file));
    expect(code, err).toBe(0);
    expect(err).toMatch(/[12] of 2 runs were submitted before/);
    expect(paying.results(file)).toHaveLength(1_010);
    await expectPaidOnce(paying, 1_010);
  });

  test('that is stopped by Ctrl-C says how to go on', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 2));
    const stopped = submit(paying, file);
    await stopped.says('1 received');
    stopped.kill('SIGINT');
    const { code, err } = await stopped.ended;
    expect(code, err).toBe(130);
    expect(err).toContain('The same command goes on here; nothing is sent twice.');
    expect(await settle(paying, submit(paying, file))).toMatchObject({ code: 0 });
    await expectPaidOnce(paying, 2);
  });
});

/** Packs a package and lays it out as npm installs it. */
function install(folder: string, source: string, name: string): void {
  const packed = temporaryFolder();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: join(root, source) });
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(packed, readdirSync(packed)[0] ?? ''), '-C', target, '--strip-components', '1']);
}

test('the packed command, installed beside the packed client, pays a file', async () => {
  const folder = temporaryFolder();
  install(folder, 'client', '@sluice/client');
  install(folder, 'client/cli', '@sluice/cli');
  for (const name of ['commander', 'csv-parse', 'csv-stringify', 'fastest-levenshtein']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  const installed = join(folder, 'node_modules/@sluice/cli');
  expect(readdirSync(installed).sort()).toEqual(['README.md', 'dist', 'package.json']);
  await using paying = await startPaying(service);
  const file = paying.file(rowsTo(paying, 3));
  const [, baseUrl, , organization, , keyId, , keyFile] = paying.connection;
  const started = start(process.execPath, [join(installed, 'dist/main.js'), 'batch', 'submit', file], {
    ...process.env,
    SLUICE_BASE_URL: baseUrl,
    SLUICE_ORGANIZATION_ID: organization,
    SLUICE_KEY_ID: keyId,
    SLUICE_KEY_FILE: keyFile,
  });
  const { code, out, err } = await settle(paying, started);
  expect(code, err).toBe(0);
  expect(out).toMatch(/^payouts\.csv {2}pb_\w+ {2}completed: 3 created; debited /);
  await expectPaidOnce(paying, 3);
});
