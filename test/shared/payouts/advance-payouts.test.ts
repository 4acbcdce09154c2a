import { beforeEach, describe, expect, test } from 'vitest';
import { maxAttempts } from '../../../shared/due/give-up.ts';
import { advancePayouts } from '../../../shared/payouts/advance-payouts.ts';
import type { RailNews } from '../../../shared/rails/payout-rail.ts';
import { lostAnswer } from '../../support/faults.ts';
import { addPayout, expectSoundBooks, readLedger, recipientBody, settle } from '../../support/journey.ts';
import { headOf } from '../journal/support.ts';
import { type RailTest, startWithRail } from './support.ts';

let rail: RailTest['rail'];
let service: RailTest['service'];
let organization: RailTest['organization'];
let { work, hintOf, advance, order, told } = {} as RailTest;

beforeEach(async () => {
  ({ rail, service, organization, work, hintOf, advance, order, told } = await startWithRail());
});

describe('a payout', () => {
  test('is submitted at once, asked for when the rail says so, and its work ends with it', async () => {
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    expect(await work(payoutId)).toMatchObject({ dueAt: service.clock.now + 2_000, attempts: 0, claims: 1 });
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect(await told(payoutId)).toEqual(['pending', 'processing', 'completed']);
    expect(await work(payoutId)).toBeUndefined();
  });

  test('is instructed with what its quote and recipient say', async () => {
    const seen: unknown[] = [];
    rail.news = (instruction) => {
      seen.push(instruction);
      return { status: 'completed' };
    };
    const payout = await addPayout(service, organization, { name: 'Ana Souza', serial: 3 });
    await advance(payout.payoutId);
    expect(seen).toEqual([
      {
        key: payout.payoutId,
        corridorId: 'eur_de_iban',
        destinationAmount: 9_154n,
        destinationCurrency: 'EUR',
        recipientName: 'Ana Souza',
        recipientDetails: recipientBody({ serial: 3 }).method.recipientDetails,
        acceptedAt: Date.parse(payout.createdAt),
      },
    ]);
  });

  test('without news only moves its due row: the journal is left alone', async () => {
    rail.news = () => ({ status: 'pending', lookAgainInMs: 7_000 });
    const { payoutId } = await addPayout(service, organization);
    const before = await headOf(service.runtime, organization.organizationId);
    for (let looks = 1; looks < 4; looks += 1) {
      await advance(payoutId);
      expect(await work(payoutId)).toMatchObject({ dueAt: service.clock.now + 7_000, attempts: 0, claims: looks });
    }
    expect(await headOf(service.runtime, organization.organizationId)).toEqual(before);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status']);
  });

  test('that completed and is still watched can be returned later', async () => {
    let status: RailNews = { status: 'completed', lookAgainInMs: 60_000 };
    rail.news = () => status;
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    await advance(payoutId);
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
    status = { status: 'returned' };
    await advance(payoutId);
    expect(await told(payoutId)).toEqual(['pending', 'completed', 'returned']);
    expect(await work(payoutId)).toBeUndefined();
    await expectSoundBooks(service, organization);
  });

  test('whose news is late keeps its state, and the work ends', async () => {
    let status: RailNews = { status: 'completed', lookAgainInMs: 60_000 };
    rail.news = () => status;
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    status = { status: 'completed' };
    await advance(payoutId);
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
    expect(await work(payoutId)).toBeUndefined();
  });

  test('whose news contradicts what is recorded keeps its state, and its work is parked for a person', async () => {
    let status: RailNews = { status: 'completed', lookAgainInMs: 60_000 };
    rail.news = () => status;
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    status = { status: 'failed', failureCode: 'unknown', fundsReturned: true };
    await advance(payoutId);
    expect((await order(payoutId)).status).toBe('completed');
    expect(await readLedger(service, organization)).toHaveLength(2);
    expect(await work(payoutId)).toMatchObject({ parkedAt: service.clock.now });
  });
});

describe('a rail that fails', () => {
  test('is asked again later, with growing pauses; it is told again only when it definitely does not know', async () => {
    rail.around = async () => {
      throw new Error('no rail');
    };
    const { payoutId } = await addPayout(service, organization);
    for (const pauseMs of [5_000, 10_000, 20_000]) {
      await advance(payoutId);
      expect(await work(payoutId)).toMatchObject({ dueAt: service.clock.now + pauseMs });
    }
    rail.around = (_call, answer) => answer();
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status', 'status', 'submit']);
    expect(await order(payoutId)).toMatchObject({ status: 'completed' });
    expect(rail.payments.get(payoutId)).toBe(1);
  });

  test('after it heard the payout is not told of it again', async () => {
    let lost = true;
    rail.around = async (_call, answer) => {
      const news = await answer();
      if (lost) throw lostAnswer();
      return news;
    };
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    lost = false;
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
  });

  test('and has forgotten a payout that has moved is never sent it again', async () => {
    rail.news = () => ({ status: 'processing', lookAgainInMs: 1_000 });
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    rail.payments.delete(payoutId);
    rail.news = () => ({ status: 'unknown' });
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect((await order(payoutId)).status).toBe('processing');
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
  });

  test('is given up after twelve attempts: the row is parked and the payout stays as it was', async () => {
    rail.around = async () => {
      throw new Error('no rail');
    };
    const { payoutId } = await addPayout(service, organization);
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) await advance(payoutId);
    expect(await work(payoutId)).toMatchObject({ parkedAt: service.clock.now, attempts: maxAttempts });
    await settle(service);
    expect(rail.calls).toHaveLength(maxAttempts);
    expect((await order(payoutId)).status).toBe('pending');
  });

  test('does not hold up the other payouts of its group', async () => {
    const [bad, good] = [
      await addPayout(service, organization, { serial: 1 }),
      await addPayout(service, organization, { serial: 2 }),
    ];
    rail.around = async ({ key }, answer) => {
      if (key === bad.payoutId) throw new Error('no rail');
      return answer();
    };
    await advance(bad.payoutId, good.payoutId);
    expect((await order(good.payoutId)).status).toBe('processing');
    expect((await order(bad.payoutId)).status).toBe('pending');
  });

  test('that does not know what it was just sent is a failure: the work is kept', async () => {
    rail.news = () => ({ status: 'unknown' });
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
  });

  test('or is not there at all is a failure: the work is kept', async () => {
    const { payoutId } = await addPayout(service, organization);
    const noRail = { ...service.runtime, rails: () => undefined };
    await advancePayouts(noRail, organization.organizationId, [await hintOf(payoutId)]);
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
  });
});
