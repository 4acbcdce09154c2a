import { beforeEach, describe, expect, test } from 'vitest';
import { leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { resendPermissionMs } from '../../../../shared/payouts/lifecycle/resend-payout.ts';
import { RailUnavailable } from '../../../../shared/ports/payout-rail.ts';
import { auditRows } from '../../../support/answers.ts';
import { crashAt } from '../../../support/crash.ts';
import { lostAnswer } from '../../../support/faults.ts';
import { addPayout, deliver, expectSoundBooks, settle } from '../../../support/journey.ts';
import { expectRefusal, perform } from '../../../support/operations.ts';
import { type RailTest, startWithRail } from './support.ts';

let rail: RailTest['rail'];
let table: RailTest['table'];
let service: RailTest['service'];
let organization: RailTest['organization'];
let { work, advance, order, keyOf, hintOf } = {} as RailTest;

beforeEach(async () => {
  ({ rail, table, service, organization, work, advance, order, keyOf, hintOf } = await startWithRail());
});

/** A payout that the rail was sent, without anybody hearing so. */
async function sentUnheard(serial = 1): Promise<string> {
  const { payoutId } = await addPayout(service, organization, { serial, amount: '10.00' });
  rail.around = async (_call, answer) => {
    await answer();
    throw lostAnswer();
  };
  await advance(payoutId);
  rail.around = (_call, answer) => answer();
  return payoutId;
}

describe('a rail that may have forgotten a key', () => {
  test('is not sent the payout again: the work is parked at once', async () => {
    const payoutId = await sentUnheard();
    rail.forgotten.add(payoutId);
    service.clock.advance(rail.rememberKeysForMs);
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await work(payoutId)).toMatchObject({ parkedAt: service.clock.now });
    expect((await order(payoutId)).status).toBe('pending');
  });

  test('is believed up to then: what it does not know it was not sent', async () => {
    const { payoutId } = await addPayout(service, organization);
    rail.around = async () => {
      throw new Error('no rail');
    };
    await advance(payoutId);
    const firstClaimedAt = service.clock.now;
    rail.around = (_call, answer) => answer();
    service.clock.now = firstClaimedAt + rail.rememberKeysForMs - 1;
    await advance(payoutId);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'submit']);
    expect(rail.payments.get(payoutId)).toBe(1);
  });

  test('is believed of a payout that waited for its first claim: nothing was sent before it', async () => {
    const { payoutId } = await addPayout(service, organization);
    service.clock.advance(10 * rail.rememberKeysForMs);
    rail.around = async () => {
      throw new Error('no rail');
    };
    await advance(payoutId);
    rail.around = (_call, answer) => answer();
    await settle(service);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect((await order(payoutId)).status).toBe('completed');
  });

  test('is heard when it does know the payout, however late', async () => {
    const payoutId = await sentUnheard();
    service.clock.advance(10 * rail.rememberKeysForMs);
    await settle(service);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status']);
    expect((await order(payoutId)).status).toBe('completed');
  });

  test('is measured at its answer: a rail that answers slowly may forget meanwhile', async () => {
    const payoutId = await sentUnheard();
    rail.forgotten.add(payoutId);
    service.clock.advance(rail.rememberKeysForMs - 1_000);
    rail.around = async (_call, answer) => {
      service.clock.advance(2_000);
      return answer();
    };
    await advance(payoutId);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await work(payoutId)).toHaveProperty('parkedAt');
  });

  test('and a row of a release that noted no first claim: it counts from the acceptance', async () => {
    const payoutId = await sentUnheard();
    rail.forgotten.add(payoutId);
    await service.runtime.store.update(dueRef(keyOf(payoutId)), {
      UpdateExpression: 'REMOVE firstClaimedAt, claimsBefore',
    });
    service.clock.advance(rail.rememberKeysForMs);
    await advance(payoutId);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await work(payoutId)).toHaveProperty('parkedAt');
  });
});

describe('an operator who resends a payout', () => {
  let payoutId: string;

  beforeEach(async () => {
    payoutId = await parkedAsForgotten();
  });

  /** A payout whose work is parked: the rail knows nothing of it any more, and never paid it. */
  async function parkedAsForgotten(serial?: number): Promise<string> {
    const forgotten = await sentUnheard(serial);
    rail.payments.delete(forgotten);
    service.clock.advance(rail.rememberKeysForMs);
    await advance(forgotten);
    expect(await work(forgotten)).toHaveProperty('parkedAt');
    return forgotten;
  }

  const resend = (idempotencyKey: string, more: object = {}) => {
    const input = { organizationId: organization.organizationId, payoutId, reason: 'not paid, says their support' };
    return perform(service, 'resend', { ...input, ...more }, { idempotencyKey });
  };

  test('has it sent once, after the rail was asked, and is audited', async () => {
    const { result } = await resend('a');
    expect(result).toEqual({ payoutId, resendUntil: new Date(service.clock.now + resendPermissionMs).toISOString() });
    await settle(service);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status', 'submit']);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect((await order(payoutId)).status).toBe('completed');
    expect((await auditRows(service, organization)).filter(({ action }) => action === 'payout.resend')).toMatchObject([
      { outcome: 'succeeded', resourceId: payoutId, actorUserId: 'operator:ada' },
    ]);
    await expectSoundBooks(service, organization);
  });

  test('has nothing sent that the rail knows after all', async () => {
    rail.payments.set(payoutId, 1);
    await resend('a');
    await settle(service);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status']);
    expect((await order(payoutId)).status).toBe('completed');
  });

  test('twice by one command, or beside another operator, has it sent once', async () => {
    const answers = await Promise.all(['a', 'a', 'b'].map((key) => resend(key)));
    expect(answers.some(({ result }) => result)).toBe(true);
    expectRefusal(await resend('c'), 'CONFLICT');
    rail.around = async ({ method }, answer) => {
      const news = await answer();
      if (method === 'submit') throw lostAnswer();
      return news;
    };
    await advance(payoutId);
    rail.forgotten.add(payoutId);
    rail.around = (_call, answer) => answer();
    await advance(payoutId);
    expect(await work(payoutId)).toHaveProperty('parkedAt');
    const first = answers.findIndex(({ result }) => result);
    expect(await resend(first === 2 ? 'b' : 'a')).toMatchObject({ replayed: true });
    await settle(service);
    expect(rail.payments.get(payoutId)).toBe(1);
    expect(await work(payoutId)).toHaveProperty('parkedAt');
  });

  test('is refused for what is not parked, has moved, or is not there', async () => {
    expectRefusal(await resend('a', { payoutId: 'po_gone' }), 'NOT_FOUND');
    const fresh = (await addPayout(service, organization, { serial: 2 })).payoutId;
    expectRefusal(await resend('b', { payoutId: fresh }), 'CONFLICT');
    await settle(service);
    expectRefusal(await resend('c', { payoutId: fresh }), 'CONFLICT');
    expectRefusal(await resend('d', { reason: '' }), 'VALIDATION_ERROR');
  });

  test('above what one may move alone has another confirm it, within the hour in which it holds', async () => {
    const { organizationId } = organization;
    const limited = service.process((_call, send) => send(), { secondOperatorAbove: '5.00' });
    const input = { organizationId, payoutId, reason: 'not paid, says their support' };
    const propose = (idempotencyKey: string) => perform(limited, 'resend', input, { idempotencyKey });
    const confirm = (proposalId: string, operator: string) =>
      perform(limited, 'confirm', { organizationId, proposalId, decision: 'execute' }, { operator });

    const late = (await propose('a')).result;
    service.clock.advance(resendPermissionMs);
    expectRefusal(await confirm(late.proposalId, 'ben'), 'CONFLICT');
    const { proposalId } = (await propose('b')).result;
    expect((await propose('c')).result.proposalId).toBe(proposalId);
    expectRefusal(await confirm(proposalId, 'ada'), 'FORBIDDEN');
    expect(await work(payoutId)).toHaveProperty('parkedAt');
    expect((await confirm(proposalId, 'ben')).result).toMatchObject({ status: 'executed', result: { payoutId } });
    await settle(service);
    expect(rail.payments.get(payoutId)).toBe(1);
    expectRefusal(await confirm(late.proposalId, 'ben'), 'CONFLICT');
  });

  test('does what unparking does not: that has it asked about, and parked again', async () => {
    const { organizationId } = organization;
    await perform(service, 'unpark', { organizationId, kind: 'rails', resourceId: payoutId, reason: 'why not' });
    await settle(service);
    expect(rail.callsOf(payoutId)).toEqual(['submit', 'status', 'status']);
    expect(await work(payoutId)).toHaveProperty('parkedAt');
  });

  test('gives a leave that an outage of the rail does not use up, and that ends after an hour', async () => {
    await resend('a');
    rail.around = async () => {
      throw new RailUnavailable('closed');
    };
    await advance(payoutId);
    expect(await work(payoutId)).toHaveProperty('resendUntil');
    service.clock.advance(resendPermissionMs);
    rail.around = (_call, answer) => answer();
    await advance(payoutId);
    expect(rail.payments.get(payoutId)).toBeUndefined();
    expect(await work(payoutId)).toHaveProperty('parkedAt');
    expect(await work(payoutId)).not.toHaveProperty('resendUntil');
  });

  test('gives a leave that its worker knows as spent by itself when the answer was lost', async () => {
    await resend('a');
    let sentTwice = 0;
    table.intercept(async ({ name, input }, send) => {
      if (name === 'Update' && input.UpdateExpression === 'REMOVE #resendUntil') {
        sentTwice += 1;
        await send();
      }
      return send();
    });
    await advance(payoutId);
    table.intercept(undefined);
    expect(sentTwice).toBe(1);
    expect(rail.payments.get(payoutId)).toBe(1);
  });

  test.each(['before', 'after'] as const)(
    'and a worker that dies %s any of its calls: it is sent once, or parked to be resent',
    async (moment) => {
      let parked = 0;
      for (let call = 1; ; call += 1) {
        payoutId = await parkedAsForgotten(1 + call);
        await resend(`first-${call}`);
        const { intercept, crashed } = crashAt({ call, moment });
        const doomed = service.process(intercept, { rails: rail.rails });
        const end = await Promise.race([deliver(doomed, [await hintOf(payoutId)]), crashed]);
        service.clock.advance(leaseMs);
        await settle(service);
        if ((await work(payoutId))?.parkedAt !== undefined) {
          parked += 1;
          expect(rail.payments.get(payoutId)).toBeUndefined();
          await resend(`second-${call}`);
          await settle(service);
        }
        expect(rail.payments.get(payoutId)).toBe(1);
        expect((await order(payoutId)).status).toBe('completed');
        if (end !== 'crashed') break;
      }
      // Only whoever dies between spending the leave and sending has used it up.
      expect(parked).toBe(moment === 'after' ? 1 : 0);
    },
  );
});
