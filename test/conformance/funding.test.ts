import { beforeEach, describe, expect, test } from 'vitest';
import type { PayoutRail } from '../../shared/ports/payout-rail.ts';
import { sandboxRail } from '../../shared/providers/sandbox/payouts/simulator.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { storePayout } from '../functions/payouts/support.ts';
import { sent } from '../support/sent.ts';
import { type Caller, keyCaller, liveCaller, newCaller, payeeOf, refusalOf, useService } from './support.ts';

const where = { amount: '100.5', token: 'USDC', chain: 'base', address: '0xabc' };
/** By when the money must be there, where there is such a time. */
let deadline: { readonly expiresAt?: number } = {};
const payouts: PayoutRail = { ...sandboxRail, fundingInstructions: async () => ({ ...where, ...deadline }) };
const stage = useService({ rails: () => ({ ...sandboxRails, payouts: { sandbox: payouts } }) });
let caller: Caller;

beforeEach(async () => {
  deadline = {};
  caller = await newCaller(stage.http);
});

/** A payout that awaits the organization's own funds. */
async function selfFunded() {
  const { payoutId } = await storePayout(stage.http.service, caller.of);
  return { payoutId };
}

async function payoutFromBalance(by: Caller) {
  const { payoutId } = await sent(by.sluice.createPayout({ amount: '1.00', destinationAccountId: await payeeOf(by) }));
  return { payoutId };
}

describe('Endpoints > Get funding instructions', () => {
  test('`GET P/payouts/{payoutId}/funding`.', async () => {
    const payout = await selfFunded();
    expect(await caller.sluice.getPayoutFunding(payout)).toEqual({ ...payout, ...where, expiresAt: null });
    expect(caller.exchanges.at(-1)?.request).toBe(`GET P/payouts/${payout.payoutId}/funding`);
  });

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

  test('200: where to send, how much, which network.', async () => {
    const { address, amount, chain, token } = await caller.sluice.getPayoutFunding(await selfFunded());
    expect(caller.exchanges.at(-1)?.response.status).toBe(200);
    expect({ address, amount, chain, token }).toEqual(where);
  });

  test('400 `BAD_REQUEST` (sandbox: payout settles from balance).', async () => {
    const refusal = await refusalOf(caller.sluice.getPayoutFunding(await payoutFromBalance(caller)));
    expect(refusal).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
  });

  test('404 `NOT_FOUND`.', async () => {
    const payout = await selfFunded();
    const stranger = await newCaller(stage.http);
    const theirs = await refusalOf(stranger.sluice.getPayoutFunding(payout));
    expect(theirs).toMatchObject({ type: 'NOT_FOUND', status: 404 });
    const unknown = await refusalOf(caller.sluice.getPayoutFunding({ payoutId: 'po_unknown' }));
    expect(unknown).toMatchObject({ type: 'NOT_FOUND', status: 404 });
  });

  test('501 `FUNDING_NOT_APPLICABLE` (nothing to fund; do not retry).', async () => {
    const live = await liveCaller(stage.http);
    const refusal = await refusalOf(live.sluice.getPayoutFunding(await payoutFromBalance(live)));
    expect(refusal).toMatchObject({ type: 'FUNDING_NOT_APPLICABLE', status: 501 });
    expect(refusal.resolution).toContain('nothing to fund');
  });

  test("Check the payout's status before sending against old instructions.", async () => {
    const payout = await selfFunded();
    await caller.sluice.getPayoutFunding(payout);
    await caller.sluice.cancelPayout(payout);
    expect((await caller.sluice.getOrder(payout)).status).toBe('canceled');
    const refusal = await refusalOf(caller.sluice.getPayoutFunding(payout));
    expect(refusal).toMatchObject({ type: 'FUNDING_NOT_APPLICABLE', detail: expect.stringContaining('canceled') });
  });
});

describe('Resources and their fields > Funding instructions', () => {
  test('Tell where to send, how much, on which network, and by when.', async () => {
    deadline = { expiresAt: stage.http.service.clock.now + 3_600_000 };
    const payout = await selfFunded();
    const expiresAt = new Date(deadline.expiresAt ?? 0).toISOString();
    expect(await caller.sluice.getPayoutFunding(payout)).toEqual({ ...payout, ...where, expiresAt });
  });

  test('`expiresAt` is normally `null`.', async () => {
    expect((await caller.sluice.getPayoutFunding(await selfFunded())).expiresAt).toBeNull();
  });
});
