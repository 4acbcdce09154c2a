import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { FundingScene } from '../support/funding/funding-scene.ts';
import { serveOverHttp } from '../support/http-service.ts';
import { quotedByName } from '../support/quotes.ts';
import { sent } from '../support/sent.ts';
import { type Caller, callerOf, keyCaller, newCaller, useService } from './support.ts';

const stage = useService({ rails: () => sandboxRails });
let caller: Caller;

beforeEach(async () => {
  caller = await newCaller(stage.http);
});

/** A payout that awaits the organization's own funds. */
async function selfFunded() {
  const { payoutId } = await storePayout(stage.http.service, caller.of);
  return { payoutId };
}

const sent100 = 100_000_000n;

/** A live organization with a routing that it funds itself, and a payout of 100 dollars. */
async function selfFunding() {
  const scene = await FundingScene.start({ rateLimitOverride: 10_000 });
  const http = await serveOverHttp(scene.service);
  onTestFinished(http.stop);
  const by = callerOf(http, scene.of);
  const { destinationAccountId } = scene.payee.methods[0];
  const payout = await sent(by.sluice.createPayout({ amount: '100.00', destinationAccountId, funding: 'self' }));
  return { scene, by, payout };
}

/** Reads the instructions of a payout, sends the money, confirms it, and sees the payout paid. */
async function fund({ sluice }: Caller, scene: FundingScene, { payoutId }: { readonly payoutId: string }) {
  const { address, amount, token, chain } = await sluice.getPayoutFunding({ payoutId });
  expect({ token, chain }).toEqual({ token: 'USDC', chain: 'base' });
  const transfer = { to: address.toLowerCase(), amount: BigInt(amount.replace('.', '')) };
  const { hash: transactionHash } = scene.chain.mine(transfer, { madeAt: scene.service.clock.now });
  const { funding } = await sluice.confirmPayoutFunding({ payoutId, transactionHash });
  expect(funding?.status).toBe('funded');
  await scene.passes(10_000);
  expect((await sluice.getOrder({ payoutId })).status).toBe('completed');
}

describe('Endpoints > Get funding instructions', quotedByName, () => {
  test('Pure read.', async () => {
    const payout = await selfFunded();
    const records = async () => [
      await caller.sluice.getOrder(payout),
      await caller.sluice.listEvents(),
      await caller.sluice.listAuditEvents(),
      await caller.sluice.getBalance(),
    ];
    const before = await records();
    const reader = await keyCaller(stage.http, caller.of, { scopes: ['read'] });
    expect(await reader.sluice.getPayoutFunding(payout)).toEqual(await caller.sluice.getPayoutFunding(payout));
    expect(await records()).toEqual(before);
  });
});

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('`POST P/payouts/{payoutId}/funding/confirm` | confirm a self-funded payout after sending', async () => {
    const { scene, by, payout } = await selfFunding();
    scene.chain.behind = 10;
    const { hash: transactionHash } = scene.chain.mine(
      { ...payout, amount: sent100 },
      { madeAt: scene.service.clock.now },
    );
    const { payoutId } = payout;
    const confirmed = await by.sluice.confirmPayoutFunding({ payoutId, transactionHash });
    expect(by.exchanges.at(-1)?.request).toBe(`POST P/payouts/${payoutId}/funding/confirm`);
    expect(confirmed).toMatchObject({ ...payout, funding: { status: 'confirming', hash: transactionHash } });
    expect((await by.sluice.confirmPayoutFunding({ payoutId, transactionHash })).updatedAt).toBe(confirmed.updatedAt);
    scene.chain.finalize();
    await scene.passes(10_000);
    expect(await by.sluice.getOrder({ payoutId })).toMatchObject({
      status: 'completed',
      funding: { status: 'funded' },
    });
  });
});

describe('Endpoints > Accept a quote (sends the money)', quotedByName, () => {
  test('A self-funded payout comes back with `requiresFunding: true`: read funding instructions, send the money, then confirm funding.', async () => {
    const { scene, by } = await selfFunding();
    const { destinationAccountId } = scene.payee.methods[0];
    const { snapshotId } = await by.sluice.createQuote({ amount: '80.00', destinationAccountId, funding: 'self' });
    const payout = await by.sluice.acceptQuote({ snapshotId });
    expect(payout.requiresFunding).toBe(true);
    await fund(by, scene, payout);
  });
});

describe('What the service does', quotedByName, () => {
  test('On some routings the organization funds the payout itself from its own wallet: the payout comes back with `requiresFunding: true`, the organization reads the funding instructions, sends the money and confirms it.', async () => {
    const { scene, by, payout } = await selfFunding();
    expect(payout.requiresFunding).toBe(true);
    await fund(by, scene, payout);
    expect((await by.sluice.getBalance()).available).toBe('0.00');
  });
});
