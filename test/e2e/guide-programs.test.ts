import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startAnvil } from '../../local/chain/anvil.ts';
import { anvilArguments } from '../../local/chain/anvil-command.ts';
import { sendTestDollars } from '../../local/chain/faucet.ts';
import type { LiveQuickstart } from '../../local/data/quickstart.ts';
import { startTestStack, type TestStack } from '../support/stack.ts';

const examples = join(import.meta.dirname, '../../examples');
/** A reader's folder: the programs name `.sluice` in it. */
const folder = mkdtempSync(join(tmpdir(), 'sluice-guide-'));

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
  symlinkSync(stack.dataDirectory, join(folder, '.sluice'));
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program as its page says. @returns the lines that it printed */
async function run(program: string, ...flags: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [...flags, join(examples, program)], { cwd: folder });
  return stdout.trimEnd().split('\n');
}

describe('the programs of the guide', () => {
  test('about libraries: add to the balance once, however often they run, and list it', async () => {
    const addedOnce = /^\d{4}-.* deposit 25\.00 /;
    for (const answer of ['added', 'replayed']) {
      const lines = await run('libraries/client.ts');
      expect(lines[0]).toMatch(new RegExp(`^25\\.00 USD ${answer} req_`));
      expect(lines.filter((line) => addedOnce.test(line))).toHaveLength(1);
      expect(lines.at(-1)).toMatch(/^NOT_FOUND .* req_/);
    }
  });

  test('about refunds: give back a part of what was paid', async () => {
    expect(await run('checkout/refund.ts')).toEqual([
      expect.stringMatching(/^pay_\w+ paid$/),
      'refunded 12.50',
      expect.stringMatching(/^re_\w+ succeeded 1250$/),
    ]);
  });

  test('about testing: see payouts fail, and pay none twice', { timeout: 120_000 }, async () => {
    const lines = await run('testing/outcomes.ts');
    expect(lines).toEqual(
      expect.arrayContaining([
        'account_invalid account_invalid the funds are back',
        expect.stringMatching(/ the funds are not back$/),
      ]),
    );
  });

  test('about testing: try a receiver', async () => {
    const lines = await run('testing/receiver.test.ts', '--test');
    expect(lines.filter((line) => /^\S+ (pass 2|fail 0)$/.test(line))).toHaveLength(2);
  });

  test('about approvals: ask for a vote, vote, and see the payout', async () => {
    expect(await run('approvals/vote.ts')).toEqual([
      expect.stringMatching(/^waits for a vote until 20/),
      'payout approved',
      expect.stringMatching(/^became po_/),
      'policy approved',
    ]);
  });

  test('about self-funded payouts: say where to send the money, and wait for it', { timeout: 120_000 }, async () => {
    const anvil = await startAnvil(...anvilArguments);
    await using live = await startTestStack({ args: ['--chain', anvil.url] });
    const { chain } = JSON.parse(readFileSync(join(live.dataDirectory, 'live.json'), 'utf8')) as LiveQuickstart;
    const place = mkdtempSync(join(tmpdir(), 'sluice-guide-'));
    symlinkSync(live.dataDirectory, join(place, '.sluice'));
    const child = spawn(process.execPath, [join(examples, 'self-funded/fund.ts')], { cwd: place });
    const lines: string[] = [];
    for await (const line of createInterface({ input: child.stdout })) {
      lines.push(line);
      const [, amount, address] = /^Send (\S+) USDC on development to (0x\S+)$/.exec(line) ?? [];
      if (amount && address) await sendTestDollars(chain, address as `0x${string}`, amount);
    }
    expect(lines).toEqual([
      expect.stringMatching(/^Send 100\.000000 USDC/),
      'payout.pending',
      ...lines.filter((line) => line === 'payout.processing'),
      'payout.completed',
    ]);
    const { stdout } = await promisify(execFile)(process.execPath, [join(examples, 'self-funded/fund.ts')], {
      cwd: place,
    });
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('payout.completed');
    expect(stdout).not.toContain('Send');
    rmSync(place, { recursive: true, force: true });
    await anvil.stop();
  });

  test('about reconciliation: find that the ledger agrees with the balance', async () => {
    const lines = await run('reconciliation/day.ts');
    expect(lines).toEqual(expect.arrayContaining([expect.stringMatching(/^payout -250\.00 .* above-the-threshold-/)]));
    expect(lines.at(-1)).toMatch(/^available \d+\.\d\d agrees$/);
  });
});
