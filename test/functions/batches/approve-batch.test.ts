import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { approvalLifetimeMs } from '../../../shared/approvals/approval.ts';
import { approvalOf, guarded, hintOf, told, vote, work } from '../../shared/approvals/support.ts';
import { resume, suspend } from '../../shared/journal/commit/support.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { beforeFirst, type FaultyTable, type TableCall } from '../../support/faults.ts';
import { bodyOf, deliver, expectSoundBooks, readFeed, settle } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { revoke } from '../api-keys/support.ts';
import { act, advance, type Body, batchOf, fatesOf, itemsOf, linesTo, startBatches, submitted } from './support.ts';

let table: FaultyTable;
let service: TestService;
let rail: FakeRail;

beforeAll(async () => {
  ({ table, service, rail } = await startBatches());
});
beforeEach(() => {
  table.intercept(undefined);
  rail.price = new FakeRail().price;
});

/** A run of three lines, of 30.00 together, that waits for its confirm by people and a vote. */
async function waiting(policy: Parameters<typeof guarded>[1] = {}, items?: (recipient: Body) => Body[]) {
  const all = await guarded(service, policy);
  await all.control({ features: ['mass_payouts'] });
  const batch = await submitted(service, all.of, (items ?? ((to: Body) => linesTo(to, 3)))(all.recipient));
  await advance(service, all.of, batch);
  return {
    ...all,
    batch,
    confirm: (by: Parameters<typeof act>[4] = all.of) => act(service, all.of, batch, 'confirm', by),
  };
}

/** The same, with the approval that its confirm asked for. */
async function asked(...given: Parameters<typeof waiting>) {
  const all = await waiting(...given);
  const { approvalId } = bodyOf(await all.confirm(), 202);
  return { ...all, approvalId: approvalId as string };
}

/** Lets the approvals' worker and the batches' worker run. */
async function release(all: Pick<Awaited<ReturnType<typeof asked>>, 'of' | 'batch' | 'approvalId'>): Promise<void> {
  await deliver(service, [await hintOf(service, all.of, all.approvalId)]);
  await advance(service, all.of, all.batch);
}

/** Changes stored rows of an entity by hand, as nothing in the service does. */
async function tamper(entity: string, batchId: string, name: string, change: (value: never) => unknown): Promise<void> {
  const { client, tableName } = service.runtime.store;
  const rows = (await storedItems(service, entity)).filter((row) => row.batchId === batchId);
  expect(rows.length).toBeGreaterThan(0);
  for (const row of rows) {
    await client.send(
      new UpdateCommand({
        TableName: tableName,
        Key: { pk: row.pk, sk: row.sk },
        UpdateExpression: 'SET #name = :value',
        ExpressionAttributeNames: { '#name': name },
        ExpressionAttributeValues: { ':value': change(row[name] as never) },
      }),
    );
  }
}

describe('the first confirm under a threshold', () => {
  test(
    'asks for one approval of the whole run, and every other one answers the same until people have voted',
    quotes({
      'Endpoints > Confirm a payout batch': '202: held for approvers (one approval for the run).',
      'States and transitions > Payout batch':
        '`awaiting_confirmation` | first confirm | approvals required | `awaiting_confirmation` | 202 with one approval for the whole run; repeat confirm returns the same approval',
      'States and transitions > Approval': 'or first batch confirm when approvals are required',
    }),
    async () => {
      const { of, batch, confirm } = await waiting();
      const first = bodyOf(await confirm(), 202);
      expect(first).toMatchObject({ status: 'awaiting_confirmation', approvalId: expect.stringMatching(/^apr_/) });
      service.clock.advance(1_000);
      const owner = await service.member(of.organizationId, 'owner');
      expect([bodyOf(await confirm(), 202), bodyOf(await confirm(owner), 202)]).toEqual([first, first]);
      expect(await batchOf(service, of, batch)).toEqual(first);
      expect((await told(service, of)).filter((type) => type.startsWith('payout_approval'))).toEqual([
        'payout_approval.requested',
      ]);
    },
  );

  test('twice at once asks for one approval', async () => {
    const { of, confirm } = await waiting();
    const answers = await Promise.all([confirm(), confirm()]);
    const ids = answers.map((answer) => bodyOf(answer, 202).approvalId);
    expect(ids[0]).toBe(ids[1]);
    expect((await told(service, of)).filter((type) => type === 'payout_approval.requested')).toHaveLength(1);
  });

  test('holds no money, and shows what people vote on', async () => {
    const { of, batch, approvalId } = await asked({}, (to) => [
      ...linesTo(to, 2),
      ...linesTo(to, 3, { amountLeg: 'destination' }).slice(2),
      { ...linesTo(to, 4, { amount: '0.00' })[3] },
    ]);
    const approval = await approvalOf(service, of, approvalId);
    const [stored] = (await storedItems(service, 'batch')).filter((row) => row.batchId === batch.batchId);
    // 10.00 EUR cost 10.87 USD at 0.92, and 0.50 of fee; a cent for rounding; then 5 percent of it all, rounded up.
    expect(approval).toMatchObject({
      kind: 'batch',
      status: 'pending',
      batchId: batch.batchId,
      batch: {
        batchId: batch.batchId,
        externalReferenceId: batch.externalReferenceId,
        itemCount: 4,
        valid: 3,
        invalid: 1,
        requested: [
          { corridorId: 'eur_de_iban', amountLeg: 'source', currency: 'USD', count: 2, amount: '20.00' },
          { corridorId: 'eur_de_iban', amountLeg: 'destination', currency: 'EUR', count: 1, amount: '10.00' },
        ],
        largestDebit: { amount: '32.95', currency: 'USD' },
        linesHash: stored?.linesHash,
      },
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(approval).not.toHaveProperty('held');
    await expectSoundBooks(service, of);
  });

  test('is refused where too few could vote, and asks for nothing', async () => {
    const all = await waiting({ approvers: 3, quorum: 3 });
    const operator = all.voter(0);
    expectError(await all.confirm(operator), 'BAD_REQUEST');
    expect(await batchOf(service, all.of, all.batch)).not.toHaveProperty('approvalId');
    bodyOf(await all.confirm(), 202);
  });

  test('is a conflict where the threshold is set at the last moment, and then asks', async () => {
    const all = await waiting();
    await all.control({ approvals: undefined });
    table.intercept(beforeFirst('TransactWrite', () => all.control({ approvals: all.rules })));
    expectError(await all.confirm(), 'CONFLICT');
    table.intercept(undefined);
    bodyOf(await all.confirm(), 202);
  });

  test('while the last lines are validated never asks about a part of the batch', async () => {
    const all = await guarded(service);
    await all.control({ features: ['mass_payouts'] });
    const batch = await submitted(service, all.of, linesTo(all.recipient, 100));
    // What the confirm has read at first is outdated before it decides.
    const isFirstRead = ({ name, input }: TableCall) => name === 'Get' && JSON.stringify(input).includes(batch.batchId);
    let isOutdated = false;
    table.intercept(async (call, send) => {
      const found = await send();
      if (!isOutdated && isFirstRead(call)) {
        isOutdated = true;
        await advance(service, all.of, batch);
      }
      return found;
    });
    const { approvalId } = bodyOf(await act(service, all.of, batch, 'confirm', all.of), 202);
    table.intercept(undefined);
    expect(isOutdated).toBe(true);
    expect((await approvalOf(service, all.of, approvalId)).batch).toMatchObject({
      valid: 100,
      largestDebit: { amount: '1050.00' },
    });
  });

  test('is answered later where prices cannot be asked, and asks for nothing', async () => {
    const all = await waiting({}, (to) => linesTo(to, 2, { amountLeg: 'destination' }));
    rail.price = async () => {
      throw new Error('no answer');
    };
    expectError(await all.confirm(), 'INTERNAL');
    rail.price = new FakeRail().price;
    bodyOf(await all.confirm(), 202);
  });
});

describe('while prices cannot be asked', () => {
  /** A run whose price somebody must ask for, with its approval; then the rail is silent. */
  async function silent() {
    const all = await asked({}, (to) => linesTo(to, 2, { amountLeg: 'destination' }));
    rail.price = async () => {
      throw new Error('no answer');
    };
    return all;
  }

  test('a repeated confirm answers the same', async () => {
    const { approvalId, confirm } = await silent();
    expect(bodyOf(await confirm(), 202)).toMatchObject({ approvalId });
  });

  test('a confirm after a rejection is told of it', async () => {
    const { of, approvalId, voter, confirm } = await silent();
    bodyOf(await vote(service, of, approvalId, voter(0), 'reject'));
    expectError(await confirm(), 'PAYOUT_BATCH_AWAITING_APPROVAL', { approvalId });
  });
});

describe('people', () => {
  test('neither who issued the key that created the batch nor who confirms it votes', async () => {
    const all = await guarded(service, { quorum: 1, approvers: 3 });
    const { organizationId } = all.of;
    await all.control({ features: ['mass_payouts'] });
    const by = { organizationId, ...(await service.key(organizationId, { issuedBy: all.voter(0).userId })) };
    const batch = await submitted(service, by, linesTo(all.recipient, 2));
    await advance(service, all.of, batch);
    const { approvalId } = bodyOf(await act(service, by, batch, 'confirm', all.voter(1)), 202);
    for (const index of [0, 1]) expectError(await vote(service, by, approvalId, all.voter(index)), 'FORBIDDEN');
    expect((await approvalOf(service, by, approvalId)).electorate).toEqual([all.voter(2).userId]);
    expect(bodyOf(await vote(service, by, approvalId, all.voter(2))).status).toBe('approved');
  });

  test(
    'who reach the quorum release the run with the next call of the worker',
    quotes({ 'What the service does': 'and batch confirms' }),
    async () => {
      const all = await asked({ quorum: 2 });
      bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
      await release(all);
      expect(await batchOf(service, all.of, all.batch)).toMatchObject({ status: 'awaiting_confirmation' });
      bodyOf(await vote(service, all.of, all.approvalId, all.voter(1)));
      await deliver(service, [await hintOf(service, all.of, all.approvalId)]);
      expect(await batchOf(service, all.of, all.batch)).toMatchObject({ status: 'creating' });
      await settle(service);
      expect(await batchOf(service, all.of, all.batch)).toMatchObject({ status: 'completed', counts: { created: 3 } });
      expect(await approvalOf(service, all.of, all.approvalId)).toMatchObject({ status: 'executed' });
      const payouts = await readFeed(service, all.of, 'type=payout.pending');
      expect(payouts.map(({ data }) => [data.batchId, data.approvalId])).toEqual(
        payouts.map(() => [all.batch.batchId, all.approvalId]),
      );
      await expectSoundBooks(service, all.of);
    },
  );

  test('who vote on other content than is stored are refused', async () => {
    const all = await asked();
    const { approvalId, of, voter } = all;
    const { contentHash } = await approvalOf(service, of, approvalId);
    const other = { contentHash: contentHash.replace(/^./, contentHash[0] === '0' ? '1' : '0') };
    expectError(await vote(service, of, approvalId, voter(0), 'approve', other), 'CONFLICT');
    bodyOf(await vote(service, of, approvalId, voter(0), 'approve', { contentHash }));
  });
});

describe('an approval of a batch', () => {
  test(
    'that was rejected stays so: every later confirm names it',
    quotes({
      'Endpoints > Confirm a payout batch':
        '`PAYOUT_BATCH_AWAITING_APPROVAL` (approval rejected; approval id in `detail`)',
      'States and transitions > Approval': 'a batch confirm then answers `PAYOUT_BATCH_AWAITING_APPROVAL`',
    }),
    async () => {
      const all = await asked();
      bodyOf(await vote(service, all.of, all.approvalId, all.voter(0), 'reject'));
      await settle(service);
      for (const by of [all.of, await service.member(all.of.organizationId, 'owner')]) {
        expectError(await all.confirm(by), 'PAYOUT_BATCH_AWAITING_APPROVAL', {
          approvalId: all.approvalId,
          detail: expect.stringContaining(all.approvalId),
        });
      }
      bodyOf(await act(service, all.of, all.batch, 'cancel', all.of));
    },
  );

  test('that expired is asked for anew', async () => {
    const all = await asked();
    service.clock.advance(approvalLifetimeMs);
    await work(service, all.of, all.approvalId);
    expect(await approvalOf(service, all.of, all.approvalId)).toMatchObject({ status: 'expired' });
    const { approvalId } = bodyOf(await all.confirm(), 202);
    expect(approvalId).not.toBe(all.approvalId);
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await release({ ...all, approvalId });
    expect(await fatesOf(service, all.of, all.batch)).toEqual({ created: 3 });
  });

  test('that failed, because the key that confirmed was revoked, is asked for anew by a person', async () => {
    const all = await waiting();
    const { organizationId } = all.of;
    const owner = await service.member(organizationId, 'owner');
    const confirmer = { organizationId, ...(await service.key(organizationId)) };
    const { approvalId } = bodyOf(await all.confirm(confirmer), 202);
    bodyOf(await revoke(service, organizationId, owner, confirmer.key.id));
    await settle(service);
    expect(await approvalOf(service, all.of, approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'UNAUTHORIZED',
    });
    const anew = bodyOf(await all.confirm(owner), 202);
    expect(anew.approvalId).not.toBe(approvalId);
  });

  test('that failed, because the organization was suspended, is asked for anew', async () => {
    const all = await asked();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    await suspend(service.runtime, all.of.organizationId);
    await release(all);
    await resume(service.runtime, all.of.organizationId);
    expect(await approvalOf(service, all.of, all.approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'ACCOUNT_BLOCKED',
    });
    expect(bodyOf(await all.confirm(), 202).approvalId).not.toBe(all.approvalId);
  });

  test.each(['pending', 'approved'])('that is %s ends with the batch, when it is canceled', async (status) => {
    const all = await asked();
    if (status === 'approved') bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    bodyOf(await act(service, all.of, all.batch, 'cancel', all.of));
    expect(await approvalOf(service, all.of, all.approvalId)).toMatchObject({
      status: 'failed',
      failureReason: 'PAYOUT_BATCH_NOT_CONFIRMABLE',
    });
    expectError(await vote(service, all.of, all.approvalId, all.voter(1)), 'CONFLICT');
    await release(all);
    await settle(service);
    expect(await fatesOf(service, all.of, all.batch)).toEqual({ valid: 3 });
    expect(await told(service, all.of)).not.toContain('payout.pending');
  });

  test('that is executed while a cancel is under way wins: the cancel is refused', async () => {
    const all = await asked();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    const hint = await hintOf(service, all.of, all.approvalId);
    table.intercept(beforeFirst('TransactWrite', () => deliver(service, [hint])));
    expectError(await act(service, all.of, all.batch, 'cancel', all.of), 'PAYOUT_BATCH_NOT_CANCELABLE');
    table.intercept(undefined);
    await advance(service, all.of, all.batch);
    expect(await fatesOf(service, all.of, all.batch)).toEqual({ created: 3 });
  });

  test('lets the batch go on when every key that asked for it is revoked after its execution', async () => {
    const all = await asked();
    const owner = await service.member(all.of.organizationId, 'owner');
    const reader = { ...all.of, ...(await service.key(all.of.organizationId)) };
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    await deliver(service, [await hintOf(service, all.of, all.approvalId)]);
    bodyOf(await revoke(service, all.of.organizationId, owner, all.of.key.id));
    await advance(service, all.of, all.batch);
    expect(await fatesOf(service, reader, all.batch)).toEqual({ created: 3 });
  });

  test('is not executed for lines that differ from those voted on: it is never executed', async () => {
    const all = await asked();
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    await tamper('batch', all.batch.batchId, 'linesHash', () => '0'.repeat(64));
    await release(all);
    expect(await approvalOf(service, all.of, all.approvalId)).toMatchObject({ status: 'approved' });
    expect(await batchOf(service, all.of, all.batch)).toMatchObject({ status: 'awaiting_confirmation' });
    expect(await told(service, all.of)).not.toContain('payout.pending');
  });
});

describe('stored lines that differ from the accepted ones park the batch, and nothing is created', () => {
  const parked = async ({ batchId }: Body) =>
    (await storedItems(service, 'parkedWork')).filter((row) => row.resourceId === batchId);

  test.each<[string, string, (value: never) => unknown]>([
    ['a chunk is another', 'batchLines', () => 'i64FAA=='],
    ['a chunk is no lines at all', 'batchLines', () => 'nonsense'],
  ])('%s', async (_name, entity, change) => {
    const all = await guarded(service);
    await all.control({ features: ['mass_payouts'], approvals: undefined });
    const batch = await submitted(service, all.of, linesTo(all.recipient, 3));
    await tamper(entity, batch.batchId, 'lines', change);
    await advance(service, all.of, batch);
    expect(await parked(batch)).toHaveLength(1);
    expect(await batchOf(service, all.of, batch)).toMatchObject({ status: 'received', counts: { pending: 3 } });
    expect(await told(service, all.of)).toEqual([]);
    // What a person can do besides looking: nothing of it was created.
    expect(bodyOf(await act(service, all.of, batch, 'cancel', all.of)).status).toBe('canceled');
  });

  test.each(['linesHash', 'itemCount'])('the batch’s %s is another', async (name) => {
    const all = await guarded(service);
    await all.control({ features: ['mass_payouts'], approvals: undefined });
    const batch = await submitted(service, all.of, linesTo(all.recipient, 3));
    await tamper('batch', batch.batchId, name, (value) => (name === 'itemCount' ? Number(value) - 1 : '0'.repeat(64)));
    await advance(service, all.of, batch);
    expect(await parked(batch)).toHaveLength(1);
    expect(await told(service, all.of)).toEqual([]);
  });
});

describe('the largest debit that people approved', () => {
  test('bounds the batch: lines beyond it fail when prices have moved, smaller ones after them pass', async () => {
    const all = await asked({}, (to) => [
      ...linesTo(to, 5, { amountLeg: 'destination', amount: '20.00' }),
      ...linesTo(to, 6, { amountLeg: 'destination', amount: '1.00' }).slice(5),
    ]);
    // 101.00 EUR: 109.79 and 3.00 of fees, 6 cents of rounding, 5 percent.
    const { batch } = await approvalOf(service, all.of, all.approvalId);
    expect(batch.largestDebit).toEqual({ amount: '118.50', currency: 'USD' });
    bodyOf(await vote(service, all.of, all.approvalId, all.voter(0)));
    rail.price = async ({ fee }) => ({ rate: '0.80', fee });
    await release(all);
    const items = await itemsOf(service, all.of, all.batch);
    // 25.50 each by now, and 1.75 for the last.
    expect(items.map(({ status }) => status)).toEqual([
      'created',
      'created',
      'created',
      'created',
      'create_failed',
      'created',
    ]);
    expect(items[4].errors).toMatchObject([
      { type: 'RATE_DRIFT_EXCEEDED', detail: expect.stringContaining('127.50 USD') },
    ]);
    expect((await batchOf(service, all.of, all.batch)).totals.debited).toEqual([
      { currency: 'USD', count: 5, amount: '103.75', fee: '2.50' },
    ]);
    await expectSoundBooks(service, all.of);
  });

  test('is taken with the fee for each line where amounts are net', async () => {
    const british = { payee: { corridorId: 'gbp_gb_account' } };
    const all = await asked(british, (to) => linesTo(to, 3, { amountLeg: 'source_net' }));
    const { batch } = await approvalOf(service, all.of, all.approvalId);
    // 30.00 and three times 0.50, and 5 percent.
    expect(batch.largestDebit).toEqual({ amount: '33.08', currency: 'USD' });
  });
});
