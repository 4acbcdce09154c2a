import { beforeEach, describe, expect, test } from 'vitest';
import type { CreatePayout } from '../../../client/src/index.ts';
import { lostAnswer } from '../../support/faults.ts';
import { keySentAs } from '../../support/malformed-key.ts';
import { quotedByName } from '../../support/quotes.ts';
import { callerOf, changeOrganization, faultsOf, processOf, refusalOf, send, useService } from '../support.ts';
import { approversOf, type BatchCaller, batchCaller } from './support.ts';

const stage = useService();
let caller: BatchCaller;

beforeEach(async () => {
  caller = await batchCaller(stage.http);
});

const path = (rest = '') => `/payments/organizations/${caller.of.organizationId}/payouts/batches${rest}`;
const batches = async () => (await caller.sluice.listPayoutBatches()).data;
const lastExchange = () => caller.exchanges.at(-1);

describe('Endpoints > Create a payout batch', quotedByName, () => {
  test('`POST P/payouts/batches`.', async () => {
    await caller.submit();
    expect(lastExchange()?.request).toBe('POST P/payouts/batches');
  });

  test('`Idempotency-Key` required; `X-Allow-Duplicate` optional.', async () => {
    const body = { externalReferenceId: 'run', items: caller.lines(1) };
    const keyless = await send(stage.http, caller.of, 'POST', path(), { body });
    expect(keyless).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    const [line] = caller.lines(1) as [CreatePayout];
    const [first, second] = [
      await caller.submit({ items: [line, line] }),
      await caller.submit({ items: [line, line] }, { allowDuplicate: true }),
    ];
    expect(await caller.work(first)).toMatchObject({ counts: { valid: 1, invalid: 1 } });
    expect(await caller.work(second)).toMatchObject({ counts: { created: 2 } });
  });

  test('Body: `externalReferenceId` (string, unique per organization), `items` (array of `POST /payouts` bodies, at most 1,000), `autoCommit` (boolean, default true).', async () => {
    const [line] = caller.lines(1, { endUserId: 'user', purposeOfPayment: 'salary', amountLeg: 'source' });
    const batch = await caller.submit({ externalReferenceId: 'salaries', items: [line as CreatePayout] });
    expect(batch).toMatchObject({ externalReferenceId: 'salaries', itemCount: 1, autoCommit: true });
    expect(await caller.items(batch)).toMatchObject([{ index: 0, request: line }]);
    expect((await caller.submit({ autoCommit: false })).autoCommit).toBe(false);
    expect(await faultsOf(caller.submit({ externalReferenceId: 7 as never }))).toEqual(['externalReferenceId']);
    expect(await faultsOf(caller.submit({ items: {} as never }))).toEqual(['items']);
    expect(await faultsOf(caller.submit({ autoCommit: 1 as never }))).toEqual(['autoCommit']);
    const theirs = await batchCaller(stage.http);
    expect(await theirs.submit({ externalReferenceId: 'salaries' })).toMatchObject({ status: 'received' });
  });

  test('202: batch in `received`; replays carry `Idempotency-Replayed`.', async () => {
    const send = () => caller.submit({ externalReferenceId: 'run' }, { idempotencyKey: 'run' });
    const first = await send();
    expect(first.status).toBe('received');
    expect(lastExchange()?.response).toMatchObject({ status: 202 });
    expect(lastExchange()?.response.headers.get('idempotency-replayed')).toBeNull();
    expect(await send()).toEqual(first);
    expect(lastExchange()?.response.headers.get('idempotency-replayed')).toBe('true');
    expect(await batches()).toHaveLength(1);
  });

  test('400: envelope validation (malformed line, too many lines, bad `externalReferenceId`), idempotency header errors.', async () => {
    const [good] = caller.lines(1) as [CreatePayout];
    expect(await faultsOf(caller.submit({ items: [good, { ...good, amount: 'ten' }] }))).toEqual(['items[1].amount']);
    const many = Array.from({ length: 1_001 }, () => good);
    expect(await faultsOf(caller.submit({ items: many }))).toEqual(['items']);
    expect(await faultsOf(caller.submit({ externalReferenceId: '' }))).toEqual(['externalReferenceId']);
    const { sluice } = callerOf(stage.http, caller.of, keySentAs('a/b', caller.of));
    expect(await refusalOf(sluice.createPayoutBatch({ externalReferenceId: 'run', items: [good] }))).toMatchObject({
      type: 'IDEMPOTENCY_KEY_INVALID',
      status: 400,
    });
    expect(await batches()).toEqual([]);
  });

  test('403 `MASS_PAYOUTS_DISABLED` (`GET /policy` lists `mass_payouts` in `features` when on).', async () => {
    expect((await caller.sluice.getPolicy()).features).toContain('mass_payouts');
    await changeOrganization(stage.http, caller.of, { features: [] });
    expect((await caller.sluice.getPolicy()).features).not.toContain('mass_payouts');
    expect(await refusalOf(caller.submit())).toMatchObject({ type: 'MASS_PAYOUTS_DISABLED', status: 403 });
  });

  test('409 `PAYOUT_BATCH_DUPLICATE_REFERENCE` (`originalBatchId`; nothing submitted)', async () => {
    const { batchId } = await caller.submit({ externalReferenceId: 'run' });
    const again = caller.submit({ externalReferenceId: 'run', items: caller.lines(3) });
    expect(await refusalOf(again)).toMatchObject({
      type: 'PAYOUT_BATCH_DUPLICATE_REFERENCE',
      status: 409,
      extras: { originalBatchId: batchId },
    });
    expect(await batches()).toMatchObject([{ batchId, itemCount: 2 }]);
  });

  test('idempotency conflicts, `DUPLICATE_REQUEST_DETECTED`', async () => {
    const { batchId } = await caller.submit({ externalReferenceId: 'run' }, { idempotencyKey: 'first' });
    const other = caller.submit({ externalReferenceId: 'another' }, { idempotencyKey: 'first' });
    expect(await refusalOf(other)).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
    const twin = caller.submit({ externalReferenceId: 'run' }, { idempotencyKey: 'second' });
    expect(await refusalOf(twin)).toMatchObject({
      type: 'DUPLICATE_REQUEST_DETECTED',
      status: 409,
      extras: { originalIdempotencyKey: 'first', originalBatchId: batchId },
    });
  });

  test('`PAYOUT_OUTCOME_UNKNOWN` on replay.', async () => {
    const { unknown, settled } = await lostOutcome();
    expect(unknown).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 500 });
    // The commit had not reached the table: nobody can know whether it still will.
    expect(settled).toMatchObject({ type: 'PAYOUT_OUTCOME_UNKNOWN', status: 409 });
  });

  test('500 `PAYOUT_OUTCOME_UNKNOWN`: list batches by `externalReferenceId` before resubmitting, never under a new key.', async () => {
    const { unknown } = await lostOutcome();
    expect(unknown).toMatchObject({
      type: 'PAYOUT_OUTCOME_UNKNOWN',
      status: 500,
      detail: expect.stringContaining('list batches by externalReferenceId before you resubmit, never under a new key'),
    });
    expect((await caller.sluice.listPayoutBatches({ externalReferenceId: 'lost' })).data).toEqual([]);
  });

  /** A run whose commit is lost, and so is the removal of its key; and its repetition. */
  async function lostOutcome() {
    const faulty = await processOf(stage.http, async ({ name }, go) => {
      if (name === 'TransactWrite' || name === 'Delete') throw lostAnswer();
      return go();
    });
    const lines = caller.lines(2);
    const sent = callerOf(faulty, caller.of);
    const body = { externalReferenceId: 'lost', items: lines };
    const unknown = await refusalOf(sent.sluice.createPayoutBatch(body, { idempotencyKey: 'lost' }));
    const settled = await refusalOf(caller.sluice.createPayoutBatch(body, { idempotencyKey: 'lost' }));
    return { unknown, settled };
  }
});

describe('Endpoints > Confirm a payout batch', quotedByName, () => {
  async function waiting(by = caller) {
    const batch = await by.submit({ autoCommit: false });
    return by.work(batch);
  }

  test('`POST P/payouts/batches/{batchId}/confirm`.', async () => {
    const { batchId } = await waiting();
    await caller.sluice.confirmPayoutBatch({ batchId });
    expect(lastExchange()?.request).toBe(`POST P/payouts/batches/${batchId}/confirm`);
  });

  test('`Idempotency-Key` required.', async () => {
    const { batchId } = await waiting();
    const keyless = await send(stage.http, caller.of, 'POST', path(`/${batchId}/confirm`));
    expect(keyless).toMatchObject({ status: 400, body: { type: 'IDEMPOTENCY_KEY_REQUIRED' } });
    expect((await caller.read({ batchId })).status).toBe('awaiting_confirmation');
  });

  test('Legal only in `awaiting_confirmation`.', async () => {
    const received = await caller.submit({ autoCommit: false });
    const confirm = () => caller.confirm(received);
    const refused = { type: 'PAYOUT_BATCH_NOT_CONFIRMABLE', status: 409 };
    expect(await refusalOf(confirm())).toMatchObject(refused);
    await caller.work(received);
    await confirm();
    expect(await refusalOf(confirm())).toMatchObject(refused);
    await caller.work(received);
    expect(await refusalOf(confirm())).toMatchObject(refused);
    const canceled = await waiting();
    await caller.cancel(canceled);
    expect(await refusalOf(caller.confirm(canceled))).toMatchObject(refused);
  });

  test('200: batch now `creating`.', async () => {
    const batch = await waiting();
    expect((await caller.confirm(batch)).status).toBe('creating');
    expect(lastExchange()?.response.status).toBe(200);
  });

  test('202: held for approvers (one approval for the run).', async () => {
    await approversOf(stage.http, caller);
    const batch = await waiting();
    const { approvalId } = await caller.confirm(batch);
    expect(lastExchange()?.response.status).toBe(202);
    const { data } = await caller.sluice.listApprovals();
    expect(data).toMatchObject([{ approvalId, batchId: batch.batchId }]);
  });

  test('404 `BATCH_NOT_FOUND`.', async () => {
    const theirs = await batchCaller(stage.http);
    for (const { batchId } of [await waiting(theirs), { batchId: 'pb_1' }]) {
      const refused = { type: 'BATCH_NOT_FOUND', status: 404 };
      expect(await refusalOf(caller.sluice.confirmPayoutBatch({ batchId }))).toMatchObject(refused);
    }
  });

  test('409 `PAYOUT_BATCH_NOT_CONFIRMABLE` (names where the batch is)', async () => {
    const batch = await caller.submit();
    const refusal = async () => (await refusalOf(caller.confirm(batch))).detail;
    expect(await refusal()).toBe('the batch is received');
    await caller.work(batch);
    expect(await refusal()).toBe('the batch is completed');
  });

  test('`PAYOUT_BATCH_AWAITING_APPROVAL` (approval rejected; approval id in `detail`)', async () => {
    const [approver] = await approversOf(stage.http, caller);
    const batch = await waiting();
    const { approvalId = '' } = await caller.confirm(batch);
    await approver?.rejectApproval({ approvalId });
    expect(await refusalOf(caller.confirm(batch))).toMatchObject({
      type: 'PAYOUT_BATCH_AWAITING_APPROVAL',
      status: 409,
      detail: expect.stringContaining(approvalId),
    });
  });

  test('idempotency conflicts.', async () => {
    const [one, other] = [await waiting(), await waiting()];
    await caller.confirm(one, { idempotencyKey: 'confirm' });
    const reused = caller.confirm(other, { idempotencyKey: 'confirm' });
    expect(await refusalOf(reused)).toMatchObject({ type: 'IDEMPOTENCY_KEY_CONFLICT', status: 409 });
  });

  test('403 `MASS_PAYOUTS_DISABLED`.', async () => {
    const batch = await waiting();
    await changeOrganization(stage.http, caller.of, { features: [] });
    const refused = { type: 'MASS_PAYOUTS_DISABLED', status: 403 };
    expect(await refusalOf(caller.confirm(batch))).toMatchObject(refused);
  });
});

describe('Endpoints > Other referenced operations', quotedByName, () => {
  test('batch list (filter `externalReferenceId`), `GET …/batches/{batchId}`, `GET …/batches/{batchId}/items?status=invalid`, `POST …/batches/{batchId}/cancel` | batch reads and cancel', async () => {
    const [line] = caller.lines(1) as [CreatePayout];
    const other = await caller.submit();
    const batch = await caller.work(
      await caller.submit({
        externalReferenceId: 'run 7',
        items: [line, { ...line, amount: '0.00', reference: 'no' }],
      }),
    );
    expect((await caller.sluice.listPayoutBatches()).data.map(({ batchId }) => batchId)).toEqual(
      [batch.batchId, other.batchId].toSorted().toReversed(),
    );
    expect((await caller.sluice.listPayoutBatches({ externalReferenceId: 'run 7' })).data).toEqual([batch]);
    expect(lastExchange()?.request).toBe('GET P/payouts/batches?externalReferenceId=run%207');
    const { batchId } = batch;
    expect(await caller.sluice.getPayoutBatch({ batchId })).toEqual(batch);
    expect(lastExchange()?.request).toBe(`GET P/payouts/batches/${batchId}`);
    const { data } = await caller.sluice.listPayoutBatchItems({ batchId, status: 'invalid' });
    expect(lastExchange()?.request).toBe(`GET P/payouts/batches/${batchId}/items?status=invalid`);
    expect(data).toMatchObject([{ index: 1, status: 'invalid' }]);
    expect(await caller.sluice.cancelPayoutBatch({ batchId })).toMatchObject({ batchId, status: 'canceled' });
    expect(lastExchange()?.request).toBe(`POST P/payouts/batches/${batchId}/cancel`);
  });
});

describe('Limits', quotedByName, () => {
  test('Batch size | at most 1,000 items', async () => {
    const items = caller.lines(1_000, { amount: '1.00' });
    const batch = await caller.submit({ items });
    expect(batch.itemCount).toBe(1_000);
    expect(await caller.work(batch)).toMatchObject({ status: 'completed', counts: { created: 1_000 } });
    expect(await faultsOf(caller.submit({ items: [...items, ...caller.lines(1)] }))).toEqual(['items']);
  });
});

describe('Limits', quotedByName, () => {
  const limited = useService({ rateLimitOverride: 0 });

  test('Batch submission | 30 per minute', async () => {
    const by = await batchCaller(limited.http);
    for (let count = 0; count < 30; count += 1) await by.submit();
    expect(await refusalOf(by.submit())).toMatchObject({ type: 'RATE_LIMITED', status: 429 });
    // Counted by themselves.
    expect((await by.sluice.listPayoutBatches()).data).toHaveLength(30);
    limited.http.service.clock.advance(60_000);
    expect(await by.submit()).toMatchObject({ status: 'received' });
  });
});
