import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../../test/support/imports.ts';
import { TestService } from '../../../test/support/service.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';
import { temporaryFolder } from './support/run-cli.ts';
import { main, type Started, start } from './support/start.ts';

let service: TestService;

/** Milliseconds for a thousand payouts on DynamoDB Local, on a machine that does other things besides. */
const longTimeout = 600_000;

beforeAll(async () => {
  service = await TestService.start();
});

function submit(paying: Paying, file: string, args: readonly string[] = []): Started {
  return start(process.execPath, [main, 'batch', 'submit', file, ...args, ...paying.connection]);
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
    expect(err).toMatch(/1 of 2 batches were already submitted|already submitted on .* in 2 batches/);
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
    expect(err).toContain('Run the same command again to continue here; nothing is sent twice.');
    expect(await settle(paying, submit(paying, file))).toMatchObject({ code: 0 });
    await expectPaidOnce(paying, 2);
  });
});

describe('an output that is closed', () => {
  test('ends quietly, and the submission goes on to its results', async () => {
    await using paying = await startPaying(service);
    const file = paying.file(rowsTo(paying, 3));
    const started = submit(paying, file, ['--json']);
    started.close();
    const { code } = await settle(paying, started);
    expect(code).toBe(0);
    expect(paying.results(file).map(({ status }) => status)).toEqual(['created', 'created', 'created']);
    await expectPaidOnce(paying, 3);
  });

  test('ends a command that only shows without an error', async () => {
    await using paying = await startPaying(service);
    await paying.run(['submit', paying.file(rowsTo(paying, 3))]);
    const started = start(process.execPath, [main, 'batch', 'results', 'payouts.csv', ...paying.connection]);
    started.close('stdout');
    expect(await started.ended).toMatchObject({ code: 0, err: '' });
  });

  test('is an error if it is full', async () => {
    await using paying = await startPaying(service);
    const full = openSync('/dev/full', 'w');
    const started = start(process.execPath, [main, '--help'], process.env, full);
    closeSync(full);
    expect(await started.ended).toMatchObject({ code: 1, err: 'The output cannot be written: ENOSPC.\n' });
    const file = paying.file(rowsTo(paying, 2));
    const ended = await submit(paying, file, ['--out', '/dev/full']).ended;
    expect(ended).toMatchObject({ code: 2, err: expect.stringContaining('/dev/full cannot be written: ENOSPC') });
    expect(await paying.batches()).toEqual([]);
  });
});

test('results go to a FIFO and to a device, with a byte order mark if it is asked for', async () => {
  await using paying = await startPaying(service);
  const fifo = join(paying.folder, 'fifo');
  execFileSync('mkfifo', [fifo]);
  const started = submit(paying, paying.file(rowsTo(paying, 2)), ['--out', fifo, '--bom']);
  const reader = start('cat', [fifo]);
  expect(await settle(paying, started)).toMatchObject({ code: 0 });
  const { out } = await reader.ended;
  expect(out).toMatch(/^\u{feff}line,externalReferenceId,/u);
  expect(out.trim().split('\n')).toHaveLength(3);
  const args = [main, 'batch', 'results', 'payouts.csv', '--out', '/dev/stdout', ...paying.connection];
  const piped = await start('sh', ['-c', '"$0" "$@" | cat', process.execPath, ...args]).ended;
  expect(piped.out, piped.err).toMatch(/^line,externalReferenceId,/);
});

/** Packs the command line and lays it out as npm installs it. @returns the folder of the package */
function installPacked(folder: string): string {
  const packed = temporaryFolder();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: join(root, 'client/cli') });
  const target = join(folder, 'node_modules/@sluice/cli');
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', join(packed, readdirSync(packed)[0] ?? ''), '-C', target, '--strip-components', '1']);
  return target;
}

test('the packed command, installed without the client, pays a file', async () => {
  const folder = temporaryFolder();
  const installed = installPacked(folder);
  for (const name of ['commander', 'csv-parse', 'csv-stringify', 'fastest-levenshtein']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
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
