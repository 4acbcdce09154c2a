import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FeedEvent, Sluice } from '../../../client/src/index.ts';
import { type Anvil, startAnvil } from '../../../local/chain/anvil.ts';
import { anvilArguments } from '../../../local/chain/anvil-command.ts';
import type { KeptChain } from '../../../local/chain/chain-file.ts';
import { DevelopmentNode } from '../../../local/chain/development-node.ts';
import { sendTestDollars } from '../../../local/chain/faucet.ts';
import type { LiveQuickstart } from '../../../local/data/quickstart.ts';
import { balanceData } from '../../../shared/providers/evm/contract-calls.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';
import { runProgram } from './run-program.ts';

let anvil: Anvil;
let stack: TestStack;
/** The address of a payout that is funded before all others: what comes within a minute is sent on together. */
let funded: `0x${string}`;
beforeAll(async () => {
  anvil = await startAnvil(...anvilArguments);
  stack = await startTestStack({ args: ['--chain', anvil.url] });
  funded = (await awaiting(new Sluice(quickstart()))).address as `0x${string}`;
  await sendTestDollars(quickstart().chain, funded, '125.50');
});
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  await anvil?.stop();
});

function quickstart(): LiveQuickstart {
  return JSON.parse(readFileSync(join(stack.dataDirectory, 'live.json'), 'utf8')) as LiveQuickstart;
}

const details = {
  type: 'individual',
  name: 'Grace Hopper',
  country: 'DE',
  externalId: 'grace',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
} as const;

/** A payout of 100 dollars that nobody has funded yet. */
async function awaiting(sluice: Sluice) {
  const [method] = (await sluice.createRecipient(details)).methods;
  const destinationAccountId = method?.destinationAccountId ?? '';
  const request = { amount: '100.00', destinationAccountId, funding: 'self', reference: randomUUID() } as const;
  const payout = await sluice.createPayout(request);
  if (payout.status === 'pending_approval') throw new Error('somebody is to vote');
  return { ...payout, ...(await sluice.getPayoutFunding({ payoutId: payout.payoutId })) };
}

/** Follows a payout to its end. @returns the types of its events */
async function followed(sluice: Sluice, payoutId: string): Promise<string[]> {
  const types: FeedEvent['type'][] = [];
  for await (const { type } of sluice.followEvents({ payoutId, pollMs: 200, signal: AbortSignal.timeout(60_000) })) {
    types.push(type);
    if (type === 'payout.completed' || type === 'payout.failed') break;
  }
  return types;
}

async function paid(sluice: Sluice, amount = '100.00'): Promise<void> {
  const { payoutId, address } = await awaiting(sluice);
  await sendTestDollars(quickstart().chain, address as `0x${string}`, amount);
  expect((await followed(sluice, payoutId)).at(-1)).toBe('payout.completed');
}

describe('a stack with a development chain', { timeout: 120_000 }, () => {
  test('says what a newcomer needs, and keeps it in files for their owner alone', () => {
    const { organizationId, chain } = quickstart();
    for (const text of [organizationId, chain.token, 'npm run chain -- faucet', 'live.json'])
      expect(stack.output()).toContain(text);
    for (const name of ['live.json', 'live.pem', 'chain/chain.json', 'chain/signer.key'])
      expect(statSync(join(stack.dataDirectory, name)).mode & 0o777, name).toBe(0o600);
  });

  test('money that is sent on the chain pays the payout, and the balance has no part in it', async () => {
    const sluice = new Sluice(quickstart());
    const { payoutId, address, amount, chain, token, requiresFunding } = await awaiting(sluice);
    expect({ amount, chain, token, requiresFunding }).toEqual({
      amount: '100.000000',
      chain: 'development',
      token: 'USDC',
      requiresFunding: true,
    });

    await sendTestDollars(quickstart().chain, address as `0x${string}`, '40.00');
    await expect.poll(() => receivedBy(sluice, payoutId), { timeout: 30_000 }).toBe('40.000000');
    expect((await sluice.getOrder({ payoutId })).status).toBe('pending');
    await sendTestDollars(quickstart().chain, address as `0x${string}`, '60.00');

    expect((await followed(sluice, payoutId)).at(-1)).toBe('payout.completed');
    expect(await sluice.getOrder({ payoutId })).toMatchObject({
      funding: { status: 'funded', received: '100.000000' },
    });
    expect((await sluice.getBalance()).available).toBe('0.00');
  });

  test('the faucet of the command line pays it, too', async () => {
    const sluice = new Sluice(quickstart());
    const { payoutId, address } = await awaiting(sluice);
    const faucet = (...args: string[]) =>
      runProgram('scripts/chain.ts', 'faucet', ...args, '--data', stack.dataDirectory);
    expect(await faucet(address, '100.00')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^sent 100\.00 test USDC in 0x[0-9a-f]{64}\n$/),
    });
    expect((await followed(sluice, payoutId)).at(-1)).toBe('payout.completed');
    for (const [args, said] of [
      [[address, '0'], 'AMOUNT is a number'],
      [[address, '1e3'], 'AMOUNT is a number'],
      [[address, '0.0000001'], 'AMOUNT is a number'],
      [[address.toLowerCase(), '1'], 'ADDRESS has no valid checksum'],
      [[address], 'AMOUNT is missing'],
    ] as const)
      expect((await faucet(...args)).output).toContain(said);
  });

  test('its transaction can be confirmed, and no other one', async () => {
    const sluice = new Sluice(quickstart());
    const { chain } = quickstart();
    const [first, second] = [await awaiting(sluice), await awaiting(sluice)];
    const confirm = (transactionHash: string, { payoutId } = first) =>
      sluice.confirmPayoutFunding({ payoutId, transactionHash }).catch(({ type }) => type);
    const send = ({ address }: typeof first, amount: string) =>
      sendTestDollars(chain, address as `0x${string}`, amount);

    expect(await confirm('0x12')).toBe('VALIDATION_ERROR');
    expect(await confirm(`0x${'1'.repeat(64)}`)).toBe('FUNDING_NOT_YET_VERIFIABLE');
    const elsewhere = await sendTestDollars(chain, chain.token as `0x${string}`, '100.00');
    expect(await confirm(elsewhere)).toBe('FUNDING_TRANSACTION_INVALID');
    const hash = await send(first, '100.00');
    expect(await confirm(hash)).toMatchObject({ status: 'pending', funding: { hash } });
    expect((await followed(sluice, first.payoutId)).at(-1)).toBe('payout.completed');
    expect(await confirm(hash, second)).toBe('FUNDING_TRANSACTION_ALREADY_USED');
    expect(await confirm(hash)).toMatchObject({ status: 'completed', funding: { status: 'funded' } });
    await sluice.cancelPayout({ payoutId: second.payoutId });
    expect(await confirm(await send(second, '100.00'), second)).toBe('PAYOUT_NOT_FUNDABLE');
  });

  test('the demo plays on it, and pays the same account again', async () => {
    const sluice = new Sluice(quickstart());
    await sluice.createRecipient(details);
    for (const _ of [1, 2]) {
      const { code, output } = await runProgram('local/demo.ts', 'self-funded', '--data', stack.dataDirectory);
      expect([code, output]).toEqual([0, expect.stringContaining('Done: funded on the chain, and paid.')]);
      expect(output).toContain('The one that is running.');
    }
  });

  test('without `funding` the balance would pay, and has nothing', async () => {
    const sluice = new Sluice(quickstart());
    const [method] = (await sluice.createRecipient(details)).methods;
    const request = { amount: '100.00', destinationAccountId: method?.destinationAccountId ?? '' };
    await expect(sluice.createPayout(request)).rejects.toMatchObject({ type: 'INSUFFICIENT_BALANCE' });
  });

  test('a start after kill -9 finds everything again, and pays a payout whose money was on its way', async () => {
    const before = quickstart();
    const { payoutId, address } = await awaiting(new Sluice(before));
    await sendTestDollars(before.chain, address as `0x${string}`, '100.00');
    await stack.kill9();
    await stack.restart();
    const { organizationId, apiKey, chain } = quickstart();
    expect({ organizationId, apiKey, chain }).toEqual({
      organizationId: before.organizationId,
      apiKey: before.apiKey,
      chain: before.chain,
    });
    expect((await followed(new Sluice(quickstart()), payoutId)).at(-1)).toBe('payout.completed');
  });

  test('what comes beyond the amount is a deposit, which the owner accepts once the signer has sent it to a treasury', async () => {
    const { baseUrl, organizationId, sessions, chain } = quickstart();
    const owner = new Sluice({ baseUrl, organizationId, session: sessions.owner });
    const [deposit] = (await owner.listDeposits({ status: 'pending' })).data;
    const shown = { amount: '25.50', currency: 'USD', method: 'crypto', chain: 'development', token: 'USDC' };
    expect(deposit).toMatchObject(shown);
    const depositId = deposit?.depositId ?? '';
    const accept = () =>
      owner.acceptDeposit({ depositId }).then(
        ({ status }) => status,
        ({ type }) => type,
      );
    await expect.poll(accept, { timeout: 100_000, interval: 1_000 }).toBe('completed');
    expect((await owner.getBalance()).available).toBe('25.50');

    const node = await DevelopmentNode.reach(chain.node);
    const [, treasury] = await node.accounts();
    const holds = async (holder: `0x${string}`) =>
      BigInt(await node.call(chain.token as `0x${string}`, balanceData(holder)));
    expect(await holds(funded)).toBe(0n);
    expect(await holds(treasury)).toBeGreaterThanOrEqual(125_500_000n);
  });

  test('a start that was interrupted before its organization was kept makes another one, on the same connection', async () => {
    const file = join(stack.dataDirectory, 'chain/chain.json');
    await stack.stop();
    const { live, ...kept } = JSON.parse(readFileSync(file, 'utf8')) as KeptChain;
    writeFileSync(file, JSON.stringify(kept));
    await stack.restart();
    expect(quickstart().organizationId).not.toBe(live?.organizationId);
    expect(quickstart().chain.token).toBe(kept.token);
    await paid(new Sluice(quickstart()));
  });

  test('a start that was interrupted before its contracts were kept deploys others, with the same signer', async () => {
    const [file, key] = ['chain.json', 'signer.key'].map((name) => join(stack.dataDirectory, 'chain', name)) as [
      string,
      string,
    ];
    const [{ token }, signer] = [quickstart().chain, readFileSync(key, 'utf8')];
    await stack.stop();
    rmSync(file);
    await stack.restart();
    expect(quickstart().chain.token).not.toBe(token);
    expect(readFileSync(key, 'utf8')).toBe(signer);
    await paid(new Sluice(quickstart()));
  });

  test('without --chain it offers no live organization, and what is sent meanwhile pays later', async () => {
    const { payoutId, address } = await awaiting(new Sluice(quickstart()));
    const { chain } = quickstart();
    await stack.stop();
    const { dataDirectory } = stack;
    const without = await startTestStack({ dataDirectory });
    expect(without.output()).toContain('Its development chain is not connected');
    expect(() => quickstart()).toThrow('ENOENT');
    await sendTestDollars(chain, address as `0x${string}`, '100.00');
    expect(await without.stop()).toBe(0);
    await stack.restart();
    expect((await followed(new Sluice(quickstart()), payoutId)).at(-1)).toBe('payout.completed');
  });

  test('a node that was started anew is named, and nothing starts', async () => {
    await stack.stop();
    const { url } = anvil;
    await anvil.stop();
    anvil = await startAnvil(...anvilArguments, '--port', new URL(url).port);
    // Its contracts get the addresses of before.
    const other = mkdtempSync(join(tmpdir(), 'sluice-'));
    await using _ = await startTestStack({ args: ['--chain', url], dataDirectory: other });
    const { code, output } = await runProgram('local/start.mjs', '--data', stack.dataDirectory, '--chain', url);
    expect([code, output]).toEqual([
      1,
      `The node at ${url} was restarted and does not have the chain of this data. To keep a chain, start its node with --state FILE --preserve-historical-states. Now start over: npm start -- --data ${stack.dataDirectory} --fresh --chain ${url}\n`,
    ]);
  });
});

describe('a chain that is kept', { timeout: 120_000 }, () => {
  test('may listen elsewhere the next time', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'sluice-chain-'));
    const state = ['--state', join(folder, 'state.json'), '--preserve-historical-states'];
    const first = await startAnvil(...anvilArguments, ...state);
    const dataDirectory = join(folder, 'data');
    const before = await startTestStack({ args: ['--chain', first.url], dataDirectory });
    await before.stop();
    await first.stop();
    const second = await startAnvil(...anvilArguments, ...state);
    try {
      expect(second.url).not.toBe(first.url);
      stack = await startTestStack({ args: ['--chain', second.url], dataDirectory });
      await paid(new Sluice(quickstart()));
      await stack.stop();
    } finally {
      await second.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

async function receivedBy(sluice: Sluice, payoutId: string): Promise<string | undefined> {
  return (await sluice.getOrder({ payoutId })).funding?.received;
}
