import { beforeEach, describe, expect, test } from 'vitest';
import { leaseMs } from '../../../shared/journal/due/claim-work.ts';
import { maxAttempts } from '../../../shared/journal/due/postpone-or-park.ts';
import { mailRef, mailWork } from '../../../shared/journal/rows/mail-entity.ts';
import type { Mailer } from '../../../shared/ports/mailer.ts';
import { hintOf, pend, storedApproval, vote, work } from '../../shared/approvals/support.ts';
import { workOf } from '../../shared/journal/due/support.ts';
import { governed } from '../../shared/payouts/policy/support.ts';
import { expectError } from '../../support/answers.ts';
import { crashAt } from '../../support/crash.ts';
import { bodyOf, deliver, readFeed, settle } from '../../support/journey.ts';
import { expectRefusal, perform, performed } from '../../support/operations.ts';
import { TestService, type TestSession } from '../../support/service.ts';

const HOUR_MS = 60 * 60 * 1000;
const reason = 'asked for by the owner, called back';

let service: TestService;
let all: Awaited<ReturnType<typeof governed>>;
let approvers: readonly string[];

beforeEach(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 });
  all = await governed(service, { quorum: 2 });
  const { organizationId } = all.of;
  const added = await Promise.all(Array.from({ length: 3 }, () => service.member(organizationId, 'operator')));
  approvers = added.map(({ userId }) => userId);
});

const input = () => ({ organizationId: all.of.organizationId, approvers, reason });
const reset = (operator?: string) => performed(service, 'reset-approvers', input(), operator ? { operator } : {});
const votersNow = async () => (await all.policy()).approvals.approvers;
const membersPath = () => `/organizations/${all.of.organizationId}/members`;
const removed = (by: TestSession, userId: string) => service.call('DELETE', `${membersPath()}/${userId}`, by);

/** Sends the mail, and lets the worker see it. */
async function tellAll(approvalId: string): Promise<void> {
  const { reset: asked } = await storedApproval(service, all.of, approvalId);
  const key = mailWork({ organizationId: all.of.organizationId, mailId: asked?.mailId ?? '' });
  await deliver(service, [{ ...key, dueAt: service.clock.now }]);
  await work(service, all.of, approvalId);
}

/** Lets 72 hours pass, and the worker work. */
async function wait(approvalId: string): Promise<void> {
  await work(service, all.of, approvalId);
  await work(service, all.of, approvalId);
}

describe('a reset of voters', () => {
  test('takes effect 72 hours after all were sent mail, and not before', async () => {
    const { approvalId } = await reset();
    await tellAll(approvalId);
    const told = service.clock.now;
    service.clock.advance(72 * HOUR_MS - 1);
    await deliver(service, [{ ...(await hintOf(service, all.of, approvalId)), dueAt: service.clock.now }]);
    expect(await votersNow()).toEqual(all.approvals.approvers);
    await wait(approvalId);
    expect(service.clock.now).toBe(told + 72 * HOUR_MS);
    expect((await all.policy()).approvals).toEqual({ ...all.approvals, approvers });
    expect((await readFeed(service, all.of)).map(({ type }) => type).slice(-2)).toEqual([
      'payout_approval.requested',
      'payout_approval.executed',
    ]);
  });

  test('is mailed to owners, voters, and who was either within 30 days', async () => {
    const [first, second] = all.voters as readonly TestSession[];
    const owner = await service.member(all.of.organizationId, 'owner');
    bodyOf(await removed(all.owner, first?.userId ?? ''));
    bodyOf(await removed(all.owner, owner.userId));
    service.clock.advance(20 * 24 * HOUR_MS);
    const { approvalId } = await reset();
    const { organizationId } = all.of;
    const stored = await service.runtime.store.range(mailRef({ organizationId, mailId: '' }).entity, {
      partition: `MAIL#${organizationId}`,
      limit: 10,
    });
    const mail = stored.items.find(({ subject }) => subject.startsWith('New voters'));
    expect(mail?.roles).toEqual(['owner']);
    expect(mail?.addresses).toEqual(
      expect.arrayContaining([first, second, owner].map((person) => `${person?.userId}@example.com`)),
    );
    expect(approvalId).toMatch(/^apr_/);
  });

  test('does not begin to run while somebody has not been sent the mail', async () => {
    const { approvalId } = await reset();
    for (let look = 0; look < 3; look += 1) await work(service, all.of, approvalId);
    service.clock.advance(100 * HOUR_MS);
    await work(service, all.of, approvalId);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test('is stopped by one rejection, of an owner or a voter; nobody approves it', async () => {
    const { approvalId } = await reset();
    const named = await service.person(approvers[0]);
    expectError(await vote(service, all.of, approvalId, named, 'reject'), 'FORBIDDEN');
    expectError(await vote(service, all.of, approvalId, all.voter(0)), 'FORBIDDEN');
    expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0), 'reject')).status).toBe('rejected');
    service.clock.advance(100 * HOUR_MS);
    await settle(service);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test('that was stopped wants two operators for the same people, and then nobody stops it', async () => {
    const { approvalId: first } = await reset();
    bodyOf(await vote(service, all.of, first, all.owner, 'reject'));
    const { approvalId } = await reset('ada');
    expect(await reset('ada')).toMatchObject({ approvalId, status: 'pending' });
    expect((await storedApproval(service, all.of, approvalId)).reset?.operators).toHaveLength(1);
    expect(await reset('ben')).toMatchObject({ approvalId });
    expectError(await vote(service, all.of, approvalId, all.owner, 'reject'), 'FORBIDDEN');
    await tellAll(approvalId);
    await wait(approvalId);
    expect(await votersNow()).toEqual(approvers);
  });

  test('is not undone by a quorum that is raised meanwhile', async () => {
    const more = await service.member(all.of.organizationId, 'owner');
    const { approvalId } = await reset();
    await tellAll(approvalId);
    bodyOf(await removed(all.owner, more.userId));
    bodyOf(await all.change({ approvals: { ...all.approvals, threshold: '1.00' } }));
    await wait(approvalId);
    expect((await all.policy()).approvals).toMatchObject({ threshold: '1.00', quorum: 2, approvers });
  });

  test('is the only one under way', async () => {
    await reset();
    expectRefusal(await perform(service, 'reset-approvers', input(), { operator: 'ben' }), 'CONFLICT');
  });

  test('lets nobody vote whom it names on what was asked for before', async () => {
    const { approvalId: payout } = await pend(service, all);
    const { approvalId } = await reset();
    await tellAll(approvalId);
    await wait(approvalId);
    const named = await service.person(approvers[0]);
    expectError(await vote(service, all.of, payout, named), 'FORBIDDEN');
  });
});

describe('where too few voters are left', () => {
  test('owners are told, nothing is held, the policy is tightened and not loosened, until operators name others', async () => {
    for (const { userId } of all.voters.slice(0, 2)) bodyOf(await removed(all.owner, userId));
    const { organizationId } = all.of;
    const { items } = await service.runtime.store.range(mailRef({ organizationId, mailId: '' }).entity, {
      partition: `MAIL#${organizationId}`,
      limit: 10,
    });
    expect(items.map(({ subject, roles }) => [subject, roles])).toEqual(
      Array.from({ length: 2 }, () => ['Too few voters are left at Example (sandbox)', ['owner']]),
    );
    const left = { ...all.approvals, approvers: [all.voter(2).userId] };
    expectError(await all.change({ approvals: null }), 'BAD_REQUEST');
    expect(bodyOf(await all.change({ approvals: { ...left, threshold: '1.00' } })).approvals.threshold).toBe('1.00');
    expect(bodyOf(await all.change({ limits: { single: '1.00' } })).limits.single).toBe('1.00');
    const { approvalId } = await reset();
    await tellAll(approvalId);
    await wait(approvalId);
    bodyOf(await all.change({ approvals: null }), 202);
  });
});

describe('a reset whose mail to one person is refused', () => {
  const refused = () => `${all.voter(1).userId}@example.com`;
  const mailer: Mailer = {
    async send({ to }) {
      if (refusing(to)) throw new Error(`no such mailbox: ${to}`);
    },
  };
  let refusing: (address: string) => boolean;
  let logged: unknown[][];

  beforeEach(() => {
    refusing = (address) => address === refused();
    logged = [];
    const note = (...entry: unknown[]) => void logged.push(entry);
    service = service.process((_call, send) => send(), {
      mailer,
      log: { debug: note, info: note, warn: note, error: note } as never,
    });
  });

  const shown = () => performed(service, 'show', { organizationId: all.of.organizationId });
  const storedReset = async (approvalId: string) => (await storedApproval(service, all.of, approvalId)).reset;

  /** Lets every attempt at the mail fail, and the worker of the reset look. */
  async function giveUp(approvalId: string, { andLook = true } = {}): Promise<void> {
    const { organizationId } = all.of;
    const key = mailWork({ organizationId, mailId: (await storedReset(approvalId))?.mailId ?? '' });
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const due = (await workOf(service.runtime, key))?.dueAt ?? 0;
      service.clock.now = Math.max(service.clock.now, due);
      await deliver(service, [{ ...key, dueAt: service.clock.now }]);
    }
    if (andLook) await work(service, all.of, approvalId);
  }

  async function unreached(): Promise<string> {
    const { approvalId } = await reset('ada');
    await giveUp(approvalId);
    return approvalId;
  }

  test('takes effect seven days after a second operator has asked for it, and not before', async () => {
    const approvalId = await unreached();
    expect(await reset('ada')).toMatchObject({ approvalId, status: 'pending' });
    service.clock.advance(12 * HOUR_MS);
    const asked = service.clock.now;
    const begun = await reset('ben');
    expect(begun).toMatchObject({ approvalId, expiresAt: new Date(asked + 7 * 24 * HOUR_MS).toISOString() });
    expect(await reset('ben')).toEqual(begun);
    service.clock.advance(7 * 24 * HOUR_MS - 1);
    await deliver(service, [{ ...(await hintOf(service, all.of, approvalId)), dueAt: service.clock.now }]);
    expect(await votersNow()).toEqual(all.approvals.approvers);
    await wait(approvalId);
    expect(service.clock.now).toBe(asked + 7 * 24 * HOUR_MS);
    expect(await votersNow()).toEqual(approvers);
  });

  test('is named by the alarm of the parked mail, without the address, and by the operation show with it', async () => {
    const approvalId = await unreached();
    const parked = logged.filter(([message]) => message === 'due work parked');
    expect(parked).toEqual([
      [
        'due work parked',
        expect.objectContaining({
          kind: 'mails',
          error: expect.objectContaining({
            message: expect.stringMatching(/refuses mail to 1: .\*\*\*@example\.com$/),
          }),
        }),
      ],
    ]);
    expect(JSON.stringify(logged)).not.toContain(refused());
    const { parkedWork, voterReset } = await shown();
    expect(parkedWork.data).toMatchObject([{ kind: 'mails', refused: [refused()] }]);
    expect(voterReset).toMatchObject({ approvalId, status: 'pending', unreached: [refused()] });
    expect(voterReset.reached).toContain(all.owner.userId);
    expect(voterReset.operators).toHaveLength(1);
  });

  test('expires when no second operator asks within 24 hours, and can be asked for again', async () => {
    const approvalId = await unreached();
    expectRefusal(
      await perform(service, 'reset-approvers', { ...input(), approvers: approvers.slice(1) }, { operator: 'ben' }),
      'BAD_REQUEST',
    );
    service.clock.advance(24 * HOUR_MS);
    await work(service, all.of, approvalId);
    expect((await storedApproval(service, all.of, approvalId)).status).toBe('expired');
    expect((await reset('ada')).approvalId).not.toBe(approvalId);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test.each(['before', 'after'])('is stopped by any owner, %s the second operator has asked', async (when) => {
    const approvalId = await unreached();
    if (when === 'after') await reset('ben');
    bodyOf(await vote(service, all.of, approvalId, all.owner, 'reject'));
    service.clock.advance(10 * 24 * HOUR_MS);
    await settle(service);
    expect(await votersNow()).toEqual(all.approvals.approvers);
  });

  test('does not go on while the attempts at the mail last', async () => {
    const { approvalId } = await reset('ada');
    await tellAll(approvalId);
    expect((await storedReset(approvalId))?.unreached).toBeUndefined();
    expectRefusal(await perform(service, 'reset-approvers', input(), { operator: 'ben' }), 'CONFLICT');
    refusing = () => false;
    service.clock.advance(HOUR_MS);
    await tellAll(approvalId);
    const told = service.clock.now;
    await wait(approvalId);
    expect(service.clock.now).toBe(told + 72 * HOUR_MS);
    expect(await votersNow()).toEqual(approvers);
  });

  test('does not go on where no owner or voter was sent it', async () => {
    const leaver = await service.member(all.of.organizationId, 'owner');
    bodyOf(await removed(all.owner, leaver.userId));
    refusing = (address) => !address.startsWith(leaver.userId);
    const approvalId = await unreached();
    expect((await storedReset(approvalId))?.unreached).toBeUndefined();
    expectRefusal(await perform(service, 'reset-approvers', input(), { operator: 'ben' }), 'CONFLICT');
  });

  test('does not go on because the mailer is out', async () => {
    mailer.concernsEveryMail = () => true;
    const approvalId = await unreached();
    expect((await storedReset(approvalId))?.unreached).toBeUndefined();
    expect((await shown()).parkedWork.data).toEqual([expect.not.objectContaining({ refused: expect.anything() })]);
    delete mailer.concernsEveryMail;
  });

  test('fails when nobody who was sent the mail is an owner or voter any more', async () => {
    refusing = (address) => !address.startsWith(all.voter(0).userId);
    const approvalId = await unreached();
    await reset('ben');
    bodyOf(await removed(all.owner, all.voter(0).userId));
    await wait(approvalId);
    expect((await storedApproval(service, all.of, approvalId)).status).toBe('failed');
    expect(await votersNow()).not.toEqual(approvers);
  });

  test('takes seven days at once where two operators have asked already, and nobody stops it', async () => {
    const { approvalId: first } = await reset('ada');
    bodyOf(await vote(service, all.of, first, all.owner, 'reject'));
    await reset('ada');
    const { approvalId } = await reset('ben');
    await giveUp(approvalId);
    expectError(await vote(service, all.of, approvalId, all.owner, 'reject'), 'FORBIDDEN');
    const { reset: begun, expiresAt } = await storedApproval(service, all.of, approvalId);
    expect(expiresAt).toBe((begun?.mailedAt ?? 0) + 7 * 24 * HOUR_MS);
    await wait(approvalId);
    expect(await votersNow()).toEqual(approvers);
  });

  test('goes the same way when its worker dies at any of its calls', async () => {
    const { approvalId } = await reset('ada');
    await giveUp(approvalId, { andLook: false });
    service.clock.advance(HOUR_MS);
    for (let call = 1; (await storedReset(approvalId))?.unreached === undefined; call += 1) {
      const { intercept, crashed } = crashAt({ call, moment: 'after' });
      const dying = service.process(intercept, { mailer });
      const hint = { ...(await hintOf(service, all.of, approvalId)), dueAt: service.clock.now };
      await Promise.race([crashed, deliver(dying, [hint])]);
      service.clock.advance(leaseMs);
    }
    const { status, reset: found } = await storedApproval(service, all.of, approvalId);
    expect({ status, unreached: found?.unreached }).toEqual({ status: 'pending', unreached: [refused()] });
    await reset('ben');
    await wait(approvalId);
    expect(await votersNow()).toEqual(approvers);
  });
});
