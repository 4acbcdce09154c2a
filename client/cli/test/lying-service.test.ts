import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { TestService } from '../../../test/support/service.ts';
import { readWhileSwapped } from '../../../test/support/swapping-file.ts';
import type { Corridor } from '../../src/index.ts';
import { UsageError } from '../src/input/fault.ts';
import { readKeyText } from '../src/input/key-text.ts';
import { nodeFault } from '../src/node-fault.ts';
import { type Paying, rowsTo, startPaying } from './support/paying.ts';
import { runCli, temporaryFolder } from './support/run-cli.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** The real fetch, whose answers to some requests are changed. */
function lyingAt(path: RegExp, change: (body: never) => unknown, method = 'GET'): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, init);
    if (init?.method !== method || !path.test(new URL(String(input)).pathname)) return answer;
    return Response.json(change((await answer.json()) as never), { status: answer.status });
  };
}

/** A run of two lines that is over. */
async function paidRun(paying: Paying) {
  const ended = await paying.run(['submit', paying.file(rowsTo(paying, 2))]);
  expect(ended.code, ended.err).toBe(0);
  return (await paying.batches())[0];
}

const steering = '\u001b]0;taken\u0007\u009b2J\u202e';
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no terminal may get
const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

describe('an answer with characters that a terminal obeys', () => {
  test('shows none of them, as text, as JSON and as CSV', async () => {
    await using paying = await startPaying(service);
    const { batchId } = await paidRun(paying);
    const steered = lyingAt(/\/batches\/pb_\w+$/, (batch: object) => ({ ...batch, externalReferenceId: steering }));
    for (const args of [
      ['status', batchId],
      ['status', batchId, '--json'],
      ['results', batchId],
    ]) {
      const { out, err } = await paying.run(args, { fetch: steered });
      expect(out).toContain('taken');
      expect(out).not.toMatch(obeyed);
      expect(err).not.toMatch(obeyed);
    }
    const { out } = await paying.run(['status', batchId, '--json'], { fetch: steered });
    expect(JSON.parse(out).runs[0].externalReferenceId).toBe(steering);
  });
});

describe('an answer that cannot be', () => {
  test('of another run is an error, and tells nothing of this one', async () => {
    await using paying = await startPaying(service);
    const { batchId } = await paidRun(paying);
    const other = lyingAt(/\/batches\/pb_\w+$/, (batch: object) => ({ ...batch, batchId: 'pb_other' }));
    const ended = await paying.run(['status', batchId], { fetch: other });
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain(`The service was asked for ${batchId}, but answered with pb_other.`);
    const renamed = lyingAt(/\/batches$/, (batch: object) => ({ ...batch, externalReferenceId: 'other' }), 'POST');
    const sent = await paying.run(['submit', paying.file(rowsTo(paying, 1), 'more.csv'), '--pay-again'], {
      fetch: renamed,
    });
    expect(sent.code).toBe(1);
    expect(sent.err).toContain('The service was sent more.csv, but answered with other.');
  });

  test('with a cursor that does not move ends, and does not read for ever', async () => {
    await using paying = await startPaying(service);
    const { batchId } = await paidRun(paying);
    let pages = 0;
    const standing: typeof fetch = async (input, init) => {
      if (!String(input).includes('/items')) return fetch(input, init);
      pages += 1;
      return Response.json({ data: [], nextCursor: 'here' });
    };
    const ended = await paying.run(['results', batchId], { fetch: standing });
    expect(ended.code).toBe(1);
    expect(ended.err).toContain('The cursor of the list does not move.');
    expect(pages).toBe(2);
  });

  test.each([['[]'], ['"text"'], ['null'], ['12']])('is no object: %s', async (body) => {
    await using paying = await startPaying(service);
    const { batchId } = await paidRun(paying);
    const ended = await paying.run(['status', batchId], {
      fetch: lyingAt(/\/batches\/pb_\w+$/, () => JSON.parse(body)),
    });
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain("is not the service's answer");
  });

  test('is larger than any of the service is given up, and not kept', async () => {
    let sent = 0;
    const server = createServer((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1024 * 1024))) sent += 1;
      };
      response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
      more();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const { fetchThrough } = await import('../src/network/fetch-through.ts');
    const { port } = server.address() as AddressInfo;
    await expect(fetchThrough(() => undefined)(`http://127.0.0.1:${port}`)).rejects.toThrow('more than 32 MiB');
    expect(sent).toBeLessThan(80);
  });
});

describe('a connection that is not safe', () => {
  const status = (paying: Paying, change: (connection: string[]) => void) => {
    const connection = [...paying.connection];
    change(connection);
    return runCli(['batch', 'status', 'x', ...connection]);
  };

  test.each(['http://api.example.com', 'http://10.0.0.7:8787', 'ftp://127.0.0.1', 'http://localhost.example.com'])(
    'is refused before anything is sent: %s',
    async (address) => {
      await using paying = await startPaying(service);
      const ended = await status(paying, (connection) => connection.splice(1, 1, address));
      expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(`--base-url ${address} is not encrypted`) });
    },
  );

  test.each([0o640, 0o604, 0o620])('by a key that others can read or change is refused, mode %o', async (mode) => {
    await using paying = await startPaying(service);
    const keyFile = paying.connection.at(-1) as string;
    chmodSync(keyFile, mode);
    expect(await status(paying, () => {})).toMatchObject({
      code: 2,
      err: expect.stringContaining(`chmod 600 ${keyFile}`),
    });
    chmodSync(keyFile, 0o600);
    expect(await status(paying, () => {})).toMatchObject({ code: 2, err: expect.stringContaining('No batch has') });
  });

  test('by the key that was examined, although somebody keeps putting another file in its place', async () => {
    const path = join(temporaryFolder(), 'key.pem');
    const read = () => {
      try {
        return readKeyText(path);
      } catch (error) {
        return error instanceof UsageError;
      }
    };
    // Both were met, and only the text of the private one was taken.
    expect(await readWhileSwapped(path, read)).toEqual(new Set(['mine', true]));
  });

  test('by a FIFO or a folder in place of a file is refused at once', async () => {
    await using paying = await startPaying(service);
    const folder = temporaryFolder();
    const fifo = join(folder, 'pipe');
    execFileSync('mkfifo', [fifo]);
    mkdirSync(join(folder, 'folder'));
    for (const path of [fifo, join(folder, 'folder')]) {
      const ended = await status(paying, (connection) => connection.splice(-1, 1, path));
      expect(ended).toMatchObject({ code: 2, err: expect.stringContaining(`${path} is not a file.`) });
    }
    const submitted = await paying.run(['submit', fifo, '--format', 'csv']);
    expect(submitted).toMatchObject({ code: 2, err: expect.stringContaining(`${fifo} is not a file.`) });
  });
});

describe('a file that somebody has filled in', () => {
  test('is not replaced by a template, unless that is asked for', async () => {
    await using paying = await startPaying(service);
    const path = join(temporaryFolder(), 'payouts.csv');
    writeFileSync(path, 'filled in');
    const template = ['template', '--corridor', 'eur_de_iban', '--out', path];
    expect(await paying.run(template)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${path} already exists`),
    });
    expect(readFileSync(path, 'utf8')).toBe('filled in');
    expect(await paying.run([...template, '--force'])).toMatchObject({ code: 0 });
    expect(readFileSync(path, 'utf8')).toContain('destinationAccountId');
  });

  test('is begun by a template that says which wallets a corridor pays', async () => {
    await using paying = await startPaying(service);
    const wallets = lyingAt(/\/corridors$/, ({ data }: { data: Corridor[] }) => {
      const corridor = data.find(({ corridorId }) => corridorId === 'usd_us_account');
      const wallet = { chain: 'base', token: 'USDC' };
      return { data: [{ ...corridor, country: undefined, corridorId: 'usd_wallet_base_usdc', wallet }] };
    });
    const made = await paying.run(['template', '--corridor', 'usd_wallet_base_usdc'], { fetch: wallets });
    expect(made.out).toContain('<USDC wallet on base>');
    expect(made.err).toContain('Pays USD to wallets on base, as USDC, from USD');
  });

  test('and has no valid line is to be canceled, not confirmed; one that is not there is said so', async () => {
    await using paying = await startPaying(service);
    const ended = await paying.run(['submit', paying.file(['amount,destinationAccountId', '0,nobody'])]);
    expect(ended.err).toMatch(/has no valid lines; cancel it with: sluice batch cancel pb_\w+\. The results/);
    expect(ended.err).not.toContain('--confirm');
    const missing = join(temporaryFolder(), 'none.csv');
    expect(await paying.run(['submit', missing])).toMatchObject({
      code: 2,
      err: `There is no file ${missing}.\n`,
    });
  });
});

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.1.0', true],
  ['24.21.0', true],
])('Node %s can run it: %s', (version, can) => {
  expect(nodeFault(version)).toEqual(can ? undefined : expect.stringContaining('Node 20.19 or later'));
});
