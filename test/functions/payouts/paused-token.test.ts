import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditRows, expectError } from '../../support/answers.ts';
import { agreed } from '../../support/connections.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, deliverInBatches, expectSoundBooks, pathOf } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import type { Answer } from '../../support/service.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
  await scene.connect();
});

afterEach(async () => {
  await expectSoundBooks(scene.service, scene.of);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

type Named = { readonly payoutId: string };

const dollars = (amount: number) => BigInt(amount * 1_000_000);
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const dayMs = 24 * 60 * minuteMs;
const reason = 'the issuer has said that it is hacked';

const about = () => ({ connectionId: scene.chain.connectionId, token: 'USDC', reason });
const pause = (operator = 'ada') =>
  performed(scene.service, 'connections', { do: 'pause-token', ...about() }, { operator });
const propose = () => perform(scene.service, 'connections', { do: 'resume-token', ...about() });
const resume = () => agreed(scene.service, { do: 'resume-token', ...about() });
const newPayout = () => scene.payout({ reference: randomUUID() });
const instructions = ({ payoutId }: Named) =>
  scene.service.get(`${pathOf(scene.of)}/payouts/${payoutId}/funding`, scene.of);
const sentTo = ({ payoutId }: Named) => scene.rail.received.get(payoutId)?.instruction.destinationAmount;

function expectRefused({ body }: Answer): void {
  expect(body).toMatchObject({ type: 'BAD_REQUEST', detail: expect.stringContaining('at the moment') });
}

async function paid(amount = 100) {
  const payout = await newPayout();
  scene.send(payout, dollars(amount));
  await scene.passes(10 * secondMs);
  return payout;
}

describe('a paused token', () => {
  test('is offered to nobody: no quote, no payout, no instructions', async () => {
    const { destinationAccountId } = scene.payee.methods[0];
    const quote = (more: object) =>
      scene.service.post(`${pathOf(scene.of)}/quotes/offramp`, scene.of, {
        amount: '10.00',
        destinationAccountId,
        ...more,
      });
    const payout = await newPayout();
    const { snapshotId } = bodyOf(await quote({ funding: 'self' }));
    await pause();
    expectRefused(await scene.pay({ reference: randomUUID() }));
    expectRefused(await quote({ funding: 'self' }));
    expectRefused(await scene.service.post(`${pathOf(scene.of)}/quotes/accept`, scene.of, { snapshotId }));
    const { body } = await instructions(payout);
    expect(body).toMatchObject({ type: 'CONFLICT', detail: expect.stringContaining('do not send it now') });
    expect(JSON.stringify(body)).not.toContain(scene.chain.addressOf(payout.payoutId));
    bodyOf(await quote({}));
    await resume();
    bodyOf(await instructions(payout));
    expect(await newPayout()).toMatchObject({ status: 'pending' });
  });

  test('funds nothing, and what waits goes on by itself once it is resumed, at the price of when it was sent', async () => {
    const [first, second] = [await newPayout(), await newPayout()];
    await pause();
    for (const payout of [first, second]) scene.send(payout, dollars(100));
    scene.rail.price = async () => ({ rate: '0.50', fee: 25n });
    scene.service.clock.advance(40 * dayMs);
    await scene.passes(10 * minuteMs);
    for (const payout of [first, second]) {
      expect(await scene.read(payout)).toMatchObject({
        status: 'pending',
        funding: { status: 'confirming', received: '100.000000' },
      });
      expectError(await scene.cancel(payout), 'PAYOUT_NOT_CANCELABLE');
    }
    expect(scene.rail.calls).toEqual([]);
    await resume();
    await scene.passes(6 * minuteMs);
    for (const payout of [first, second]) {
      expect(await scene.read(payout)).toMatchObject({ status: 'completed', funding: { status: 'funded' } });
      expect(sentTo(payout)).toBe(91_77n);
    }
  });

  test('is quoted to nobody: a price that was locked before holds by the time of the block', async () => {
    const [quoted, payout] = [await newPayout(), await newPayout()];
    scene.service.clock.advance(31 * minuteMs);
    scene.rail.price = async () => ({ rate: '0.93', fee: 25n });
    bodyOf(await scene.quote(quoted));
    await pause();
    const { body } = await scene.quote(payout);
    expect(body).toMatchObject({ type: 'CONFLICT', detail: expect.stringContaining('do not send it now') });
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'waiting' } });
    scene.send(quoted, dollars(100));
    scene.rail.price = async () => ({ rate: '0.50', fee: 25n });
    await scene.passes(60 * minuteMs);
    expect(await scene.read(quoted)).toMatchObject({ status: 'pending', funding: { status: 'confirming' } });
    await resume();
    await scene.passes(6 * minuteMs);
    expect(await scene.read(quoted)).toMatchObject({ status: 'completed', rate: '0.93' });
    scene.rail.price = async () => ({ rate: '0.93', fee: 25n });
    expect(bodyOf(await scene.quote(payout))).toMatchObject({ amount: '100.000000' });
  });

  test('prices nothing: late money is priced once it is resumed', async () => {
    const payout = await newPayout();
    await pause();
    scene.service.clock.advance(31 * minuteMs);
    scene.send(payout, dollars(100));
    let asked = 0;
    scene.rail.price = async () => {
      asked += 1;
      return { rate: '0.50', fee: 25n };
    };
    await scene.passes(60 * minuteMs);
    expect([asked, (await scene.read(payout)).status]).toEqual([0, 'pending']);
    await resume();
    await scene.passes(6 * minuteMs);
    expect(asked).toBe(1);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'quote_expired' });
    expect(await scene.deposits()).toMatchObject([{ amount: '100.00', status: 'pending' }]);
  });

  test('is confirmed and recorded like any other', async () => {
    const payout = await newPayout();
    await pause();
    const sent = scene.send(payout, dollars(100));
    expect(bodyOf(await scene.confirm(payout, sent))).toMatchObject({ funding: { status: 'confirming' } });
    expect(bodyOf(await scene.confirm(payout, sent))).toMatchObject({ funding: { status: 'confirming' } });
    await resume();
    await scene.passes(6 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed' });
  });

  test('is not lost to a payout that ends meanwhile: it is a deposit, which is accepted once the token is resumed', async () => {
    const payout = await paid(40);
    await pause();
    scene.service.clock.advance(31 * dayMs);
    await scene.passes(10 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', funding: { status: 'held' } });
    const owner = await scene.service.member(scene.of.organizationId, 'owner');
    const [{ depositId }] = await scene.deposits();
    const accept = () => scene.service.post(`${pathOf(scene.of)}/deposits/${depositId}/accept`, owner, undefined);
    expect((await accept()).body).toMatchObject({ type: 'CONFLICT', detail: expect.stringContaining('not accepted') });
    expect((await scene.get('/balance')).available).toBe('0.00');
    await resume();
    expect(bodyOf(await accept())).toMatchObject({ status: 'completed', amount: '40.00' });
  });

  test('keeps back what was funded and is not sent yet', async () => {
    const payout = await newPayout();
    scene.send(payout, dollars(100));
    await scene.passes(10 * secondMs, async (service, hints) => {
      const [rails, others] = [
        hints.filter(({ kind }) => kind === 'rails'),
        hints.filter(({ kind }) => kind !== 'rails'),
      ];
      if (rails.length > 0) await pause();
      return deliverInBatches(service, [...others, ...rails]);
    });
    await scene.passes(60 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'funded' } });
    expect(scene.rail.calls).toEqual([]);
    await resume();
    await scene.passes(2 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'completed' });
  });
});

describe('operators', () => {
  test('pause alone, and resume together; all of it is audited', async () => {
    await pause();
    const { result } = await propose();
    expect(result).toMatchObject({ status: 'open', operation: 'resume-token' });
    expectRefused(await scene.pay({ reference: randomUUID() }));
    const settle = (operator: string) =>
      perform(
        scene.service,
        'confirm',
        { organizationId: 'stage', proposalId: result.proposalId, decision: 'execute' },
        { operator },
      );
    expectRefusal(await settle('ada'), 'FORBIDDEN');
    expect((await settle('ben')).result).toMatchObject({ status: 'executed' });
    expect(await newPayout()).toMatchObject({ status: 'pending' });
    const rows = await auditRows(scene.service, { organizationId: 'stage' });
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual(
      expect.arrayContaining(['connection.change succeeded', 'operation.confirm succeeded']),
    );
  });

  test('who pauses again ends a proposal from before', async () => {
    await pause();
    const { result } = await propose();
    await pause('eve');
    const input = { organizationId: 'stage', proposalId: result.proposalId, decision: 'execute' };
    expectRefusal(await perform(scene.service, 'confirm', input, { operator: 'ben' }), 'CONFLICT');
    expectRefused(await scene.pay({ reference: randomUUID() }));
  });

  test.each(['USDCC', 'usdc', 'EURC'])('are told of a token that is not there: %s', async (token) => {
    const answer = await perform(scene.service, 'connections', { do: 'pause-token', ...about(), token });
    expect(answer.error).toMatchObject({ type: 'CONFLICT', resolution: 'It has USDC.' });
  });

  test('cannot resume what is not paused', async () => {
    expectRefusal(await propose(), 'CONFLICT');
  });
});
