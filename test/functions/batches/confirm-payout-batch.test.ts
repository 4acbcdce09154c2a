import { beforeAll, describe, expect, test } from 'vitest';
import { batchStatuses } from '../../../shared/payouts/batches/batch/statuses.ts';
import { resume, setControls, suspend } from '../../shared/journal/commit/support.ts';
import { expectError } from '../../support/answers.ts';
import { beforeFirst, type FaultyTable } from '../../support/faults.ts';
import { bodyOf, expectSoundBooks, readFeed, type TestOrganization } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { revoke } from '../api-keys/support.ts';
import {
  act,
  advance,
  type Body,
  batchingOrganization,
  batchOf,
  fatesOf,
  linesTo,
  payee,
  runIn,
  startBatches,
  submitted,
  waiting,
} from './support.ts';

let table: FaultyTable;
let service: TestService;

beforeAll(async () => {
  ({ table, service } = await startBatches());
});

const confirm = (of: TestOrganization, batch: Body, by: Parameters<typeof act>[4] = of) =>
  act(service, of, batch, 'confirm', by);

describe('a confirm', () => {
  test.each(['key', 'owner', 'admin', 'operator'] as const)(
    'by %s starts creation',
    quotes({
      'Endpoints > Confirm a payout batch': [
        '`POST P/payouts/batches/{batchId}/confirm`.',
        '200: batch now `creating`.',
      ],
      'States and transitions > Payout batch':
        '`awaiting_confirmation` | confirm | no approval required | `creating` | 200',
    }),
    async (who) => {
      const { of, batch } = await waiting(service);
      const by = who === 'key' ? of : await service.member(of.organizationId, who);
      expect(bodyOf(await confirm(of, batch, by))).toMatchObject({ status: 'creating', counts: { valid: 2 } });
      await advance(service, of, batch);
      expect(await fatesOf(service, of, batch)).toEqual({ created: 2 });
      await expectSoundBooks(service, of);
    },
  );

  test.each(batchStatuses.filter((status) => status !== 'awaiting_confirmation'))(
    'of a run that is %s says where it is, and changes nothing',
    quotes({
      'Endpoints > Confirm a payout batch': [
        'Legal only in `awaiting_confirmation`.',
        '409 `PAYOUT_BATCH_NOT_CONFIRMABLE` (names where the batch is)',
      ],
    }),
    async (status) => {
      const { of, batch } = await runIn(service, status);
      const before = await batchOf(service, of, batch);
      expectError(await confirm(of, batch), 'PAYOUT_BATCH_NOT_CONFIRMABLE', { detail: `the batch is ${status}` });
      expect(await batchOf(service, of, batch)).toEqual(before);
    },
  );

  test(
    'of a run without a valid line completes it, and creates nothing',
    quotes({ 'States and transitions > Payout batch': 'invalid lines stay refused' }),
    async () => {
      const of = await batchingOrganization(service);
      const batch = await submitted(service, of, linesTo(await payee(service, of), 1, { amount: '0.00' }));
      await advance(service, of, batch);
      bodyOf(await confirm(of, batch));
      await advance(service, of, batch);
      expect(await batchOf(service, of, batch)).toMatchObject({ status: 'completed', counts: { invalid: 1 } });
      expect((await readFeed(service, of)).map(({ type }) => type)).toEqual([
        'deposit.completed',
        'payout_batch.awaiting_confirmation',
        'payout_batch.completed',
      ]);
    },
  );

  test('twice at once starts one creation', async () => {
    const { of, batch } = await waiting(service);
    const answers = await Promise.all([confirm(of, batch), confirm(of, batch)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await advance(service, of, batch);
    expect(await readFeed(service, of, 'type=payout.pending')).toHaveLength(2);
  });

  test(
    'is refused while batches are off, and goes through afterwards',
    quotes({ 'Endpoints > Confirm a payout batch': '403 `MASS_PAYOUTS_DISABLED`.' }),
    async () => {
      const { of, batch } = await waiting(service);
      await setControls(service.runtime, of.organizationId, { features: [] });
      expectError(await confirm(of, batch), 'MASS_PAYOUTS_DISABLED');
      await setControls(service.runtime, of.organizationId, { features: ['mass_payouts'] });
      bodyOf(await confirm(of, batch));
    },
  );

  test('is refused where batches are switched off, or the organization suspended, at the last moment', async () => {
    const { of, batch } = await waiting(service);
    const { organizationId } = of;
    const { runtime } = service;
    table.intercept(beforeFirst('TransactWrite', () => setControls(runtime, organizationId, { features: [] })));
    expectError(await confirm(of, batch), 'MASS_PAYOUTS_DISABLED');
    await setControls(runtime, organizationId, { features: ['mass_payouts'] });
    table.intercept(beforeFirst('TransactWrite', () => suspend(runtime, organizationId)));
    expectError(await confirm(of, batch), 'ACCOUNT_BLOCKED');
    table.intercept(undefined);
    await resume(runtime, organizationId);
    expect(await batchOf(service, of, batch)).toMatchObject({ status: 'awaiting_confirmation' });
  });

  test('is refused to keys where the creating key was revoked, and open to people', async () => {
    const { of, batch } = await waiting(service);
    const other = { ...of, ...(await service.key(of.organizationId)) };
    const owner = await service.member(of.organizationId, 'owner');
    bodyOf(await revoke(service, of.organizationId, owner, of.key.id));
    expectError(await confirm(of, batch, other), 'PAYOUT_BATCH_NOT_CONFIRMABLE', {
      detail: 'its API key was revoked; a member has to confirm it',
    });
    bodyOf(await confirm(of, batch, owner));
    await advance(service, of, batch);
    expect(await fatesOf(service, other, batch)).toEqual({ created: 2 });
  });

  test('by another key than the one that created it answers for it together with that key', async () => {
    const { of, batch } = await waiting(service);
    const other = { ...of, ...(await service.key(of.organizationId)) };
    bodyOf(await confirm(of, batch, other));
    const owner = await service.member(of.organizationId, 'owner');
    bodyOf(await revoke(service, of.organizationId, owner, other.key.id));
    await advance(service, of, batch);
    expect(await fatesOf(service, of, batch)).toEqual({ 'create_failed UNAUTHORIZED': 2 });
  });
});
