import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { Sluice } from '../../client/src/index.ts';
import { until } from '../../scripts/support/until.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';
import { descendantsOf, running } from './support/processes.ts';

const WATCH_MS = 500;
const demo = join(import.meta.dirname, '..', '..', 'local', 'demo.ts');
/** The demo's working and temporary directory: what it leaves behind would be here. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-demo-test-'));

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

function start(...args: string[]) {
  const child = spawn(process.execPath, [demo, ...args], {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  const result = Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { child, result: result.then(([output, errors, code]) => ({ output, errors, code })) };
}

const steps = ['Fund', 'Create a recipient', 'Quote', 'Accept', 'Follow the event feed', 'Read the ledger'];

const checkoutSteps = [
  'Register a webhook endpoint',
  'Create a product',
  'Create a link',
  'Pay on that page',
  'Read the payments',
  'Refund a part',
  'Read the event feed',
];

function expectSteps(output: string, expected: readonly string[]): void {
  const headings = output.split('\n').filter((line) => /^\d {2}/.test(line));
  expect(headings.map((heading, index) => heading.startsWith(`${index + 1}  ${expected[index]}`))).toEqual(
    expected.map(() => true),
  );
}

function expectStory(output: string): void {
  expectSteps(output, steps);
  const types = [...output.matchAll(/got {3}(payout\.\w+)/g)].map(([, type]) => type);
  // On a busy machine the payout may skip `processing`.
  expect(types.filter((type) => type !== 'payout.processing')).toEqual(['payout.pending', 'payout.completed']);
  expect(output).toContain('Done');
}

describe('the demo', { timeout: 120_000 }, () => {
  test('plays on a running stack, again and again', async () => {
    const sluice = new Sluice({ baseUrl: stack.baseUrl, organizationId: stack.organizationId, apiKey: stack.apiKey });
    for (const plays of [1, 2]) {
      const { output, errors, code } = await start('--data', stack.dataDirectory).result;
      expect([code, errors]).toEqual([0, '']);
      expect(output).toContain(`Sluice at ${stack.baseUrl}\n`);
      expectStory(output);
      expect((await sluice.listOrders({ status: 'completed' })).data).toHaveLength(plays);
    }
    expect((await sluice.listRecipients()).data).toHaveLength(1);
  });

  test('of checkout sells, is paid on the page, refunds, hears of both, and leaves no endpoint behind', async () => {
    const { baseUrl, organizationId, apiKey, dataDirectory } = stack;
    const sluice = new Sluice({ baseUrl, organizationId, apiKey });
    for (const plays of [1, 2]) {
      const { output, errors, code } = await start('checkout', '--data', dataDirectory).result;
      expect([code, errors]).toEqual([0, '']);
      expectSteps(output, checkoutSteps);
      for (const label of ['feed', 'hook']) {
        const types = [...output.matchAll(new RegExp(`${label} {2}(checkout_payment\\.\\w+)`, 'g'))].map(
          ([, type]) => type,
        );
        expect(types.sort()).toEqual(['checkout_payment.paid', 'checkout_payment.partially_refunded']);
      }
      expect(output).toContain('Done');
      expect((await sluice.listLinks({ status: 'sent' })).data).toHaveLength(plays);
      expect((await sluice.listWebhookEndpoints()).data).toEqual([]);
    }
  });

  test('of payout links makes one, claims it on its page, and follows its payout', async () => {
    const { baseUrl, organizationId, apiKey, dataDirectory } = stack;
    const sluice = new Sluice({ baseUrl, organizationId, apiKey });
    const { output, errors, code } = await start('payout-link', '--claim', '--data', dataDirectory).result;
    expect([code, errors]).toEqual([0, '']);
    expectSteps(output, ['Fund', 'Create a payout link', 'Open the page', 'Follow the payout']);
    expect(output).toContain('payout.completed');
    const [link] = (await sluice.listPayoutLinks({ status: 'claimed' })).data;
    expect(await sluice.getOrder({ payoutId: link?.payoutId ?? '' })).toMatchObject({ status: 'completed' });
  });

  test('of self-funded payouts starts a node, pays with money that is sent there, and leaves nothing behind', async () => {
    const { child, result } = start('self-funded');
    const processes: number[] = [];
    const watch = setInterval(() => processes.push(...descendantsOf(child.pid as number)), WATCH_MS);

    const { output, errors, code } = await result.finally(() => clearInterval(watch));

    expect([code, errors]).toEqual([0, '']);
    const steps = ['Create a recipient', 'Make a payout', 'Read where', 'Send', 'Confirm', 'Follow', 'Read the payout'];
    expectSteps(output, steps);
    expect(output).toMatch(/funding\.status +(confirming|funded)/);
    expect(output).toContain('payout.completed');
    expect(output).toMatch(/available +0\.00 USD/);
    expect(readdirSync(folder)).toEqual([]);
    expect(processes.length).toBeGreaterThan(0);
    expect(running(processes)).toEqual([]);
  });

  test('of wallets starts a node, pays a wallet on it, and leaves nothing behind', async () => {
    const { output, errors, code } = await start('wallet').result;

    expect([code, errors]).toEqual([0, '']);
    const steps = ['Credit', 'Create a recipient', 'Make a payout', 'Follow', 'Read on the chain'];
    expectSteps(output, steps);
    expect(output).toContain('payout.completed');
    expect(output).toMatch(/tokens +100 USDC/);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('of self-funded payouts stops at Ctrl-C, and its node with it', async () => {
    const { child, result } = start('self-funded');
    await until('the demo has a stack', 60_000, () => readdirSync(folder).length > 0 || undefined);
    const processes = descendantsOf(child.pid as number);

    child.kill('SIGINT');

    expect((await result).code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
    expect(running(processes)).toEqual([]);
  });

  test('plays on a stack of its own where none runs, and leaves nothing behind', async () => {
    const { child, result } = start();
    const processes: number[] = [];
    const watch = setInterval(() => processes.push(...descendantsOf(child.pid as number)), WATCH_MS);

    const { output, errors, code } = await result.finally(() => clearInterval(watch));

    expect([code, errors]).toEqual([0, '']);
    expectStory(output);
    expect(readdirSync(folder)).toEqual([]);
    expect(running(processes)).toEqual([]);
  });

  test('stops at Ctrl-C and leaves nothing behind', async () => {
    const { child, result } = start();
    await until('the demo has a stack', 60_000, () => readdirSync(folder).length > 0 || undefined);

    child.kill('SIGINT');

    expect((await result).code).toBe(130);
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each([
    [['--help'], 0, /--base-url URL/],
    [['nothing'], 2, /There is no demo 'nothing'/],
    [['--nothing'], 2, /'--nothing'/],
    [['--base-url', 'nowhere'], 2, /--base-url takes/],
    [['--data', 'nowhere'], 1, /There is no .*quickstart\.json/],
    [['self-funded', '--data', 'nowhere'], 1, /There is no .*live\.json.*npm start -- --data nowhere --chain URL/],
  ])('%j exits with %i', async (args, expectedCode, said) => {
    const { output, errors, code } = await start(...args).result;
    expect(code).toBe(expectedCode);
    expect(output + errors).toMatch(said);
  });

  test('names an address where nothing answers, and the command that starts that very stack', async () => {
    const { errors, code } = await start('--data', stack.dataDirectory, '--base-url', 'http://127.0.0.1:1').result;
    const message = `No Sluice answers at http://127.0.0.1:1. Start it first: npm start -- --data ${stack.dataDirectory}\n`;
    expect([code, errors]).toEqual([1, message]);
  });

  test('says that a proxy stands between', async () => {
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    vi.stubEnv('HTTP_PROXY', 'http://127.0.0.1:1');
    const { errors, code } = await start('--data', stack.dataDirectory).result;
    vi.unstubAllEnvs();
    expect([code, errors]).toEqual([
      1,
      expect.stringContaining('A proxy stands between: HTTP_PROXY names 127.0.0.1:1.'),
    ]);
  });
});
