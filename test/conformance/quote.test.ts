import { beforeEach, describe, expect, test } from 'vitest';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { FakeRail } from '../support/fake-rail.ts';
import { recipientBody } from '../support/journey.ts';
import { keySentAs } from '../support/malformed-key.ts';
import { quotedByName } from '../support/quotes.ts';
import {
  availableOf,
  blockedPayeeOf,
  type Caller,
  callerOf,
  changeOrganization,
  faultsOf,
  liveCaller,
  newCaller,
  payeeOf,
  processOf,
  refusalOf,
  send,
  useService,
  withoutFaults,
} from './support.ts';

const stage = useService({ rails: () => sandboxRails });
let caller: Caller;
let destinationAccountId: string;

beforeEach(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller, { endUserId: 'user' });
});

const quote = (body: object = {}) => caller.sluice.createQuote({ amount: '100.00', destinationAccountId, ...body });

/** Holds the caller's payouts to a cap, in cents. */
const cap = (limits: { single?: bigint; daily?: bigint; perEndUserDaily?: bigint }) =>
  changeOrganization(stage.http, caller.of, { limits });

describe('Endpoints > Quote a payout', quotedByName, () => {
  test('`POST P/quotes/offramp`.', async () => {
    await quote();
    expect(caller.exchanges.at(-1)?.request).toBe('POST P/quotes/offramp');
  });

  test('`Idempotency-Key` optional (without it the request runs once, no replay).', async () => {
    const path = `/payments/organizations/${caller.of.organizationId}/quotes/offramp`;
    const unkeyed = () => send(stage.http, caller.of, 'POST', path, { body: { amount: '1.00', destinationAccountId } });
    const answers = [await unkeyed(), await unkeyed()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.headers.get('idempotency-replayed')).toBeNull();
    expect(answers[1]?.body.snapshotId).not.toBe(answers[0]?.body.snapshotId);
    const keyed = () => caller.sluice.createQuote({ amount: '1.00', destinationAccountId }, { idempotencyKey: 'once' });
    expect(await keyed()).toEqual(await keyed());
  });

  test('Body: `amount` (decimal string), `destinationAccountId` (string)', async () => {
    expect(await quote()).toMatchObject({ sourceAmount: '100.00', destinationAccountId });
    for (const amount of [100, '1e2', '1,00', undefined]) expect(await faultsOf(quote({ amount }))).toEqual(['amount']);
    for (const account of [7, undefined]) {
      expect(await faultsOf(quote({ destinationAccountId: account }))).toEqual(['destinationAccountId']);
    }
  });

  test('`purposeOfPayment` (string; an `id` from the payment-reasons catalog)', async () => {
    const { data } = await caller.sluice.listPaymentReasons({ currency: 'EUR' });
    for (const { id } of data) expect((await quote({ purposeOfPayment: id })).purposeOfPayment).toBe(id);
    expect(await faultsOf(quote({ purposeOfPayment: 'unheard_of' }))).toEqual(['purposeOfPayment']);
  });

  test('`amountLeg` (`source`, `destination` or `source_net`).', async () => {
    expect(await quote({ amountLeg: 'source' })).toMatchObject({ sourceAmount: '100.00', destinationAmount: '91.54' });
    expect(await quote({ amountLeg: 'source_net' })).toMatchObject({
      sourceAmount: '100.50',
      destinationAmount: '92.00',
    });
    expect((await quote({ amountLeg: 'destination' })).destinationAmount).toBe('100.00');
    expect(await faultsOf(quote({ amountLeg: 'net' }))).toEqual(['amountLeg']);
  });

  test('200: locked quote snapshot.', async () => {
    const rail = new FakeRail();
    const moved = await processOf(stage.http, withoutFaults, { rails: rail.rails });
    const { snapshotId, rate, destinationAmount } = await quote();
    rail.price = async () => ({ rate: '0.1', fee: 0n });
    const payout = await callerOf(moved, caller.of).sluice.acceptQuote({ snapshotId });
    expect(payout).toMatchObject({ rate, destinationAmount });
  });

  test('No money moves.', async () => {
    const before = await caller.sluice.listEvents();
    await quote();
    expect(await availableOf(caller)).toBe('1000.00');
    expect(await caller.sluice.listEvents()).toEqual(before);
    expect((await caller.sluice.listOrders()).data).toEqual([]);
  });

  test('Caps and screening run here.', async () => {
    expect(await refusalOf(quote({ destinationAccountId: await blockedPayeeOf(caller) }))).toMatchObject({
      type: 'PAYOUT_REFUSED',
    });
    await cap({ single: 50_00n });
    expect(await refusalOf(quote())).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED' });
  });

  test('In the sandbox an underfunded balance is refused here (400 `BAD_REQUEST`)', async () => {
    expect(await refusalOf(quote({ amount: '1000.01' }))).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
    expect((await quote({ amount: '1000.00' })).sourceAmount).toBe('1000.00');
  });

  test('live, the balance is held at accept or payout creation (400 `INSUFFICIENT_BALANCE` there).', async () => {
    const live = await liveCaller(stage.http);
    const payment = { amount: '1000.01', destinationAccountId: await payeeOf(live) };
    const { snapshotId } = await live.sluice.createQuote(payment);
    const refusal = { type: 'INSUFFICIENT_BALANCE', status: 400 };
    expect(await refusalOf(live.sluice.acceptQuote({ snapshotId }))).toMatchObject(refusal);
    expect(await refusalOf(live.sluice.createPayout(payment))).toMatchObject(refusal);
    expect(await availableOf(live)).toBe('1000.00');
  });

  test('400: `VALIDATION_ERROR`', async () => {
    expect(await faultsOf(quote({ amount: '1.001' }))).toEqual(['amount']);
    expect(await faultsOf(quote({ currency: 'EUR' }))).toEqual(['currency']);
  });

  test('`QUOTE_NOT_POSITIVE` (fees leave zero or less)', async () => {
    const naira = await payeeOf(caller, { corridorId: 'ngn_ng_account' });
    for (const amount of ['1.50', '1.49']) {
      const refusal = await refusalOf(quote({ amount, destinationAccountId: naira }));
      expect(refusal).toMatchObject({ type: 'QUOTE_NOT_POSITIVE', status: 400 });
    }
  });

  test('`EXACT_OUTPUT_UNSUPPORTED` (`amountLeg` `destination` or `source_net` on a routing without `capabilities.exactOutput`)', async () => {
    const { data } = await caller.sluice.listCorridors();
    const without = data.find(({ capabilities }) => !capabilities.exactOutput);
    const account = await payeeOf(caller, { corridorId: without?.corridorId ?? '' });
    for (const amountLeg of ['destination', 'source_net']) {
      const refusal = await refusalOf(quote({ amountLeg, destinationAccountId: account }));
      expect(refusal).toMatchObject({ type: 'EXACT_OUTPUT_UNSUPPORTED', status: 400 });
    }
    expect((await quote({ destinationAccountId: account })).amountLeg).toBe('source');
  });

  test('`INDICATIVE_PRICING_UNAVAILABLE` (`source_net` on a routing with no market rate; use `destination`)', async () => {
    const naira = await payeeOf(caller, { corridorId: 'ngn_ng_account' });
    const refusal = await refusalOf(quote({ amountLeg: 'source_net', destinationAccountId: naira }));
    expect(refusal).toMatchObject({ type: 'INDICATIVE_PRICING_UNAVAILABLE', status: 400 });
    expect((await quote({ amountLeg: 'destination', destinationAccountId: naira })).destinationAmount).toBe('100.00');
  });

  test('`BAD_REQUEST` (unsupported corridor, amount outside corridor minimum or maximum, sandbox underfunded)', async () => {
    const rail = new FakeRail();
    rail.corridors = () => [];
    const closed = await processOf(stage.http, withoutFaults, { rails: rail.rails });
    const unsupported = callerOf(closed, caller.of).sluice.createQuote({ amount: '1.00', destinationAccountId });
    expect(await refusalOf(unsupported)).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
    await caller.sluice.fundSandbox({ amount: '300000.00' });
    for (const [amount, bound] of [
      ['0.99', 'minimum of 1.00 USD'],
      ['250000.01', 'maximum of 250000.00 USD'],
    ]) {
      const refusal = await refusalOf(quote({ amount }));
      expect(refusal).toMatchObject({ type: 'BAD_REQUEST', status: 400, detail: expect.stringContaining(bound ?? '') });
    }
    const poor = await newCaller(stage.http, '99.99');
    const underfunded = poor.sluice.createQuote({ amount: '100.00', destinationAccountId: await payeeOf(poor) });
    expect(await refusalOf(underfunded)).toMatchObject({ type: 'BAD_REQUEST', status: 400 });
  });

  test('`IDEMPOTENCY_KEY_INVALID`', async () => {
    const { sluice } = callerOf(stage.http, caller.of, keySentAs('a b', caller.of));
    const call = sluice.createQuote({ amount: '1.00', destinationAccountId });
    expect(await refusalOf(call)).toMatchObject({ type: 'IDEMPOTENCY_KEY_INVALID', status: 400 });
  });

  test('403 `USE_POST_PAYOUTS`.', async () => {
    await changeOrganization(stage.http, caller.of, { velocity: { payouts: 5, minutes: 1 } });
    expect(await refusalOf(quote())).toMatchObject({ type: 'USE_POST_PAYOUTS', status: 403 });
  });

  test('404 `DESTINATION_ACCOUNT_NOT_FOUND`.', async () => {
    const theirs = await payeeOf(await newCaller(stage.http));
    for (const account of [theirs, `${destinationAccountId}0`, 'acct_1']) {
      const refusal = await refusalOf(quote({ destinationAccountId: account }));
      expect(refusal).toMatchObject({ type: 'DESTINATION_ACCOUNT_NOT_FOUND', status: 404 });
    }
  });

  test.each([
    [{ single: 99_99n }, 'single'],
    [{ daily: 99_99n }, 'daily'],
    [{ perEndUserDaily: 99_99n }, 'per-end-user'],
  ])('422 `PAYOUT_LIMIT_EXCEEDED` (single, daily or per-end-user cap, named in the message)', async (limits, name) => {
    await cap(limits);
    const refusal = await refusalOf(quote());
    expect(refusal).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED', status: 422 });
    expect(refusal.detail).toContain(name);
    expect((await quote({ amount: '99.99' })).sourceAmount).toBe('99.99');
  });

  test('or `PAYOUT_REFUSED`', async () => {
    const refusal = await refusalOf(quote({ destinationAccountId: await blockedPayeeOf(caller) }));
    expect(refusal).toMatchObject({ type: 'PAYOUT_REFUSED', status: 422 });
    expect(refusal.detail).not.toContain(recipientBody().name);
  });
});
