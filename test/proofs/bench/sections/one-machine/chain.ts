import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Address, getAddress } from 'viem';
import { Sluice } from '../../../../../client/src/index.ts';
import { type Anvil, startAnvil } from '../../../../../local/chain/anvil.ts';
import { anvilArguments } from '../../../../../local/chain/anvil-command.ts';
import { DevelopmentNode } from '../../../../../local/chain/development-node.ts';
import { sendTestDollars } from '../../../../../local/chain/faucet.ts';
import type { LiveQuickstart } from '../../../../../local/data/quickstart.ts';
import { operate } from '../../../../../local/demo/operate.ts';
import { usageOf } from '../../service/process-usage.ts';
import { newDirectory, startStack } from '../../service/stack.ts';
import { median, percentile } from '../../statistics.ts';
import type { OneMachineSizes } from './sizes.ts';

/** What a stack takes whose live organization funds its payouts on a development chain. */
export interface ChainFigures {
  /** What a first start takes beyond one without a chain, of the medians. */
  readonly extraStartMs: number;
  readonly extraMb: number;
  readonly payouts: number;
  readonly unsent: number;
  /** From the final block that has a payout's money to the event that its rail has begun. */
  readonly sentP50Ms: number;
  readonly sentP99Ms: number;
  readonly wallets: number;
  /** Payouts to wallets that no block had in time. */
  readonly unpaid: number;
  /** From the event that a payout to a wallet is processed to the block that has its payment: less than nothing where the block is first. */
  readonly paidP50Ms: number;
  readonly paidP99Ms: number;
  /** From the answer that made the payout to that block. */
  readonly blockP50Ms: number;
  readonly blockP99Ms: number;
}

/** Payouts are funded at all times between two readings of the chain. */
const paceMs = 700;
const pollMs = 50;
const patienceMs = 60_000;

export async function measureChain({
  starts,
  fundedPayouts,
  paidWallets,
}: Pick<OneMachineSizes, 'starts' | 'fundedPayouts' | 'paidWallets'>): Promise<ChainFigures> {
  const node = await startAnvil(...anvilArguments);
  try {
    const [without, withChain] = await startInTurns(starts, node);
    const { sent, paid } = await playPayouts(node, { fundedPayouts, paidWallets });
    return {
      extraStartMs: median(withChain.map(({ ms }) => ms)) - median(without.map(({ ms }) => ms)),
      extraMb: median(withChain.map(({ mb }) => mb)) - median(without.map(({ mb }) => mb)),
      payouts: fundedPayouts,
      unsent: fundedPayouts - sent.length,
      sentP50Ms: percentile(sent, 0.5),
      sentP99Ms: percentile(sent, 0.99),
      wallets: paidWallets,
      unpaid: paidWallets - paid.length,
      paidP50Ms: percentile(
        paid.map(({ sinceProcessed }) => sinceProcessed),
        0.5,
      ),
      paidP99Ms: percentile(
        paid.map(({ sinceProcessed }) => sinceProcessed),
        0.99,
      ),
      blockP50Ms: percentile(
        paid.map(({ sinceMade }) => sinceMade),
        0.5,
      ),
      blockP99Ms: percentile(
        paid.map(({ sinceMade }) => sinceMade),
        0.99,
      ),
    };
  } finally {
    await node.stop();
  }
}

interface Start {
  readonly ms: number;
  readonly mb: number;
}

async function startInTurns(starts: number, { url }: Anvil): Promise<[without: Start[], withChain: Start[]]> {
  const measured: [Start[], Start[]] = [[], []];
  for (let start = 0; start < starts; start += 1) {
    for (const [index, args] of [[], ['--chain', url]].entries()) {
      await using directory = newDirectory();
      await using stack = await startStack(directory.path, args);
      measured[index]?.push({ ms: stack.startMs, mb: (await usageOf(stack.pid)).megabytes });
    }
  }
  return measured;
}

/** @returns milliseconds of each payout that was sent, and of each that was paid to a wallet, in no order */
async function playPayouts(
  { url }: Anvil,
  { fundedPayouts, paidWallets }: Pick<OneMachineSizes, 'fundedPayouts' | 'paidWallets'>,
): Promise<{ readonly sent: number[]; readonly paid: PaidWallet[] }> {
  await using directory = newDirectory();
  await using _ = await startStack(directory.path, ['--quiet', '--chain', url]);
  const live = JSON.parse(readFileSync(join(directory.path, 'live.json'), 'utf8')) as LiveQuickstart;
  const node = await DevelopmentNode.reach(url);
  const sent = await fundPayouts(live, node, fundedPayouts);
  const credit = { direction: 'credit', amount: `${2 * paidWallets}.00`, currency: 'USD', reason: 'the bench' };
  await operate(directory.path, 'adjust', { organizationId: live.organizationId, ...credit });
  return { sent, paid: await payWallets(live, node, paidWallets) };
}

/** How long a payout to a wallet took to be in a block, milliseconds. */
interface PaidWallet {
  readonly sinceMade: number;
  readonly sinceProcessed: number;
}

/** @returns those that were paid, in no order */
async function payWallets(live: LiveQuickstart, node: DevelopmentNode, count: number): Promise<PaidWallet[]> {
  const sluice = new Sluice(live);
  const { name: chain, token } = live.chain;
  const paying = Array.from({ length: count }, async (_, index) => {
    await sleep(index * paceMs);
    const address: Address = `0x${String(index).padStart(4, 'a')}${'7'.repeat(32)}${String(index).padStart(4, 'b')}`;
    const recipientDetails = { token: 'USDC', chain, address: getAddress(address) };
    const method = { kind: 'crypto', currency: 'USD', recipientDetails } as const;
    const payee = { type: 'individual', name: 'Grace Hopper', externalId: `wallet-${index}`, method } as const;
    const { methods } = await sluice.createRecipient(payee);
    const destinationAccountId = methods[0]?.destinationAccountId ?? '';
    const request = { amount: '1.00', amountLeg: 'destination', destinationAccountId, reference: `wallet-${index}` };
    const { payoutId } = (await sluice.createPayout(request as never)) as { readonly payoutId: string };
    const madeAt = Date.now();
    const [processedAt, inBlockAt] = await Promise.all([
      begun(sluice, payoutId),
      untilHeld(node, token as Address, getAddress(address)),
    ]);
    if (processedAt === undefined || inBlockAt === undefined) return [];
    return [{ sinceMade: inBlockAt - madeAt, sinceProcessed: inBlockAt - processedAt }];
  });
  return (await Promise.all(paying)).flat();
}

/** @returns when a block had tokens for an address; undefined where none had in time */
async function untilHeld(node: DevelopmentNode, token: Address, address: Address): Promise<number | undefined> {
  const latest = Date.now() + patienceMs;
  while (Date.now() < latest) {
    if ((await node.tokensOf(token, address)) > 0n) return Date.now();
    await sleep(pollMs);
  }
  return undefined;
}

/** @returns milliseconds of each payout that was sent, in no order */
async function fundPayouts(live: LiveQuickstart, node: DevelopmentNode, count: number): Promise<number[]> {
  const sluice = new Sluice(live);
  const { methods } = await sluice.createRecipient({
    type: 'individual',
    name: 'Grace Hopper',
    country: 'DE',
    externalId: 'grace',
    method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
  });
  const destinationAccountId = methods[0]?.destinationAccountId ?? '';
  const paying = Array.from({ length: count }, async (_, index) => {
    await sleep(index * paceMs);
    const request = { amount: '10.00', destinationAccountId, funding: 'self', reference: `funded-${index}` } as const;
    const { payoutId } = (await sluice.createPayout(request)) as { readonly payoutId: string };
    const { address, amount } = await sluice.getPayoutFunding({ payoutId });
    await sendTestDollars(live.chain, address as Address, amount);
    const finalAt = await untilFinal(node);
    const sentAt = await begun(sluice, payoutId);
    return sentAt === undefined ? [] : [sentAt - finalAt];
  });
  return (await Promise.all(paying)).flat();
}

/** Waits until everything that is on the chain now is final. @returns when that was */
async function untilFinal(node: DevelopmentNode): Promise<number> {
  const block = await node.latestBlock();
  while ((await node.finalBlock()) < block) await sleep(pollMs);
  return Date.now();
}

/** @returns when the rail was said to have begun; undefined where it did not in time */
async function begun(sluice: Sluice, payoutId: string): Promise<number | undefined> {
  const signal = AbortSignal.timeout(patienceMs);
  for await (const { type, createdAt } of sluice.followEvents({ payoutId, pollMs, signal })) {
    if (type !== 'payout.pending') return Date.parse(createdAt);
  }
  return undefined;
}
