import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FeedEvent, Sluice } from '../../../client/src/index.ts';
import { type Anvil, startAnvil } from '../../../local/chain/anvil.ts';
import { anvilArguments } from '../../../local/chain/anvil-command.ts';
import { DevelopmentNode } from '../../../local/chain/development-node.ts';
import type { LiveQuickstart } from '../../../local/data/quickstart.ts';
import { checksummed } from '../../../shared/ground/text/evm-address.ts';
import { startTestStack, type TestStack } from '../../support/stack.ts';
import { runProgram } from './run-program.ts';

let anvil: Anvil;
let stack: TestStack;
beforeAll(async () => {
  anvil = await startAnvil(...anvilArguments);
  stack = await startTestStack({ args: ['--chain', anvil.url] });
}, 120_000);
afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  await anvil?.stop();
});

function quickstart(): LiveQuickstart {
  return JSON.parse(readFileSync(join(stack.dataDirectory, 'live.json'), 'utf8')) as LiveQuickstart;
}

/** Credits the live organization, as an operator does. */
async function credit(amount: string): Promise<void> {
  const { organizationId } = quickstart();
  const words = ['adjust', organizationId, 'credit', amount, 'USD', '--reason', 'a test', '--yes'];
  const { code, output } = await runProgram('operator/main.ts', ...words, '--data', stack.dataDirectory);
  expect([code, output]).toEqual([0, expect.any(String)]);
}

test('a stack with a development chain pays a wallet from its vault, to the cent', { timeout: 120_000 }, async () => {
  await credit('200.00');
  const sluice = new Sluice(quickstart());
  const { chain } = quickstart();
  const address = checksummed(`0x${'7'.repeat(40)}`) as `0x${string}`;
  const method = {
    kind: 'crypto',
    currency: 'USD',
    recipientDetails: { token: 'USDC', chain: 'development', address },
  } as const;
  const recipient = await sluice.createRecipient({ type: 'individual', name: 'Grace Hopper', method });
  const destinationAccountId = recipient.methods[0]?.destinationAccountId ?? '';
  const request = { amount: '100.00', amountLeg: 'destination', destinationAccountId } as const;
  const { payoutId } = (await sluice.createPayout(request)) as { payoutId: string };

  const types: FeedEvent['type'][] = [];
  for await (const { type } of sluice.followEvents({ payoutId, pollMs: 200, signal: AbortSignal.timeout(60_000) })) {
    types.push(type);
    if (type === 'payout.completed' || type === 'payout.failed') break;
  }
  expect(types).toEqual(['payout.pending', 'payout.processing', 'payout.completed']);
  const node = await DevelopmentNode.reach(chain.node);
  expect(await node.tokensOf(chain.token as `0x${string}`, address)).toBe(100_000_000n);
});
