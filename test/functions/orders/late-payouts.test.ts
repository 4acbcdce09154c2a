import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { DatedRowEntity, datedWrites } from '../../../shared/journal/rows/dated-row.ts';
import { PayoutEntity, payoutPartition } from '../../../shared/payouts/payout/payout.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { bodyOf, pathOf, sendPayout, type TestOrganization } from '../../support/journey.ts';
import { readPages } from '../../support/pages.ts';
import { type Answer, TestService } from '../../support/service.ts';
import { act, advance, batchingOrganization, linesTo, payee, submitted } from '../batches/support.ts';

type Body = Answer['body'];

const minuteMs = 60_000;
let service: TestService;
let of: TestOrganization;
/** Names of the payouts, by reference and line, in the order in which they were made. */
let made: string[];

const list = (query: string, limit: number) => readPages(service, of, `${pathOf(of)}/orders?${query}`, limit);
const nameOf = ({ reference, sourceAmount }: Body) => `${reference} ${sourceAmount}`;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await batchingOrganization(service);
  const recipient = await payee(service, of);
  const line = (reference: string, amount: string) => linesTo(recipient, 1, { reference, amount })[0];
  const pay = async (reference: string) =>
    bodyOf(await sendPayout(service, of, recipient, { amount: '1.00', reference }));
  const waits = await submitted(service, of, [line('late', '2.00'), line('both', '3.00')], { autoCommit: false });
  await advance(service, of, waits);
  service.clock.advance(minuteMs);
  await pay('both');
  service.clock.advance(60 * minuteMs);
  await pay('before');
  service.clock.advance(1_000);
  bodyOf(await act(service, of, waits, 'confirm', of));
  await advance(service, of, waits);
  service.clock.advance(1_000);
  await pay('after');
  made = ['both 1.00', 'before 1.00', 'late 2.00', 'both 3.00', 'after 1.00'];
});

test('a payout that was made long after its batch was submitted stands where it was made, over pages of any size', async () => {
  for (const limit of [1, 2, 3, 4, 5, 100]) {
    for (const query of ['', 'status=pending', 'status=pending,failed'])
      expect((await list(query, limit)).map(nameOf)).toEqual(made.toReversed());
    expect(await list('status=failed', limit)).toEqual([]);
  }
});

test('it stands there under its reference, too', async () => {
  for (const limit of [1, 2, 100]) {
    expect((await list('reference=both', limit)).map(nameOf)).toEqual(['both 3.00', 'both 1.00']);
    expect((await list('reference=late', limit)).map(nameOf)).toEqual(['late 2.00']);
  }
});

test('one that is made while its request is young has no row but its own', async () => {
  const { items } = await service.runtime.store.range(DatedRowEntity, {
    partition: `DATED#${payoutPartition(of.organizationId)}`,
    limit: 100,
  });
  const named = (await list('', 100)).filter(({ payoutId }) => items.some(({ id }) => id === payoutId));
  expect(named.map(nameOf)).toEqual(['both 3.00', 'late 2.00']);
});

test('one that an earlier release made late stays where its batch was submitted', async () => {
  const { store } = service.runtime;
  const { organizationId } = of;
  const [{ payoutId }] = await list('reference=late', 1);
  const payout = await store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  if (!payout) throw new Error('no payout');
  const { datedAt: _, ...earlier } = payout;
  await store.put(PayoutEntity, earlier);
  await store.remove(
    refTo(DatedRowEntity, {
      partition: payoutPartition(organizationId),
      id: payoutId,
      datedAt: payout.datedAt as number,
    }),
    {},
  );
  expect((await list('', 2)).map(nameOf)).toEqual(['after 1.00', 'both 3.00', 'before 1.00', 'both 1.00', 'late 2.00']);
  await store.transact([...datedWrites(payoutPartition(organizationId), payoutId, payout.datedAt)], 'again');
  await store.put(PayoutEntity, payout);
});

test('the check of the books finds one that its list does not show', async () => {
  const { organizationId } = of;
  const [{ payoutId }] = await list('reference=both', 1);
  const payout = await service.runtime.store.get(refTo(PayoutEntity, { organizationId, payoutId }));
  const row = { partition: payoutPartition(organizationId), id: payoutId, datedAt: payout?.datedAt as number };
  expect(await findingsOf(service, of)).toEqual([]);
  await service.runtime.store.remove(refTo(DatedRowEntity, row), {});
  expect(await findingsOf(service, of)).toEqual([`${payoutId} is dated, and its list does not show it`]);
});
