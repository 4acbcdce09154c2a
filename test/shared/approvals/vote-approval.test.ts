import { beforeAll, describe, expect, test } from 'vitest';
import { ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { MemberEntity } from '../../../shared/identity/member.ts';
import { auditRows, expectError, faultsOf } from '../../support/answers.ts';
import { bodyOf, expectSoundBooks, pathOf, readFeed } from '../../support/journey.ts';
import { quotes } from '../../support/quotes.ts';
import type { TestService } from '../../support/service.ts';
import { suspend } from '../journal/commit/support.ts';
import {
  approvalOf,
  balanceOf,
  guarded,
  pend,
  posted,
  startApprovals,
  storedApproval,
  told,
  vote,
  work,
} from './support.ts';

const transitions = 'States and transitions > Approval';

let stage: Awaited<ReturnType<typeof startApprovals>>;
let service: TestService;

beforeAll(async () => {
  stage = await startApprovals();
  service = stage.service;
});

/** An approval that waits, of an organization of its own. */
async function waiting(policy: Parameters<typeof guarded>[1] = {}) {
  const all = await guarded(service, policy);
  const { approvalId } = await pend(service, all);
  return { ...all, approvalId };
}

describe('an approval whose stored hold was altered', () => {
  async function altered() {
    const all = await waiting();
    const approval = await storedApproval(service, all.of, all.approvalId);
    await service.runtime.store.put(ApprovalEntity, { ...approval, hold: { amount: 1n, currency: 'USD' } });
    return all;
  }

  test('cannot be rejected: what it says it holds would come back', async () => {
    const { of, voter, approvalId } = await altered();
    expectError(await vote(service, of, approvalId, voter(0), 'reject'), 'CONFLICT');
    expect(await posted(service, of)).toEqual(['hold -100.00']);
  });

  test('is put aside when its time is up, for somebody to look', async () => {
    const { of, approvalId } = await altered();
    service.clock.advance(25 * 60 * 60_000);
    await work(service, of, approvalId);
    expect((await approvalOf(service, of, approvalId)).status).toBe('pending');
    expect(await posted(service, of)).toEqual(['hold -100.00']);
  });
});

describe('a vote', () => {
  test(
    'counts until the quorum is reached; then the approval is approved, and soon executed',
    quotes({ [transitions]: 'pending | approvers reach quorum (M-of-N)' }),
    async () => {
      const { of, voter, approvalId } = await waiting({ quorum: 2 });
      const first = bodyOf(await vote(service, of, approvalId, voter(0)));
      const at = new Date(service.clock.now).toISOString();
      expect(first).toMatchObject({
        status: 'pending',
        required: 2,
        votes: [{ actorUserId: voter(0).userId, decision: 'approve', at }],
      });
      const second = bodyOf(await vote(service, of, approvalId, voter(1)));
      expect(second.status).toBe('approved');
      expect(second).not.toHaveProperty('payoutId');
      await work(service, of, approvalId);
      expect((await approvalOf(service, of, approvalId)).status).toBe('executed');
      await expectSoundBooks(service, of);
    },
  );

  test(
    'against it ends it: one rejection is enough, and what was held is released',
    quotes({ [transitions]: 'pending | one rejection | any approver' }),
    async () => {
      const { of, voter, approvalId } = await waiting({ quorum: 2 });
      await vote(service, of, approvalId, voter(0));
      const rejected = bodyOf(await vote(service, of, approvalId, voter(1), 'reject'));
      expect(rejected.status).toBe('rejected');
      expect(rejected.votes.map(({ decision }: { decision: string }) => decision)).toEqual(['approve', 'reject']);
      expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
      expect(await told(service, of)).toEqual(['payout_approval.requested', 'payout_approval.rejected']);
      expect((await readFeed(service, of)).at(-1)?.data).toEqual(rejected);
      expect(await approvalOf(service, of, approvalId)).toEqual(rejected);
      expect(await posted(service, of)).toEqual(['hold -100.00', 'hold_release 100.00']);
      await expectSoundBooks(service, of);
    },
  );

  test.each(['approve', 'reject'] as const)(
    'of the same person changes nothing the second time, as %s, also when it has ended',
    quotes({ [transitions]: 'a second vote from the same signer changes nothing' }),
    async (decision) => {
      const { of, voter, approvalId } = await waiting({ quorum: 2 });
      const first = bodyOf(await vote(service, of, approvalId, voter(0)));
      service.clock.advance(1_000);
      expect(bodyOf(await vote(service, of, approvalId, voter(0), decision))).toEqual(first);
      const ended = bodyOf(await vote(service, of, approvalId, voter(1), 'reject'));
      expect(bodyOf(await vote(service, of, approvalId, voter(0), decision))).toEqual(ended);
      expect(bodyOf(await vote(service, of, approvalId, voter(1), decision))).toEqual(ended);
      expect(await told(service, of)).toHaveLength(2);
    },
  );

  test('is audited under who cast it, refused ones too', async () => {
    const { of, voter, approvalId } = await waiting();
    const outsider = await service.member(of.organizationId, 'admin');
    await vote(service, of, approvalId, outsider, 'reject');
    await vote(service, of, approvalId, voter(0));
    const rows = (await auditRows(service, of)).filter(({ action }) => String(action).startsWith('approval.'));
    expect(rows).toHaveLength(2);
    expect(rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'approval.reject', actorUserId: outsider.userId, errorType: 'FORBIDDEN' }),
        expect.objectContaining({
          action: 'approval.approve',
          actorUserId: voter(0).userId,
          outcome: 'succeeded',
          resourceId: approvalId,
        }),
      ]),
    );
  });

  test('sent again under its idempotency key gets the same answer', async () => {
    const { of, voter, approvalId } = await waiting();
    const path = `${pathOf(of)}/payouts/approvals/${approvalId}/approve`;
    const send = () => service.call('POST', path, voter(0), { idempotencyKey: 'vote' });
    const first = bodyOf(await send());
    await work(service, of, approvalId);
    const again = await send();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(bodyOf(again)).toEqual(first);
  });
});

describe('who may vote', () => {
  test('who is named; nobody else, whatever their role', async () => {
    const { of, approvalId } = await waiting();
    for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
      const member = await service.member(of.organizationId, role);
      expectError(await vote(service, of, approvalId, member), 'FORBIDDEN');
      expectError(await vote(service, of, approvalId, member, 'reject'), 'FORBIDDEN');
    }
    expect((await approvalOf(service, of, approvalId)).votes).toEqual([]);
  });

  test('who was named when it was asked for; who is named since does not', async () => {
    const { of, voter, rules, control, approvalId } = await waiting();
    const later = await service.member(of.organizationId, 'owner');
    await control({ approvals: { ...rules, approvers: [...rules.approvers, later.userId] } });
    expectError(await vote(service, of, approvalId, later), 'FORBIDDEN');
    expectError(await vote(service, of, approvalId, later, 'reject'), 'FORBIDDEN');
    expect((await vote(service, of, approvalId, voter(0))).status).toBe(200);
  });

  test(
    'not the member who issued the key that asked',
    quotes({ [transitions]: 'initiator cannot approve their own request' }),
    async () => {
      const all = await guarded(service);
      const issuer = all.voter(0);
      const of = { ...all.of, ...(await service.key(all.of.organizationId, { issuedBy: issuer.userId })) };
      const { approvalId } = await pend(service, { ...all, of });
      for (const decision of ['approve', 'reject'] as const) {
        expectError(await vote(service, of, approvalId, issuer, decision), 'FORBIDDEN', {
          detail: 'the requester of an approval, or the issuer of the requesting key, cannot vote on it',
        });
      }
      expect((await vote(service, of, approvalId, all.voter(1))).status).toBe(200);
    },
  );

  test(
    'no API key',
    quotes({
      'Endpoints > Other referenced operations':
        'approve and reject approval (`POST …/payouts/approvals/{approvalId}/approve`, `…/reject`) | dashboard only; an API key is refused',
    }),
    async () => {
      const { of, approvalId } = await waiting();
      expectError(await vote(service, of, approvalId, of), 'UNAUTHORIZED');
      expectError(await vote(service, of, approvalId, of, 'reject'), 'UNAUTHORIZED');
      expect((await approvalOf(service, of, approvalId)).status).toBe('pending');
    },
  );

  test('nobody on an approval that does not exist or is another organization’s: one and the same 404', async () => {
    const { of, voter } = await waiting();
    const others = await waiting();
    for (const id of [others.approvalId, 'apr_unknown', 'x']) {
      expectError(await vote(service, of, id, voter(0)), 'NOT_FOUND', { detail: 'no such approval' });
    }
    for (const id of [others.approvalId.replace('apr', 'po'), 'po_unknown']) {
      const detail =
        'no such approval: approvalId starts with po_, like ids of payouts; ids of approvals start with apr_';
      expectError(await vote(service, of, id, voter(0)), 'NOT_FOUND', { detail });
    }
    expectError(await vote(service, others.of, others.approvalId, voter(0)), 'FORBIDDEN');
  });

  test('nobody while the organization is suspended', async () => {
    const { of, voter, approvalId } = await waiting();
    await suspend(service.runtime, of.organizationId);
    expectError(await vote(service, of, approvalId, voter(0)), 'ACCOUNT_BLOCKED');
  });
});

describe('the quorum', () => {
  test('does not count who is no approver any more', async () => {
    const { of, voter, rules, control, approvalId } = await waiting({ quorum: 2, approvers: 4 });
    await vote(service, of, approvalId, voter(0));
    await control({ approvals: { ...rules, approvers: rules.approvers.slice(1) } });
    expect(bodyOf(await vote(service, of, approvalId, voter(1))).status).toBe('pending');
    expect(bodyOf(await vote(service, of, approvalId, voter(2))).status).toBe('approved');
  });

  test.each([
    ['a member', undefined],
    ['allowed to vote', 'viewer'],
  ] as const)('does not count who is not %s any more', async (_what, role) => {
    const { of, voter, approvalId } = await waiting({ quorum: 2 });
    const { organizationId } = of;
    await vote(service, of, approvalId, voter(0));
    const { userId } = voter(0);
    const key = { entity: MemberEntity, key: { organizationId, userId } };
    const member = await service.runtime.store.get(key);
    if (role && member) await service.runtime.store.put(MemberEntity, { ...member, role, version: 2 });
    else await service.runtime.store.remove(key, {});
    expect(bodyOf(await vote(service, of, approvalId, voter(1))).status).toBe('pending');
    expect(bodyOf(await vote(service, of, approvalId, voter(2))).status).toBe('approved');
  });

  test.each([
    ['raised', 2, 3],
    ['lowered', 3, 1],
  ])('that was %s meanwhile from %i to %i binds with the larger', async (_how, before, after) => {
    const { of, voter, rules, control, approvalId } = await waiting({ quorum: before });
    await control({ approvals: { ...rules, quorum: after } });
    expect(bodyOf(await vote(service, of, approvalId, voter(0))).status).toBe('pending');
    expect(bodyOf(await vote(service, of, approvalId, voter(1))).status).toBe('pending');
    expect(bodyOf(await vote(service, of, approvalId, voter(2))).status).toBe('approved');
  });
});

describe('a vote that names what it is on', () => {
  const decisions = ['approve', 'reject'] as const;
  const other = 'f'.repeat(64);

  test.each(decisions)('counts where that is what the approval is bound to: %s', async (decision) => {
    const { of, voter, approvalId } = await waiting();
    const { contentHash } = await approvalOf(service, of, approvalId);
    const voted = bodyOf(await vote(service, of, approvalId, voter(0), decision, { contentHash }));
    expect(voted).toMatchObject({ status: decision === 'approve' ? 'approved' : 'rejected', contentHash });
    expect(bodyOf(await vote(service, of, approvalId, voter(0), decision, { contentHash }))).toEqual(voted);
  });

  test.each(decisions)('is CONFLICT where it is something else, and nothing is recorded: %s', async (decision) => {
    const { of, voter, approvalId } = await waiting();
    const before = await storedApproval(service, of, approvalId);
    expectError(await vote(service, of, approvalId, voter(0), decision, { contentHash: other }), 'CONFLICT', {
      detail: 'contentHash: the approval has different content',
    });
    expect(await storedApproval(service, of, approvalId)).toEqual(before);
    expect(await told(service, of)).toEqual(['payout_approval.requested']);
    bodyOf(await vote(service, of, approvalId, voter(0)));
    expectError(await vote(service, of, approvalId, voter(0), decision, { contentHash: other }), 'CONFLICT');
  });

  test('is CONFLICT with the content of a twin: no two approvals are of the same', async () => {
    const all = await waiting();
    const { of, voter, approvalId } = all;
    const twin = await approvalOf(service, of, (await pend(service, all)).approvalId);
    const answer = await vote(service, of, approvalId, voter(0), 'approve', { contentHash: twin.contentHash });
    expectError(answer, 'CONFLICT');
  });

  test('may leave it out: no body, an empty object', async () => {
    for (const body of [undefined, {}]) {
      const { of, voter, approvalId } = await waiting();
      expect(bodyOf(await vote(service, of, approvalId, voter(0), 'approve', body)).status).toBe('approved');
    }
  });

  test.each([
    ['no JSON', '{', ': invalid_json'],
    ['null', 'null', ': invalid_type'],
    ['no hash', '{"contentHash":"abc"}', 'contentHash: invalid_format'],
    ['another field', '{"hash":"abc"}', 'hash: unrecognized_key'],
  ])('is VALIDATION_ERROR with a body that is %s', async (_what, rawBody, fault) => {
    const { of, voter, approvalId } = await waiting();
    const path = `${pathOf(of)}/payouts/approvals/${approvalId}/approve`;
    expect(faultsOf(await service.call('POST', path, voter(0), { rawBody }))).toEqual([fault]);
    expect((await approvalOf(service, of, approvalId)).votes).toEqual([]);
  });
});

describe('an approval that has ended takes no vote', () => {
  test(
    'once its time is up, also before a worker has noticed: CONFLICT names expired',
    quotes({
      [transitions]: 'pending | 24 hours elapse | no decision | expired',
      Limits: 'Approval expiry | 24 hours pending',
    }),
    async () => {
      const { of, voter, approvalId } = await waiting();
      service.clock.advance(24 * 60 * 60_000);
      for (const decision of ['approve', 'reject'] as const) {
        expectError(await vote(service, of, approvalId, voter(0), decision), 'CONFLICT', {
          detail: 'the approval is expired',
        });
      }
      await work(service, of, approvalId);
      expectError(await vote(service, of, approvalId, voter(0)), 'CONFLICT', { detail: 'the approval is expired' });
      expect(await told(service, of)).toEqual(['payout_approval.requested', 'payout_approval.expired']);
      expect((await readFeed(service, of)).at(-1)?.data).toEqual(await approvalOf(service, of, approvalId));
      expect(await balanceOf(service, of)).toEqual({ available: '1000.00', held: '0.00' });
      await expectSoundBooks(service, of);
    },
  );

  test('until then it does', quotes({ Limits: 'Approval expiry | 24 hours pending' }), async () => {
    const { of, voter, approvalId } = await waiting();
    service.clock.advance(24 * 60 * 60_000 - 1);
    expect(bodyOf(await vote(service, of, approvalId, voter(0))).status).toBe('approved');
  });

  test.each(['approved', 'executed', 'rejected'] as const)(
    '%s: CONFLICT names it',
    quotes({ [transitions]: 'rejected (terminal)' }),
    async (status) => {
      const { of, voter, approvalId } = await waiting();
      await vote(service, of, approvalId, voter(0), status === 'rejected' ? 'reject' : 'approve');
      if (status === 'executed') await work(service, of, approvalId);
      for (const decision of ['approve', 'reject'] as const) {
        expectError(await vote(service, of, approvalId, voter(1), decision), 'CONFLICT', {
          detail: `the approval is ${status}`,
        });
      }
    },
  );
});
