import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PayoutEntity } from '../shared/payouts/payout/payout.ts';
import type { Hint } from '../shared/ports/hint-queue.ts';
import { issueKey, revoke } from './functions/api-keys/support.ts';
import { expectError, storedItems } from './support/answers.ts';
import { findingsOf } from './support/findings-of.ts';
import { FundingScene } from './support/funding/funding-scene.ts';
import { bodyOf, deliver, deliverInBatches, expectSoundBooks, pathOf } from './support/journey.ts';
import { performed } from './support/operations.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
});

afterEach(async () => {
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  await expectSoundBooks(scene.service, scene.of);
});

type Payout = { readonly payoutId: string };

const secondMs = 1_000;
const dayMs = 24 * 60 * 60 * secondMs;
const dollars = (amount: number) => BigInt(amount * 1_000_000);
/** What a payout is decided on, and what its money is in. */
const decidedOn = ['payout', 'head', 'balanceTransaction', 'event', 'deposit', 'endUserDay', 'fundingTransfer'];

/**
 * Does something as a release does that knows no payouts which await the funds of their organization: all that keeps it from deciding about one is
 * that it does not know its status (docs/adr/0028). It reads no chain.
 */
async function before<T>(act: () => Promise<T>): Promise<T> {
  const { props } = PayoutEntity.schema.attributes.status as unknown as { readonly props: Status };
  const { values } = props.meta;
  const place = values.indexOf('awaiting_funds');
  values.splice(place, 1);
  try {
    return await act();
  } finally {
    values.splice(place, 0, 'awaiting_funds');
  }
}

interface Status {
  readonly meta: { readonly values: string[] };
}

/** Its workers do all work that is due, but for kinds that it does not know. */
async function workBefore(ms: number): Promise<void> {
  const { service } = scene;
  service.clock.advance(ms);
  const due = (await storedItems(service, 'dueWork')) as unknown as (Hint & { readonly dueAt?: number })[];
  const known = due.filter(({ kind, dueAt }) => kind !== 'funding' && kind !== 'flushes' && dueAt !== undefined);
  await before(() => deliverInBatches(service, known));
}

const rows = async () => Promise.all(decidedOn.map((entity) => storedItems(scene.service, entity)));

async function expectUntouched(act: () => Promise<unknown>): Promise<void> {
  const stored = await rows();
  await act();
  expect(await rows()).toEqual(stored);
}

async function expectPaidOnce(payout: Payout): Promise<void> {
  await scene.passes(20 * secondMs);
  expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { status: 'funded' } });
  expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
}

describe('a payout that awaits the funds of its organization, under the release before', () => {
  test('is not canceled, and under this release it is', async () => {
    const payout = await scene.payout();
    await expectUntouched(async () => expectError(await before(() => scene.cancel(payout)), 'INTERNAL'));
    expect(bodyOf(await scene.cancel(payout))).toMatchObject({ status: 'canceled' });
    expect((await scene.get('/balance')).available).toBe('0.00');
  });

  test('is not confirmed and not quoted', async () => {
    const payout = await scene.payout();
    const sent = scene.send(payout, dollars(100));
    const path = `${pathOf(scene.of)}/payouts/${payout.payoutId}/funding/quote`;
    const operator = await scene.service.member(scene.of.organizationId, 'operator');
    await expectUntouched(async () => {
      expectError(await before(() => scene.confirm(payout, sent)), 'INTERNAL');
      expectError(await before(() => scene.service.post(path, operator, undefined)), 'INTERNAL');
    });
    await expectPaidOnce(payout);
  });

  test('is sent to no rail, whatever hints at it', async () => {
    const payout = await scene.payout();
    const { organizationId } = scene.of;
    const { payoutId } = payout;
    const hint = { kind: 'rails', organizationId, resourceId: payoutId, dueAt: scene.service.clock.now } as const;
    await expectUntouched(() => before(() => deliver(scene.service, [hint])));
    expect(scene.rail.calls).toEqual([]);
    scene.send(payout, dollars(100));
    await expectPaidOnce(payout);
  });

  test('does not end, gives nothing back, and keeps its work however long that release runs', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(40));
    await expectUntouched(() => workBefore(dayMs));
    await expectUntouched(() => workBefore(31 * dayMs));
    await scene.passes(15 * 60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'quote_expired' });
    expect(await scene.deposits()).toMatchObject([{ amount: '40.00', status: 'pending' }]);
    expect((await scene.get('/balance')).available).toBe('0.00');
  });

  test('whose money is there is paid once this release runs again, at the price of when it came', async () => {
    const payout = await scene.payout();
    scene.send(payout, dollars(100));
    await expectUntouched(() => workBefore(60 * 60 * secondMs));
    scene.rail.price = async () => ({ rate: '0.50', fee: 25n });
    await expectPaidOnce(payout);
    expect(await scene.read(payout)).toMatchObject({ rate: '0.92' });
  });

  test('keeps neither the key that asked for it from being revoked nor its organization from being suspended', async () => {
    const { service, of } = scene;
    const owner = await service.member(of.organizationId, 'owner');
    const credentials = await issueKey(service, of.organizationId, owner, { scopes: ['read', 'write'] });
    const payout = bodyOf(
      await service.post(`${pathOf(of)}/payouts`, credentials, {
        amount: '10.00',
        destinationAccountId: scene.payee.methods[0].destinationAccountId,
        funding: 'self',
      }),
    );
    await before(async () => {
      bodyOf(await revoke(service, of.organizationId, owner, credentials.key.id));
      for (const name of ['suspend', 'resume']) await performed(service, name, { organizationId: of.organizationId });
    });
    expect(await scene.read(payout)).toMatchObject({ status: 'pending' });
    await scene.passes(10 * 60 * secondMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'authorization_not_completed' });
  });
});
