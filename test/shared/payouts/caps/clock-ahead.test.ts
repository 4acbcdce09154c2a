import { beforeAll, describe, expect, test } from 'vitest';
import { approvalRef } from '../../../../shared/approvals/approval.ts';
import { HeadEntity } from '../../../../shared/journal/commit/head.ts';
import { expectError } from '../../../support/answers.ts';
import { addRecipient, bodyOf, expectSoundBooks, fund, pathOf, sendPayout, settle } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { type Controls, headOf, setControls } from '../../journal/commit/support.ts';
import { capped, quoteOf } from './support.ts';

const minute = 60_000;
const hour = 60 * minute;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

/** Acts by a clock that is two hours ahead, as a process did before its clock was put right. */
async function ahead<Result>(act: () => Promise<Result>): Promise<Result> {
  service.clock.advance(2 * hour);
  try {
    return await act();
  } finally {
    service.clock.advance(-2 * hour);
  }
}

function setTimeOfDay(text: string): void {
  const tomorrow = new Date(service.clock.now + 24 * hour).toISOString().slice(0, 10);
  service.clock.now = Date.parse(`${tomorrow}T${text}Z`);
}

async function paying(controls: Controls, payee: Parameters<typeof capped>[2] = {}) {
  setTimeOfDay('12:00:00.000');
  const { organization, recipient } = await capped(service, controls, payee);
  const pay = (amount: string) => sendPayout(service, organization, recipient, { amount });
  const paidToday = async () => (await headOf(service.runtime, organization.organizationId)).paidToday;
  return { organization, recipient, pay, paidToday };
}

describe('after a clock was two hours ahead', () => {
  test('a payout settles as soon as ever', async () => {
    const { organization, pay } = await paying({});
    await ahead(() => fund(service, organization));
    const { payoutId } = bodyOf(await pay('10.00'));
    const begun = service.clock.now;
    await settle(service);
    expect(service.clock.now - begun).toBeLessThan(hour);
    const { status } = bodyOf(await service.get(`${pathOf(organization)}/orders/${payoutId}`, organization));
    expect(status).toBe('completed');
  });

  test('a velocity cap counts from when the head was found ahead', async () => {
    const { organization, pay } = await paying({ velocity: { payouts: 1, minutes: 10 } });
    bodyOf(await ahead(() => pay('1.00')));
    await fund(service, organization);
    service.clock.advance(10 * minute - 1);
    expectError(await pay('1.00'), 'PAYOUT_LIMIT_EXCEEDED');
    service.clock.advance(1);
    bodyOf(await pay('1.00'));
  });

  test('a velocity cap still counts what was sent before that clock', async () => {
    const { pay } = await paying({ velocity: { payouts: 2, minutes: 60 } });
    bodyOf(await pay('1.00'));
    bodyOf(await ahead(() => pay('1.00')));
    expectError(await pay('1.00'), 'PAYOUT_LIMIT_EXCEEDED');
  });

  test('an approval expires 24 hours later by the clock', async () => {
    const { organization, pay } = await paying({ approvals: { threshold: 1_00n, quorum: 1, approvers: [] } });
    await service.member(organization.organizationId, 'admin');
    await ahead(() => fund(service, organization));
    const { approvalId } = bodyOf(await pay('10.00'), 202);
    const { organizationId } = organization;
    const approval = await service.runtime.store.get(approvalRef(organizationId, approvalId));
    expect(approval?.expiresAt).toBe(service.clock.now + 24 * hour);
  });
});

describe('a clock that was in tomorrow already', () => {
  const limits = { limits: { daily: 100_00n } };
  const ofEndUser = { limits: { perEndUserDaily: 100_00n } };

  test.each([
    ['organization', limits, {}],
    ['end user', ofEndUser, { endUserId: 'payee' }],
  ])('spends the cap of today, once: %s', async (_whose, controls, payee) => {
    const { organization, recipient, pay } = await paying(controls, payee);
    setTimeOfDay('23:00:00.000');
    bodyOf(await pay('60.00'));
    bodyOf(await ahead(() => pay('30.00')));
    expectError(await quoteOf(service, organization, recipient, '11.00'), 'PAYOUT_LIMIT_EXCEEDED');
    expectError(await pay('11.00'), 'PAYOUT_LIMIT_EXCEEDED');
    bodyOf(await pay('10.00'));
    setTimeOfDay('00:00:00.000');
    bodyOf(await pay('100.00'));
    expectError(await pay('1.00'), 'PAYOUT_LIMIT_EXCEEDED');
    await expectSoundBooks(service, organization);
  });

  test.each([
    ['organization', limits, {}],
    ['end user', ofEndUser, { endUserId: 'payee' }],
  ])('leaves tomorrow its whole cap, whoever finds it first: %s', async (_whose, controls, payee) => {
    const { organization, pay } = await paying(controls, payee);
    setTimeOfDay('23:00:00.000');
    bodyOf(await ahead(() => pay('100.00')));
    await fund(service, organization);
    setTimeOfDay('00:00:00.000');
    bodyOf(await pay('100.00'));
    expectError(await pay('1.00'), 'PAYOUT_LIMIT_EXCEEDED');
  });

  test('counted a payout for today that comes to nothing tomorrow: tomorrow gets no room of it', async () => {
    const payee = { endUserId: 'payee', outcome: 'account_invalid' };
    const controls = { limits: { daily: 100_00n, perEndUserDaily: 100_00n } };
    const { organization, pay } = await paying(controls, payee);
    const good = await addRecipient(service, organization, { endUserId: 'payee', serial: 1 });
    setTimeOfDay('23:00:00.000');
    bodyOf(await ahead(() => pay('100.00')));
    await fund(service, organization);
    setTimeOfDay('00:30:00.000');
    bodyOf(await sendPayout(service, organization, good, { amount: '100.00' }));
    await settle(service);
    expectError(await sendPayout(service, organization, good, { amount: '1.00' }), 'PAYOUT_LIMIT_EXCEEDED');
    await expectSoundBooks(service, organization);
  });
});

test('a day that has begun five seconds away has begun: what is counted on it is not moved', async () => {
  const { pay, paidToday } = await paying({ limits: { daily: 100_00n } });
  setTimeOfDay('00:00:00.000');
  bodyOf(await pay('60.00'));
  const begun = await paidToday();
  service.clock.advance(-5_000);
  expectError(await pay('41.00'), 'PAYOUT_LIMIT_EXCEEDED');
  bodyOf(await pay('40.00'));
  expect(await paidToday()).toEqual({ ...begun, amount: 100_00n, unapproved: 100_00n });
});

test('what a release before this one has counted today still counts', async () => {
  const { organization, pay } = await paying({ limits: { daily: 100_00n } });
  const { paidToday: _, ...head } = await headOf(service.runtime, organization.organizationId);
  const day = new Date(service.clock.now).toISOString().slice(0, 10);
  await service.runtime.store.put(HeadEntity, { ...head, paidToday: { day, amount: 60_00n } });
  expectError(await pay('41.00'), 'PAYOUT_LIMIT_EXCEEDED');
  bodyOf(await pay('40.00'));
  await setControls(service.runtime, organization.organizationId, {});
  expectError(await pay('1.00'), 'PAYOUT_LIMIT_EXCEEDED');
});
