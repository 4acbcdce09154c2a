import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AcceptQuote } from '../../client/src/index.ts';
import { sandboxRails } from '../../shared/providers/sandbox/rails-without-network.ts';
import { keySentAs } from '../support/malformed-key.ts';
import { quotedByName } from '../support/quotes.ts';
import {
  availableOf,
  type Caller,
  callerOf,
  changeOrganization,
  faultsOf,
  liveCaller,
  newCaller,
  payeeOf,
  refusalOf,
  send,
  useService,
} from './support.ts';

const stage = useService({ rails: () => sandboxRails });
let caller: Caller;
let destinationAccountId: string;

beforeEach(async () => {
  caller = await newCaller(stage.http);
  destinationAccountId = await payeeOf(caller);
});

async function snapshot(): Promise<string> {
  return (await caller.sluice.createQuote({ amount: '100.00', destinationAccountId })).snapshotId;
}

async function accept(body: object = {}) {
  return caller.sluice.acceptQuote({ snapshotId: await snapshot(), ...body } as AcceptQuote);
}

const acceptPath = () => `/payments/organizations/${caller.of.organizationId}/quotes/accept`;

describe('Endpoints > Accept a quote (sends the money)', quotedByName, () => {
  test('`POST P/quotes/accept`.', async () => {
    await accept();
    expect(caller.exchanges.at(-1)?.request).toBe('POST P/quotes/accept');
  });

  test('`Idempotency-Key` required', async () => {
    const answer = await send(stage.http, caller.of, 'POST', acceptPath(), { body: { snapshotId: await snapshot() } });
    expect(answer).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    expect(await availableOf(caller)).toBe('1000.00');
  });

  test('`X-Allow-Duplicate` optional.', async () => {
    const { status } = await accept();
    expect(status).toBe('pending');
    const allowed = caller.sluice.acceptQuote({ snapshotId: await snapshot() }, { allowDuplicate: true });
    expect((await allowed).status).toBe('pending');
  });

  test('Body: `snapshotId` (string)', async () => {
    expect(await accept()).toMatchObject({ sourceAmount: '100.00', destinationAccountId });
    for (const snapshotId of [undefined, 7]) expect(await faultsOf(accept({ snapshotId }))).toEqual(['snapshotId']);
  });

  test('`type` (string; `OFFRAMP` is used)', async () => {
    expect((await accept({ type: 'OFFRAMP' })).status).toBe('pending');
    expect(await faultsOf(accept({ type: 'ONRAMP' }))).toEqual(['type']);
  });

  test('`endUser` (object with `id`)', async () => {
    expect((await accept({ endUser: { id: 'user-1' } })).endUserId).toBe('user-1');
    expect(await faultsOf(accept({ endUser: 'user-1' }))).toEqual(['endUser']);
    expect(await faultsOf(accept({ endUser: {} }))).toEqual(['endUser.id']);
  });

  test('and a payment-purpose field (the accept example names it `paymentReason`; the catalog description says payouts and accept take `purposeOfPayment`', async () => {
    for (const name of ['paymentReason', 'purposeOfPayment']) {
      expect((await accept({ [name]: 'salary' })).purposeOfPayment).toBe('salary');
      expect(await faultsOf(accept({ [name]: 'unheard_of' }))).toEqual([name]);
    }
    expect(await faultsOf(accept({ paymentReason: 'salary', purposeOfPayment: 'rent' }))).toEqual(['paymentReason']);
  });

  test.each(['provider', 'billId', 'fundingId'])(
    'Fields `provider`, `billId`, `fundingId` are refused with 400 `BAD_REQUEST`.',
    async (name) => {
      const refusal = await refusalOf(accept({ [name]: 'anything' }));
      expect(refusal).toMatchObject({ type: 'BAD_REQUEST', status: 400, detail: expect.stringContaining(name) });
    },
  );

  test('400: `BAD_REQUEST` (quote expired or not issued by the service; forbidden field; `detail` says which)', async () => {
    const theirs = await newCaller(stage.http);
    const foreign = { amount: '1.00', destinationAccountId: await payeeOf(theirs) };
    const expired = await snapshot();
    stage.http.service.clock.advance(10 * 60_000);
    for (const [body, detail] of [
      [{ snapshotId: expired }, 'expired'],
      [{ snapshotId: 'qs_1' }, 'no such quote was issued'],
      [{ snapshotId: (await theirs.sluice.createQuote(foreign)).snapshotId }, 'no such quote was issued'],
      [{ billId: '1' }, 'billId'],
    ] as const) {
      const refusal = await refusalOf(accept(body));
      expect(refusal).toMatchObject({ type: 'BAD_REQUEST', status: 400, detail: expect.stringContaining(detail) });
    }
    expect(await availableOf(caller)).toBe('1000.00');
  });

  test('`INSUFFICIENT_BALANCE`', async () => {
    const live = await liveCaller(stage.http);
    const payment = { amount: '1000.01', destinationAccountId: await payeeOf(live) };
    const { snapshotId } = await live.sluice.createQuote(payment);
    const refusal = await refusalOf(live.sluice.acceptQuote({ snapshotId }));
    expect(refusal).toMatchObject({ type: 'INSUFFICIENT_BALANCE', status: 400 });
    expect(await availableOf(live)).toBe('1000.00');
  });

  test('`VALIDATION_ERROR`', async () => {
    expect(await faultsOf(accept({ amount: '1.00' }))).toEqual(['amount']);
    expect(await faultsOf(accept({ reference: '' }))).toEqual(['reference']);
  });

  test('idempotency header errors', async () => {
    const { sluice } = callerOf(stage.http, caller.of, keySentAs('a/b', caller.of));
    const call = sluice.acceptQuote({ snapshotId: await snapshot() });
    expect(await refusalOf(call)).toMatchObject({ type: 'IDEMPOTENCY_KEY_INVALID', status: 400 });
  });

  test.each([
    { velocity: { payouts: 5, minutes: 1 } },
    { approvals: { threshold: 1_000_00n, quorum: 1, approvers: [] } },
    { approvals: { dailyThreshold: 1_000_00n, quorum: 1, approvers: [] } },
  ])('403 `USE_POST_PAYOUTS` (organization has an approval threshold or velocity cap', async (control) => {
    const snapshotId = await snapshot();
    await changeOrganization(stage.http, caller.of, control);
    const refusal = await refusalOf(caller.sluice.acceptQuote({ snapshotId }));
    expect(refusal).toMatchObject({ type: 'USE_POST_PAYOUTS', status: 403 });
    expect(await availableOf(caller)).toBe('1000.00');
  });

  test('only `POST /payouts` enforces them; send it there; that may answer 202 `pending_approval`', async () => {
    const { userId } = await stage.http.service.member(caller.of.organizationId, 'operator');
    await changeOrganization(stage.http, caller.of, {
      approvals: { threshold: 1_00n, quorum: 1, approvers: [userId] },
    });
    const held = await caller.sluice.createPayout({ amount: '2.00', destinationAccountId });
    expect(held.status).toBe('pending_approval');
    expect(caller.exchanges.at(-1)?.response.status).toBe(202);
    await changeOrganization(stage.http, caller.of, { velocity: { payouts: 1, minutes: 1 } });
    const pay = () => caller.sluice.createPayout({ amount: '1.00', destinationAccountId, reference: randomUUID() });
    expect((await pay()).status).toBe('pending');
    expect(await refusalOf(pay())).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED', status: 422 });
  });
});
