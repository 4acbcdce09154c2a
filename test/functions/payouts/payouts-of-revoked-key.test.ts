import { beforeEach, describe, expect, test } from 'vitest';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { HeadEntity } from '../../../shared/journal/commit/head.ts';
import { mostOpenPayouts } from '../../../shared/payouts/funding/open-payouts.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import { expectError, storedItems } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, deliver, expectSoundBooks, pathOf, readFeed } from '../../support/journey.ts';
import type { Credentials, TestSession } from '../../support/service.ts';
import { issueKey, revoke, rotateKey } from '../api-keys/support.ts';
import { advance, type Body, itemsOf, linesTo } from '../batches/support.ts';

let scene: FundingScene;
let key: Credentials;
let owner: TestSession;

beforeEach(async () => {
  scene = await FundingScene.start();
  const { service } = scene;
  // Nobody issues or revokes keys of a live organization before people sign.
  scene.of = await service.organization();
  await scene.change(scene.of, { connections: { 'chain/base': scene.chain.connectionId } });
  scene.payee = await scene.newPayee(scene.of);
  owner = await service.member(scene.of.organizationId, 'owner');
  service.clock.advance(1);
  key = await issueKey(service, scene.of.organizationId, owner, { scopes: ['read', 'write'] });
});

const [second, day] = [1_000, 24 * 60 * 60 * 1_000];
const dollars = (amount: number) => BigInt(amount * 1_000_000);

/** A payout that the second key of the organization asks for. */
const pay = async (body: object = {}): Promise<Body> => bodyOf(await scene.pay(body, { of: { ...scene.of, ...key } }));
const revokeKey = async () => bodyOf(await revoke(scene.service, scene.of.organizationId, owner, key.key.id));
const stateOf = async (payout: { readonly payoutId: string }) => {
  const { status, failureCode, fundsReturned } = await scene.read(payout);
  return { status, failureCode, fundsReturned };
};
const ended = { status: 'failed', failureCode: 'authorization_not_completed', fundsReturned: false };

describe('a payout of a revoked key that its organization funds itself', () => {
  test('fails where nothing has come, is told once, and gives back what the caps have counted', async () => {
    await scene.change(scene.of, { limits: { daily: 150_00n } });
    const payout = await pay();
    await revokeKey();
    await scene.passes(5 * second);
    expect(await stateOf(payout)).toEqual(ended);
    expect((await readFeed(scene.service, scene.of)).map(({ type }) => type)).toEqual([
      'payout.pending',
      'payout.failed',
    ]);
    await scene.payout({ amount: '149.00' });
    await expectSoundBooks(scene.service, scene.of);
    expect(await findingsOf(scene.service, scene.of)).toEqual([]);
  });

  test('takes no money any more: what comes later is a held deposit', async () => {
    const payout = await pay();
    await revokeKey();
    await scene.passes(5 * second);
    const mined = scene.send(payout, dollars(100));
    expectError(await scene.confirm(payout, mined), 'PAYOUT_NOT_FUNDABLE');
    scene.service.clock.advance(day / 2);
    await scene.passes(15 * 60 * second);
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending', payoutId: payout.payoutId }]);
    expect(await stateOf(payout)).toEqual(ended);
    expect(scene.rail.calls).toEqual([]);
  });

  test('goes on where money has come, however little, and where a transaction is confirmed', async () => {
    const [part, confirmed, untouched] = [await pay(), await pay({ amount: '50.00' }), await pay({ amount: '20.00' })];
    scene.send(part, 1n);
    await scene.passes(10 * second);
    scene.chain.behind = 10;
    const hash = scene.chain.mine(
      { payoutId: confirmed.payoutId, amount: dollars(50) },
      { madeAt: scene.service.clock.now },
    );
    bodyOf(await scene.confirm(confirmed, hash));
    await revokeKey();
    await scene.passes(5 * second);
    expect((await stateOf(part)).status).toBe('pending');
    expect((await stateOf(confirmed)).status).toBe('pending');
    expect(await stateOf(untouched)).toEqual(ended);
    scene.send(part, dollars(100));
    scene.chain.finalize();
    await scene.passes(10 * second);
    expect((await stateOf(part)).status).toBe('completed');
    expect((await stateOf(confirmed)).status).toBe('completed');
  });

  test('is paid, or its money is held, where both come at once', async () => {
    const payout = await pay();
    await revokeKey();
    scene.send(payout, dollars(100));
    const { organizationId } = scene.of;
    scene.service.clock.advance(5 * second);
    const dueAt = scene.service.clock.now;
    const rows = await storedItems(scene.service, 'dueWork');
    const reading = rows.find(({ kind, resourceId }) => kind === 'funding' && String(resourceId).includes('.'));
    await Promise.all([
      deliver(scene.service, [{ organizationId, kind: 'funding', resourceId: key.key.id, dueAt }]),
      deliver(scene.service, [{ ...(reading as unknown as Hint), dueAt }]),
    ]);
    scene.service.clock.advance(day / 2);
    await scene.passes(15 * 60 * second);
    const { status } = await stateOf(payout);
    expect(['completed', 'failed']).toContain(status);
    expect((await scene.deposits()).map(({ amount }) => amount)).toEqual(status === 'failed' ? ['100.00'] : []);
    expect(scene.rail.payments.get(payout.payoutId) ?? 0).toBe(status === 'failed' ? 0 : 1);
  });

  test('stays where the key was rotated, or another key asked for it', async () => {
    const [rotated, other] = [await pay(), await scene.payout({ amount: '10.00' })];
    await rotateKey(scene.service, key.key.id, key);
    await scene.passes(2 * day);
    expect((await stateOf(rotated)).status).toBe('pending');
    expect((await stateOf(other)).status).toBe('pending');
  });

  test('fails with lines of a run that the key has created', async () => {
    const { service, of } = scene;
    await scene.change(of, { features: ['mass_payouts'] });
    const body = { externalReferenceId: 'run', items: linesTo(scene.payee, 2, { funding: 'self' }) };
    const batch = bodyOf(await service.post(`${pathOf(of)}/payouts/batches`, { ...of, ...key }, body), 202);
    await advance(service, of, batch);
    await revokeKey();
    await scene.passes(5 * second);
    for (const { payoutId } of await itemsOf(service, of, batch)) expect(await stateOf({ payoutId })).toEqual(ended);
  });

  test('fails however many there are, also where the worker dies after each commit', { timeout: 120_000 }, async () => {
    const payouts: Body[] = [];
    for (let index = 0; index < 23; index += 1) payouts.push(await pay({ amount: `${10 + index}.00` }));
    await revokeKey();
    const { store } = scene.service.runtime;
    const { transact } = store;
    let commits = 0;
    (store as { transact: typeof transact }).transact = async (...given) => {
      await transact.apply(store, given);
      commits += 1;
      if (commits % 2 === 1 && commits < 8) throw new Error('the worker has died');
    };
    await scene.passes(60 * 60 * second);
    (store as { transact: typeof transact }).transact = transact;
    await scene.passes(60 * second);
    for (const payout of payouts) expect(await stateOf(payout)).toEqual(ended);
    expect(await storedItems(scene.service, 'openPayoutOfKey')).toEqual([]);
    expect((await storedItems(scene.service, 'head')).map(({ awaitingFunds }) => awaitingFunds)).toContain(0);
  });
});

describe('payouts that await the funds of an organization', () => {
  test('are counted, and one too many is refused', async () => {
    const [one, two] = [await scene.payout(), await scene.payout({ amount: '20.00' })];
    const { store } = scene.service.runtime;
    const wanted = refTo(HeadEntity, { organizationId: scene.of.organizationId });
    const head = await store.get(wanted);
    expect(head?.awaitingFunds).toBe(2);
    if (head) await store.put(HeadEntity, { ...head, awaitingFunds: mostOpenPayouts });
    expect((await scene.pay({ amount: '30.00' })).body).toMatchObject({
      type: 'BAD_REQUEST',
      detail: expect.stringContaining('10000 payouts'),
    });
    bodyOf(await scene.cancel(one));
    await scene.payout({ amount: '30.00' });
    scene.send(two, dollars(20));
    await scene.passes(10 * second);
    expect((await store.get(wanted))?.awaitingFunds).toBe(mostOpenPayouts - 1);
  });
});
