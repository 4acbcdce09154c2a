import { beforeEach, describe, expect, test } from 'vitest';
import { DueWorkEntity } from '../../../../shared/journal/due/due-work.ts';
import { maxAttempts } from '../../../../shared/journal/due/postpone-or-park.ts';
import { advancePayouts } from '../../../../shared/payouts/lifecycle/advance-payouts.ts';
import { type RailStatus, RailUnavailable } from '../../../../shared/ports/payout-rail.ts';
import { lostAnswer } from '../../../support/faults.ts';
import { addPayout, expectSoundBooks, readLedger, recipientBody, settle } from '../../../support/journey.ts';
import { headOf } from '../../journal/commit/support.ts';
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
        organizationId: organization.organizationId,
        memo: expect.stringContaining(payout.reference),
      },
    ]);
  });

  test('without news only moves its due row: the journal is left alone', async () => {
    rail.news = () => ({ status: 'pending', recheckInMs: 7_000 });
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
    let status: RailStatus = { status: 'completed', recheckInMs: 60_000 };
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
    let status: RailStatus = { status: 'completed', recheckInMs: 60_000 };
    rail.news = () => status;
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    status = { status: 'completed' };
    await advance(payoutId);
    expect(await told(payoutId)).toEqual(['pending', 'completed']);
    expect(await work(payoutId)).toBeUndefined();
  });

  test('whose news contradicts what is recorded keeps its state, and its work is parked for a person', async () => {
    let status: RailStatus = { status: 'completed', recheckInMs: 60_000 };
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

describe('a rail that is out as a whole', () => {
  const outage = async () => {
    throw new RailUnavailable('the network is closed');
  };

  test('is waited for, however long: nothing is counted or parked, and every payout goes on when it is back', async () => {
    const payoutIds = [
      (await addPayout(service, organization, { serial: 1 })).payoutId,
      (await addPayout(service, organization, { serial: 2 })).payoutId,
    ];
    rail.around = outage;
    rail.rememberKeysForMs = Number.POSITIVE_INFINITY;
    const end = service.clock.now + 3 * 24 * 60 * 60 * 1000;
    while (service.clock.now < end) {
      await advance(...payoutIds);
      for (const payoutId of payoutIds) expect(await work(payoutId)).toMatchObject({ attempts: 0 });
      // One look in four hours stands for all of them.
      service.clock.advance(4 * 60 * 60 * 1000);
    }
    rail.around = (_call, answer) => answer();
    await settle(service);
    for (const payoutId of payoutIds) {
      expect((await order(payoutId)).status).toBe('completed');
      expect(rail.payments.get(payoutId)).toBe(1);
    }
    await expectSoundBooks(service, organization);
  });

  test('is asked at growing pauses, five minutes at most, each payout at a time of its own', async () => {
    const { payoutId } = await addPayout(service, organization, { serial: 1 });
    const other = (await addPayout(service, organization, { serial: 2 })).payoutId;
    rail.around = outage;
    const [began, pauses] = [service.clock.now, [] as number[]];
    while (service.clock.now < began + 60 * 60 * 1000) {
      await advance(payoutId);
      pauses.push(((await work(payoutId))?.dueAt ?? 0) - service.clock.now);
    }
    expect(pauses[0]).toBeLessThanOrEqual(10_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(5_000);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(5 * 60 * 1000);
    expect(pauses.at(-1)).toBeGreaterThanOrEqual(2.5 * 60 * 1000);
    await advance(other, payoutId);
    expect((await work(other))?.dueAt).not.toBe((await work(payoutId))?.dueAt);
  });

  test('may have heard what it was sent: it is asked first when it is back', async () => {
    const { payoutId } = await addPayout(service, organization);
    rail.around = async (_call, answer) => {
      await answer();
      return outage();
    };
    await advance(payoutId);
    rail.around = (_call, answer) => answer();
    await settle(service);
    expect(rail.callsOf(payoutId).slice(0, 2)).toEqual(['submit', 'status']);
    expect(rail.payments.get(payoutId)).toBe(1);
  });

  test('for more than an hour rings the alarm', async () => {
    const { payoutId } = await addPayout(service, organization);
    rail.around = outage;
    const errors: unknown[] = [];
    const log = { ...service.runtime.log, error: (message: string) => void errors.push(message) };
    const once = async () =>
      advancePayouts({ ...service.runtime, log }, organization.organizationId, [await hintOf(payoutId)]);
    await once();
    service.clock.advance(59 * 60 * 1000);
    await once();
    expect(errors).toEqual([]);
    service.clock.advance(60 * 1000 + 5 * 60 * 1000);
    await once();
    expect(errors).toEqual(['due work keeps failing']);
  });

  test('counts from its next outage on when it has been heard in between', async () => {
    rail.news = () => ({ status: 'processing', recheckInMs: 1_000 });
    const { payoutId } = await addPayout(service, organization);
    rail.around = outage;
    await advance(payoutId);
    expect(await work(payoutId)).toMatchObject({ unavailableSince: service.clock.now });
    rail.around = (_call, answer) => answer();
    await advance(payoutId);
    expect(await work(payoutId)).not.toHaveProperty('unavailableSince');
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
    rail.news = () => ({ status: 'processing', recheckInMs: 1_000 });
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    rail.payments.delete(payoutId);
    rail.news = () => ({ status: 'unknown' });
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect((await order(payoutId)).status).toBe('processing');
    expect(await work(payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
  });

  test('and has forgotten a payout that is over ends the work that a worker died with', async () => {
    const { payoutId } = await addPayout(service, organization);
    await advance(payoutId);
    const left = (await work(payoutId)) ?? expect.fail('no work');
    rail.news = () => ({ status: 'returned' });
    await advance(payoutId);
    expect((await order(payoutId)).status).toBe('returned');
    await service.runtime.store.put(DueWorkEntity, left);
    rail.payments.delete(payoutId);
    rail.news = () => ({ status: 'unknown' });
    await advance(payoutId);
    expect(await work(payoutId)).toBeUndefined();
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status']);
    expect((await order(payoutId)).status).toBe('returned');
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

  test.each<[string, object]>([
    ['an unlisted status', { status: 'settled' }],
    ['an unlisted failure code', { status: 'failed', failureCode: 'out_of_stamps', fundsReturned: true }],
    ['a failure without saying where the money is', { status: 'failed', failureCode: 'unknown' }],
    ['a look in the past', { status: 'pending', recheckInMs: -60_000 }],
    ['a look at no time', { status: 'pending', recheckInMs: Number.NaN }],
  ])('by answering %s fails this payout alone, and the others of its group go on', async (_what, answer) => {
    const [bad, good] = [
      await addPayout(service, organization, { serial: 1 }),
      await addPayout(service, organization, { serial: 2 }),
    ];
    rail.news = ({ key }) => (key === bad.payoutId ? answer : { status: 'completed' }) as RailStatus;
    await advance(bad.payoutId, good.payoutId);
    expect((await order(good.payoutId)).status).toBe('completed');
    expect(await work(good.payoutId)).toBeUndefined();
    expect((await order(bad.payoutId)).status).toBe('pending');
    expect(await work(bad.payoutId)).toMatchObject({ attempts: 1, dueAt: service.clock.now + 5_000 });
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
