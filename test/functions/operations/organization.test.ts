import { beforeAll, describe, expect, test } from 'vitest';
import { setControls } from '../../shared/journal/commit/support.ts';
import { auditRows } from '../../support/answers.ts';
import { addRecipient, bodyOf, fundedOrganization, pathOf, sendPayout } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { newPublicKey } from '../../support/public-keys.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start();
});

describe('verify', () => {
  test('lets a live key write, and taken back stops it', async () => {
    const { organizationId, ...credentials } = await service.organization('live');
    const write = () => service.post(`/recipients/${organizationId}`, credentials, {});
    expect((await write()).body.type).toBe('LIVE_KEY_ORG_NOT_APPROVED');
    expect(await performed(service, 'verify', { organizationId, verified: true })).toMatchObject({ verified: true });
    expect((await write()).body.type).toBe('VALIDATION_ERROR');
    await performed(service, 'verify', { organizationId, verified: false });
    expect((await write()).body.type).toBe('LIVE_KEY_ORG_NOT_APPROVED');
  });
});

describe('suspend', () => {
  test('refuses every call until resume', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const read = () => service.get(`${pathOf(of)}/balance`, of);
    expect(await performed(service, 'suspend', { organizationId })).toMatchObject({ status: 'suspended' });
    expect((await read()).body.type).toBe('ACCOUNT_BLOCKED');
    expect(await performed(service, 'resume', { organizationId })).toMatchObject({ status: 'active' });
    expect((await read()).status).toBe(200);
  });

  test('twice is once, and each is audited with who did it', async () => {
    const { organizationId } = await service.organization();
    await performed(service, 'suspend', { organizationId }, { operator: 'ada' });
    service.clock.advance(1_000);
    await performed(service, 'suspend', { organizationId }, { operator: 'arn:aws:sts::1:assumed-role/ops/bob' });
    expect(await auditRows(service, { organizationId })).toMatchObject([
      { action: 'organization.suspend', resourceId: organizationId, actorUserId: 'operator:ada' },
      { action: 'organization.suspend', actorUserId: 'operator:arn:aws:sts::1:assumed-role/ops/bob' },
    ]);
  });
});

describe('features', () => {
  test('are switched on and off one by one', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const shown = async () => bodyOf(await service.get(`${pathOf(of)}/policy`, of)).features;
    await performed(service, 'features', { organizationId, on: ['developer'] });
    await performed(service, 'features', { organizationId, on: ['mass_payouts'] });
    expect(await shown()).toEqual(['mass_payouts', 'developer']);
    await performed(service, 'features', { organizationId, off: ['developer'] });
    expect(await shown()).toEqual(['mass_payouts']);
    expectRefusal(await perform(service, 'features', { organizationId, on: ['time_travel'] }), 'VALIDATION_ERROR');
  });
});

describe('limits', () => {
  test('of the platform hold beside the own ones: the lower of both', async () => {
    const of = await fundedOrganization(service);
    const { organizationId } = of;
    const recipient = await addRecipient(service, of);
    await performed(service, 'limits', { organizationId, limits: { single: '50.00', daily: '80.00' } });
    const refused = await sendPayout(service, of, recipient, { amount: '60.00' });
    expect(refused.body).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED', detail: expect.stringContaining('single') });
    bodyOf(await sendPayout(service, of, recipient, { amount: '45.00' }));
    const second = await sendPayout(service, of, recipient, { amount: '45.00' });
    expect(second.body).toMatchObject({ type: 'PAYOUT_LIMIT_EXCEEDED', detail: expect.stringContaining('daily') });
  });

  test('count an end user from the moment that the platform caps it', async () => {
    const of = await fundedOrganization(service);
    const { organizationId } = of;
    const recipient = await addRecipient(service, of);
    await performed(service, 'limits', { organizationId, limits: { perEndUserDaily: '70.00' } });
    const pay = () => sendPayout(service, of, recipient, { amount: '40.00', endUserId: 'user-1' });
    bodyOf(await pay());
    expect((await pay()).body).toMatchObject({
      type: 'PAYOUT_LIMIT_EXCEEDED',
      detail: expect.stringContaining('per-end-user'),
    });
  });

  test('are shown in the policy; one that is not named stays, null lifts it', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const set = (limits: object, more: object = {}) =>
      performed(service, 'limits', { organizationId, limits, ...more });
    const policy = async () => bodyOf(await service.get(`${pathOf(of)}/policy`, of));
    await set({ single: '50.00', daily: '80.00' }, { velocity: { payouts: 5, minutes: 10 } });
    await set({ daily: null });
    const limits = { single: '50.00', daily: null, perEndUserDaily: null };
    expect(await policy()).toMatchObject({ limits, velocity: { payouts: 5, minutes: 10 } });
    await set({}, { velocity: null });
    expect(await policy()).toMatchObject({ limits, velocity: null });
  });

  test.each([
    ['limits.single', { limits: { single: '1.001' } }],
    ['limits.single', { limits: { single: '-1' } }],
    ['velocity.payouts', { velocity: { payouts: 61, minutes: 10 } }],
    ['velocity.minutes', { velocity: { payouts: 1, minutes: 0 } }],
  ])('a faulty %s is named and changes nothing', async (path, more) => {
    const { organizationId } = await service.organization();
    const answer = await perform(service, 'limits', { organizationId, ...more });
    expectRefusal(answer, 'VALIDATION_ERROR');
    expect(answer.error.errors).toEqual([expect.objectContaining({ path })]);
  });
});

describe('reset-approvers', () => {
  const reason = 'asked for by the owner, called back';

  test('is refused where there are no approvals, without a reason, and for nobody or a stranger', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const { userId } = await service.member(organizationId, 'owner');
    const reset = (input: object) => perform(service, 'reset-approvers', { organizationId, reason, ...input });
    expectRefusal(await reset({ approvers: [userId] }), 'BAD_REQUEST');
    expectRefusal(await reset({ approvers: [userId], reason: undefined }), 'VALIDATION_ERROR');
    expectRefusal(await reset({ approvers: [] }), 'VALIDATION_ERROR');
    const admin = await service.member(organizationId, 'admin');
    const approvers = [userId, admin.userId];
    await setControls(service.runtime, organizationId, { approvals: { quorum: 1, approvers } });
    expectRefusal(await reset({ approvers: [userId, 'stranger'] }), 'BAD_REQUEST');
    expectRefusal(await reset({ approvers: [userId] }), 'BAD_REQUEST');
  });
});

describe('issue-api-key', () => {
  test('registers a public key that then calls', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const { userId } = await service.member(organizationId, 'admin');
    const pem = `-----BEGIN PUBLIC KEY-----\n${of.key.publicKey}\n-----END PUBLIC KEY-----\n`;
    const issued = await performed(service, 'issue-api-key', {
      organizationId,
      for: userId,
      name: 'CI',
      publicKey: pem,
      scopes: ['read'],
    });
    const credentials = { ...of, key: { ...of.key, id: issued.id } };
    expect((await service.get(`${pathOf(of)}/balance`, credentials)).status).toBe(200);
    expect(await auditRows(service, of)).toMatchObject([
      { action: 'api_key.issue', resourceId: issued.id, actorUserId: 'operator:ada' },
    ]);
  });

  test('refuses whoever may not issue keys themselves: nobody would answer for the key', async () => {
    const { organizationId } = await service.organization();
    const { userId } = await service.member(organizationId, 'operator');
    for (const person of [userId, 'stranger']) {
      const input = { organizationId, for: person, name: 'CI', publicKey: newPublicKey(), scopes: ['read'] };
      expectRefusal(await perform(service, 'issue-api-key', input), 'BAD_REQUEST');
    }
  });

  test('refuses what is no public key, and audits the refusal', async () => {
    const of = await service.organization();
    const { organizationId } = of;
    const answer = await perform(service, 'issue-api-key', {
      organizationId,
      for: (await service.member(organizationId, 'owner')).userId,
      name: 'CI',
      publicKey: 'x',
      scopes: ['read'],
    });
    expectRefusal(answer, 'VALIDATION_ERROR');
    expect(await auditRows(service, of)).toMatchObject([
      { action: 'api_key.issue', outcome: 'refused', errorType: 'VALIDATION_ERROR', actorUserId: 'operator:ada' },
    ]);
  });
});

describe('every operation', () => {
  test('on an organization that does not exist is NOT_FOUND', async () => {
    expectRefusal(await perform(service, 'suspend', { organizationId: 'nobody' }), 'NOT_FOUND');
  });

  test('that comes with a name is refused', async () => {
    const { organizationId } = await service.organization();
    const payload = { operator: 'mallory' };
    expectRefusal(await perform(service, 'suspend', { organizationId }, { payload }), 'VALIDATION_ERROR');
  });

  test('is audited under the name that was found out, whatever its proof says', async () => {
    const of = await service.organization();
    const payload = { proof: { operator: 'mallory' } };
    await performed(service, 'suspend', { organizationId: of.organizationId }, { payload });
    await performed(service, 'resume', { organizationId: of.organizationId });
    const named = (await auditRows(service, of)).map(({ actorUserId }) => actorUserId);
    expect(named).toEqual(['operator:ada', 'operator:ada']);
  });

  test('answers a surprise as INTERNAL, without a word of what happened', async () => {
    const { organizationId } = await service.organization();
    const broken = service.process(async () => {
      throw new Error('the table is on fire');
    });
    const answer = await perform(broken, 'suspend', { organizationId });
    expectRefusal(answer, 'INTERNAL');
    expect(JSON.stringify(answer)).not.toContain('fire');
  });
});
