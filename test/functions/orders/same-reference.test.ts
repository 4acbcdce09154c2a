import { beforeAll, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { PayoutReferenceEntity } from '../../../shared/payouts/payout/payout.ts';
import { storedItems } from '../../support/answers.ts';
import {
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  sendPayout,
  type TestOrganization,
} from '../../support/journey.ts';
import { readPages } from '../../support/pages.ts';
import { type Answer, TestService } from '../../support/service.ts';

type Body = Answer['body'];

let service: TestService;
let of: TestOrganization;
let recipient: Body;

const composed = 'Müller 7';
const decomposed = composed.normalize('NFD');
const withOtherSpace = 'Müller\u00a07';

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  of = await fundedOrganization(service);
  recipient = await addRecipient(service, of);
});

let paid = 0;

async function pay(reference: string, by = of, to = recipient): Promise<Body> {
  service.clock.advance(1_000);
  paid += 1;
  return bodyOf(await sendPayout(service, by, to, { amount: `1.${10 + paid}`, reference }));
}

function found(reference: string, limit: number, by = of): Promise<Body[]> {
  return readPages(service, by, `${pathOf(by)}/orders?reference=${encodeURIComponent(reference)}`, limit);
}

test('a reference is answered as it was sent, and finds payouts in any way to write it', async () => {
  const payout = await pay(decomposed);
  expect(payout.reference).toBe(decomposed);
  for (const written of [decomposed, composed, withOtherSpace, 'Müller\ufe0f 7'])
    expect(await found(written, 100)).toEqual([payout]);
  expect(await found('MÜLLER 7', 100)).toEqual([]);
});

test('payouts of one reference, written differently, are one list, newest first, over pages of any size', async () => {
  const oldest = (await found(composed, 100)).toReversed();
  for (const reference of [composed, decomposed, withOtherSpace, decomposed, composed])
    oldest.push(await pay(reference));
  const all = oldest.toReversed();
  for (const reference of [composed, decomposed, withOtherSpace, 'Mu\u0308ller 7']) {
    for (const limit of [1, 2, 3, 6, 100]) expect(await found(reference, limit)).toEqual(all);
  }
});

test('payouts of an earlier release are found by their reference as it was sent, among those of its form', async () => {
  const before = await found(composed, 100);
  const old = await pay(decomposed);
  const { payoutId } = old;
  const inForm = refTo(PayoutReferenceEntity, { organizationId: of.organizationId, reference: composed, payoutId });
  await service.runtime.store.remove(inForm, {});
  const young = await pay(withOtherSpace);
  for (const limit of [1, 2, 3, 100]) {
    expect(await found(decomposed, limit)).toEqual([young, old, ...before]);
    expect(await found(composed, limit)).toEqual([young, ...before]);
  }
});

test('a reference of another organization finds nothing, however it is written', async () => {
  const other = await fundedOrganization(service);
  expect(await found(withOtherSpace, 100, other)).toEqual([]);
  const theirs = await pay(withOtherSpace, other, await addRecipient(service, other));
  expect(await found(composed, 100, other)).toEqual([theirs]);
  expect(await found(withOtherSpace, 100)).not.toContainEqual(theirs);
});

test('a reference that is its own form has one row, and any other has one more', async () => {
  const rows = async () => (await storedItems(service)).filter(({ _et }) => _et === 'payoutReference').length;
  const before = await rows();
  await pay('plain 8');
  expect(await rows()).toBe(before + 1);
  await pay('plain\u00a08');
  expect(await rows()).toBe(before + 3);
});

test('a reference of the most bytes that it may have in its form fits into the table', async () => {
  const payout = await pay('\ufb2c'.repeat(255));
  expect(await found('\ufb2c'.repeat(255), 100)).toEqual([payout]);
});
