import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { timestamp } from '../../../shared/ground/time/clock.ts';
import { RailRefusal, RailUnavailable } from '../../../shared/ports/payout-rail.ts';
import { expectError } from '../../support/answers.ts';
import { findingsOf } from '../../support/findings-of.ts';
import { FundingScene } from '../../support/funding/funding-scene.ts';
import { bodyOf, expectSoundBooks } from '../../support/journey.ts';
import { performed } from '../../support/operations.ts';

let scene: FundingScene;

beforeEach(async () => {
  scene = await FundingScene.start();
});

afterEach(async () => {
  await expectSoundBooks(scene.service, scene.of);
  expect(await findingsOf(scene.service, scene.of)).toEqual([]);
});

type Named = { readonly payoutId: string };

const dollars = (amount: number) => BigInt(Math.round(amount * 1_000_000));
const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** For exactly what 100 dollars bring at first: (100.00 - 0.25) x 0.92. At 0.95 that takes 96.85. */
const exactly = { amount: '91.77', amountLeg: 'destination' };

/** What the rail asks for from now on: a rate, and the fee of the corridor. */
function ask(rate: string): void {
  scene.rail.price = async () => ({ rate, fee: 25n });
}

const pass = (ms: number) => scene.service.clock.advance(ms);
const instructions = ({ payoutId }: Named) => scene.get(`/payouts/${payoutId}/funding`);
const quoted = async (payout: Named) => bodyOf(await scene.quote(payout));

/** A payout that is quoted at a rate half an hour after it was made, and then the rate falls. */
async function quotedPayout(rate = '0.95', body: object = {}) {
  const payout = await scene.payout(body);
  pass(31 * minuteMs);
  ask(rate);
  const quote = await quoted(payout);
  ask('0.50');
  return { payout, quote, endsAt: Date.parse(quote.expiresAt) };
}

/** Mines a transfer in a block of some time, before the clock goes on. */
async function sendAt(payout: Named, amount: number, madeAt: number): Promise<void> {
  scene.send(payout, dollars(amount), { madeAt });
  scene.service.clock.now = Math.max(scene.service.clock.now, madeAt);
  await scene.passes(20 * secondMs);
}

async function expectPaid(payout: Named, price: object): Promise<void> {
  expect(await scene.read(payout)).toMatchObject({ status: 'completed', ...price });
  expect(scene.rail.payments.get(payout.payoutId)).toBe(1);
}

async function expectWaiting(payout: Named, received: string): Promise<void> {
  expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'waiting', received } });
  expect(scene.rail.calls).toEqual([]);
}

describe('a quote', () => {
  test('says what to send at its price for ten minutes, as the instructions do until its end', async () => {
    const payout = await scene.payout(exactly);
    const before = await instructions(payout);
    pass(31 * minuteMs);
    ask('0.95');
    const expiresAt = timestamp(scene.service.clock.now + 10 * minuteMs);
    const quote = await quoted(payout);
    expect(quote).toEqual({
      fundingQuoteId: expect.stringMatching(/^fq_/),
      amount: '96.850000',
      destinationAmount: '91.77',
      expiresAt,
    });
    const { fundingQuoteId, amount, destinationAmount } = quote;
    const shown = { ...before, fundingQuoteId, amount, destinationAmount, priceExpiresAt: expiresAt };
    expect(await instructions(payout)).toEqual(shown);
    pass(10 * minuteMs);
    expect(await instructions(payout)).toEqual(shown);
    pass(1);
    expect(await instructions(payout)).toEqual(before);
  });

  test('asks for what is missing', async () => {
    const payout = await scene.payout(exactly);
    scene.send(payout, dollars(60));
    await scene.passes(10 * secondMs);
    ask('0.95');
    expect(await quoted(payout)).toMatchObject({ amount: '36.850000' });
    await sendAt(payout, 36.85, scene.service.clock.now);
    await expectPaid(payout, { sourceAmount: '96.85', destinationAmount: '91.77' });
    expect(await scene.deposits()).toEqual([]);
  });

  test('asks for the amount of the payout where that is debited, and brings what it brings now', async () => {
    const { payout, quote } = await quotedPayout();
    expect(quote).toMatchObject({ amount: '100.000000', destinationAmount: '94.76' });
    await sendAt(payout, 100, scene.service.clock.now);
    await expectPaid(payout, { sourceAmount: '100.00', destinationAmount: '94.76', rate: '0.95' });
  });

  test('pays at once what has come already and is enough for it, and holds what it takes less', async () => {
    const payout = await scene.payout(exactly);
    scene.send(payout, dollars(99));
    await scene.passes(10 * secondMs);
    ask('0.95');
    expect(await quoted(payout)).toMatchObject({ amount: '0.000000' });
    ask('0.50');
    expectError(await scene.cancel(payout), 'PAYOUT_NOT_CANCELABLE');
    expectError(await scene.quote(payout), 'CONFLICT');
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { sourceAmount: '96.85', destinationAmount: '91.77' });
    expect(await scene.deposits()).toMatchObject([{ amount: '2.15', status: 'pending' }]);
  });

  test('does not pay with what has come and reaches no treasury', async () => {
    const payout = await scene.payout(exactly);
    scene.chain.bring(payout.payoutId, 0n);
    scene.send(payout, dollars(99));
    await scene.passes(10 * secondMs);
    ask('0.95');
    await quoted(payout);
    await scene.passes(5 * minuteMs);
    expect(await scene.read(payout)).toMatchObject({ status: 'pending', funding: { status: 'confirming' } });
    expect(scene.rail.calls).toEqual([]);
    scene.chain.bring(payout.payoutId, undefined);
    await scene.passes(hourMs);
    await expectPaid(payout, { sourceAmount: '96.85' });
  });

  test('gives back to the caps of the day what it takes less', async () => {
    await scene.change(scene.of, { limits: { daily: 150_00n } });
    const { payout } = await quotedPayout('0.95', exactly);
    await sendAt(payout, 96.85, scene.service.clock.now);
    await expectPaid(payout, { sourceAmount: '96.85' });
    expectError(await scene.pay({ amount: '53.16' }), 'PAYOUT_LIMIT_EXCEEDED');
    await scene.payout({ amount: '53.15' });
  });
});

describe('the time of the block that completes the money', () => {
  test('is within the quote up to its end, however late it is final and found', async () => {
    const { payout, endsAt } = await quotedPayout('0.95', exactly);
    scene.chain.behind = 10;
    scene.chain.mine({ ...payout, amount: dollars(96.85) }, { madeAt: endsAt });
    await scene.passes(3 * hourMs);
    scene.chain.finalize();
    await scene.passes(11 * minuteMs);
    await expectPaid(payout, { sourceAmount: '96.85', rate: '0.95' });
  });

  test('is after it a second later: then the amount of the payout is waited for', async () => {
    const { payout, endsAt } = await quotedPayout('0.95', exactly);
    await sendAt(payout, 96.85, endsAt + secondMs);
    await expectWaiting(payout, '96.850000');
    expect((await instructions(payout)).amount).toBe('100.000000');
    ask('0.94');
    await sendAt(payout, 3.15, endsAt + 2 * secondMs);
    // 91.77 / 0.94 + 0.25
    await expectPaid(payout, { sourceAmount: '97.88', rate: '0.94' });
  });

  test('is after it a second later: then all that was debited is priced again', async () => {
    const { payout, endsAt } = await quotedPayout();
    ask('0.94');
    await sendAt(payout, 100, endsAt + secondMs);
    await expectPaid(payout, { destinationAmount: '93.76', rate: '0.94' });
  });

  test('is before the quote, which was made before the money was found: then it is priced when it is found', async () => {
    const payout = await scene.payout();
    pass(31 * minuteMs);
    scene.chain.behind = 10;
    scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now });
    pass(5 * minuteMs);
    ask('0.95');
    await quoted(payout);
    ask('0.93');
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { rate: '0.93' });
  });

  test('is some seconds before the quote after which the money was sent: then its price is paid', async () => {
    const { payout } = await quotedPayout();
    await sendAt(payout, 100, scene.service.clock.now - 10 * secondMs);
    await expectPaid(payout, { rate: '0.95' });
  });

  test('is before the end of the first price: then that is paid, whatever was quoted since', async () => {
    const payout = await scene.payout();
    scene.chain.behind = 10;
    pass(29 * minuteMs);
    scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now });
    pass(5 * minuteMs);
    ask('0.95');
    await quoted(payout);
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { rate: '0.92' });
  });

  test('is after a quote that ended within the first price, which holds again', async () => {
    const payout = await scene.payout();
    pass(5 * minuteMs);
    ask('0.95');
    await quoted(payout);
    ask('0.50');
    pass(15 * minuteMs);
    await sendAt(payout, 100, scene.service.clock.now);
    await expectPaid(payout, { rate: '0.92' });
  });

  test('is within the quote for money that a person has judged again after its end', async () => {
    const listed = '0x7f367cc41522ce07553e823bf3be79a889debe1b';
    scene.listed.add(listed);
    const { payout } = await quotedPayout('0.95', exactly);
    scene.send(payout, dollars(96.85), { signer: listed });
    await scene.passes(hourMs);
    await expectWaiting(payout, '0.000000');
    scene.listed.clear();
    const { organizationId } = scene.of;
    await performed(scene.service, 'judge-transfers', { organizationId, payoutId: payout.payoutId, reason: 'clear' });
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { sourceAmount: '96.85' });
  });

  test('is that of the newest part, and of what has come before a quote only the amount matters', async () => {
    const payout = await scene.payout(exactly);
    scene.chain.behind = 10;
    pass(31 * minuteMs);
    scene.chain.mine({ ...payout, amount: dollars(97) }, { madeAt: scene.service.clock.now });
    pass(minuteMs);
    ask('0.95');
    await quoted(payout);
    ask('0.50');
    scene.chain.finalize();
    await scene.passes(20 * secondMs);
    await expectPaid(payout, { sourceAmount: '96.85' });
    expect(await scene.deposits()).toMatchObject([{ amount: '0.15' }]);
  });
});

describe('a second quote', () => {
  test('ends the first: what comes from then on is paid at the second', async () => {
    const { payout, quote } = await quotedPayout('0.95', exactly);
    pass(minuteMs);
    ask('0.93');
    const second = await quoted(payout);
    // 91.77 / 0.93 + 0.25
    expect(second).toMatchObject({ amount: '98.930000' });
    expect(second.fundingQuoteId).not.toBe(quote.fundingQuoteId);
    pass(20 * secondMs);
    await sendAt(payout, 96.85, scene.service.clock.now);
    await expectWaiting(payout, '96.850000');
    expect((await instructions(payout)).amount).toBe('2.080000');
    await sendAt(payout, 2.08, scene.service.clock.now);
    await expectPaid(payout, { sourceAmount: '98.93', rate: '0.93' });
  });

  test('leaves the first to what was in a block before it', async () => {
    const { payout } = await quotedPayout('0.95', exactly);
    scene.chain.behind = 10;
    scene.chain.mine({ ...payout, amount: dollars(96.85) }, { madeAt: scene.service.clock.now });
    pass(minuteMs);
    ask('0.93');
    await quoted(payout);
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { sourceAmount: '96.85', rate: '0.95' });
  });

  test('that is asked for at the same time leaves one of them', async () => {
    const { payout } = await quotedPayout('0.95', exactly);
    ask('0.95');
    const quotes = await Promise.all([quoted(payout), quoted(payout)]);
    const { fundingQuoteId } = await instructions(payout);
    expect(quotes.map((quote) => quote.fundingQuoteId)).toContain(fundingQuoteId);
    await sendAt(payout, 96.85, scene.service.clock.now);
    await expectPaid(payout, { sourceAmount: '96.85' });
  });

  test('with the same idempotency key is the first', async () => {
    const payout = await scene.payout();
    ask('0.95');
    const first = await scene.quote(payout, undefined, { idempotencyKey: 'quote-1' });
    ask('0.93');
    const again = await scene.quote(payout, undefined, { idempotencyKey: 'quote-1' });
    expect(bodyOf(again)).toEqual(bodyOf(first));
    expect((await instructions(payout)).fundingQuoteId).toBe(first.body.fundingQuoteId);
  });

  test('is refused after twenty', async () => {
    const payout = await scene.payout();
    for (let count = 0; count < 20; count += 1) await quoted(payout);
    expectError(await scene.quote(payout), 'CONFLICT');
    await sendAt(payout, 100, scene.service.clock.now);
    await expectPaid(payout, {});
  });
});

describe('a quote is refused, and nothing changes', () => {
  const expectRefusal = async (
    payout: Named,
    type: Parameters<typeof expectError>[1],
    by?: Parameters<FundingScene['quote']>[1],
  ) => {
    const before = await scene.read(payout);
    const answer = await scene.quote(payout, by);
    expectError(answer, type);
    expect(await scene.read(payout)).toEqual(before);
    return answer.body;
  };

  test('if it takes more than was counted for the payout', async () => {
    const payout = await scene.payout(exactly);
    ask('0.9199');
    const { detail } = await expectRefusal(payout, 'RATE_DRIFT_EXCEEDED');
    expect(detail).toContain('100.02 USD');
    expect(detail).toContain('new payout');
  });

  test('if it brings less than is expected to arrive', async () => {
    const payout = await scene.payout();
    ask('0.9108');
    await expectRefusal(payout, 'RATE_DRIFT_EXCEEDED');
    ask('0.911');
    await quoted(payout);
    const expected = await scene.payout({
      amount: '99.00',
      expectDestination: { amount: '80.00', tolerance: '0.125' },
    });
    ask('0.709');
    expect(await quoted(expected)).toMatchObject({ destinationAmount: '70.01' });
    ask('0.708');
    await expectRefusal(expected, 'RATE_DRIFT_EXCEEDED');
  });

  test('if its rail refuses or is silent, or its corridor is gone', async () => {
    const payout = await scene.payout();
    scene.rail.price = async () => {
      throw new RailRefusal('no');
    };
    await expectRefusal(payout, 'PROVIDER_REJECTED');
    scene.rail.price = async () => {
      throw new RailUnavailable('the rail is down');
    };
    await expectRefusal(payout, 'INTERNAL');
    scene.rail.corridors = () => [];
    await expectRefusal(payout, 'BAD_REQUEST');
  });

  test('once transfers were seen that complete the money', async () => {
    const payout = await scene.payout();
    scene.chain.behind = 10;
    bodyOf(
      await scene.confirm(
        payout,
        scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now }),
      ),
    );
    await expectRefusal(payout, 'CONFLICT');
    scene.chain.finalize();
    const { status } = await scene.read(payout);
    expect(status).toBe('pending');
    await scene.passes(10 * secondMs);
    await expectRefusal(payout, 'PAYOUT_NOT_FUNDABLE');
  });

  test('while late money is being priced', async () => {
    const payout = await scene.payout();
    scene.rail.price = async () => {
      throw new RailUnavailable('the rail is down');
    };
    pass(31 * minuteMs);
    await sendAt(payout, 100, scene.service.clock.now);
    await expectRefusal(payout, 'CONFLICT');
  });

  test('once the payout was canceled', async () => {
    const payout = await scene.payout();
    await scene.cancel(payout);
    await expectRefusal(payout, 'PAYOUT_NOT_FUNDABLE');
  });

  test('after thirty days, and none holds for longer', async () => {
    const payout = await scene.payout();
    const end = scene.service.clock.now + 30 * dayMs;
    await scene.passes(30 * dayMs - minuteMs);
    expect(await quoted(payout)).toMatchObject({ expiresAt: timestamp(end) });
    pass(minuteMs);
    await expectRefusal(payout, 'PAYOUT_NOT_FUNDABLE');
    await sendAt(payout, 100, end);
    await expectPaid(payout, {});
  });

  test('to a viewer, to an API key, and to everybody while the organization is suspended', async () => {
    const payout = await scene.payout();
    const viewer = await scene.service.member(scene.of.organizationId, 'viewer');
    await expectRefusal(payout, 'FORBIDDEN', viewer);
    await expectRefusal(payout, 'UNAUTHORIZED', scene.of);
    await scene.change(scene.of, { status: 'suspended' });
    expectError(await scene.quote(payout), 'ACCOUNT_BLOCKED');
    await scene.change(scene.of, { status: 'active' });
    const owner = await scene.service.member(scene.of.organizationId, 'owner');
    bodyOf(await scene.quote(payout, owner));
  });
});

describe('while the price is asked for', () => {
  /** Quotes a payout, and does something else before the rail answers. */
  async function during(payout: Named, act: () => Promise<unknown>) {
    scene.rail.price = async () => {
      ask('0.95');
      await act();
      return { rate: '0.95', fee: 25n };
    };
    return scene.quote(payout);
  }

  test('the payout is canceled: it is not quoted', async () => {
    const payout = await scene.payout();
    expectError(await during(payout, () => scene.cancel(payout)), 'PAYOUT_NOT_FUNDABLE');
    expect((await scene.read(payout)).status).toBe('canceled');
  });

  test('a transaction is confirmed: it is not quoted', async () => {
    const payout = await scene.payout();
    scene.chain.behind = 10;
    const { hash } = scene.chain.mine({ ...payout, amount: dollars(100) }, { madeAt: scene.service.clock.now });
    expectError(await during(payout, () => scene.confirm(payout, hash)), 'CONFLICT');
    scene.chain.finalize();
    await scene.passes(10 * secondMs);
    await expectPaid(payout, { rate: '0.92' });
  });

  test('the money comes: it is not quoted', async () => {
    const payout = await scene.payout();
    const answer = await during(payout, () => sendAt(payout, 100, scene.service.clock.now));
    expectError(answer, 'PAYOUT_NOT_FUNDABLE');
    await expectPaid(payout, { rate: '0.92' });
  });

  test('a part of it comes: the quote asks for the rest', async () => {
    const payout = await scene.payout();
    const answer = await during(payout, () => sendAt(payout, 60, scene.service.clock.now));
    expect(bodyOf(answer)).toMatchObject({ amount: '40.000000' });
  });

  test('the payout ends: it is not quoted', async () => {
    const payout = await scene.payout();
    const answer = await during(payout, async () => {
      pass(31 * dayMs);
      await scene.passes(minuteMs);
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await scene.read(payout)).toMatchObject({ status: 'failed', failureCode: 'quote_expired' });
  });
});
