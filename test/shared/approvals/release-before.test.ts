import { beforeAll, describe, expect, test } from 'vitest';
import { createMemoryTable } from '../../../local/table/memory-client.ts';
import { ApprovalEntity } from '../../../shared/approvals/approval.ts';
import { ApiKeyEntity, apiKeyRef } from '../../../shared/identity/api-key.ts';
import { MemberEntity, memberRef } from '../../../shared/identity/member.ts';
import { expectError } from '../../support/answers.ts';
import { addRecipient, bodyOf, fundedOrganization } from '../../support/journey.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import { TestService, type TestSession } from '../../support/service.ts';
import { setControls } from '../journal/commit/support.ts';
import { patch, policyOf } from '../payouts/policy/support.ts';
import { guarded, pend, storedApproval, vote } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ rateLimitOverride: 10_000 }, createMemoryTable());
});

async function organization() {
  const of = await fundedOrganization(service);
  const owner = await service.member(of.organizationId, 'owner');
  const admin = await service.member(of.organizationId, 'admin');
  const operator = await service.member(of.organizationId, 'operator');
  return { of, owner, admin, operator, recipient: await addRecipient(service, of) };
}

async function invited(organizationId: string, by: TestSession): Promise<TestSession> {
  const path = `/organizations/${organizationId}/members`;
  const joiner = await service.person();
  const { token } = bodyOf(await service.post(path, by, { email: `${joiner.userId}@example.com`, role: 'admin' }), 201);
  bodyOf(await service.post(`${path}/join`, joiner, { token }), 201);
  return joiner;
}

/** Takes from a member's row what the release before did not keep. */
async function forgetInviters(organizationId: string, { userId }: TestSession): Promise<void> {
  const member = await service.runtime.store.get(memberRef(organizationId, userId));
  if (!member) throw new Error('no such member');
  const { invitedBy: _invitedBy, inviters: _inviters, ...row } = member;
  await service.runtime.store.put(MemberEntity, row);
}

describe('a policy of the release before', () => {
  test('that names nobody is given the owners and admins of then, by the first that asks for a vote', async () => {
    const { of, owner, admin, operator, recipient } = await organization();
    await setControls(service.runtime, of.organizationId, {
      approvals: { threshold: 50_00n, quorum: 1, approvers: [] },
    });
    const { approvalId } = await pend(service, { of, recipient });
    expect((await policyOf(service, of)).approvals.approvers.sort()).toEqual([owner.userId, admin.userId].sort());
    expectError(await vote(service, of, approvalId, operator), 'FORBIDDEN');
    expect(bodyOf(await vote(service, of, approvalId, admin)).status).toBe('approved');
  });

  test('that names who has left keeps the others; who has joined since is not named', async () => {
    const { of, owner, admin, operator } = await organization();
    await setControls(service.runtime, of.organizationId, {
      approvals: { quorum: 1, approvers: [operator.userId, 'left', admin.userId] },
    });
    await invited(of.organizationId, owner);
    expect((await policyOf(service, of)).approvals.approvers).toEqual([operator.userId, admin.userId]);
  });

  test('that the release before writes again is put right again, without who joined under this one', async () => {
    const { of, owner, admin } = await organization();
    const joiner = await invited(of.organizationId, admin);
    const approvals = { quorum: 1, approvers: [] };
    await setControls(service.runtime, of.organizationId, { approvals });
    bodyOf(await patch(service, of, owner, { limits: { single: '10.00' } }));
    expect((await policyOf(service, of)).approvals.approvers).not.toContain(joiner.userId);
    expect((await policyOf(service, of)).approvals.approvers).toHaveLength(2);
  });
});

describe('rows of the release before', () => {
  test('of a key that was rotated: who rotated it is found in the audit rows, and kept', async () => {
    const { of, recipient, voter, voters } = await guarded(service);
    const admin = await service.member(of.organizationId, 'admin');
    const issued = await service.key(of.organizationId, { issuedBy: voter(0).userId });
    await setControls(service.runtime, of.organizationId, {
      approvals: { threshold: 50_00n, quorum: 1, approvers: [...voters, admin].map(({ userId }) => userId) },
    });
    const { publicKey, privateKey } = newKeyPair();
    const rotated = bodyOf(await service.post(`/api-keys/${issued.key.id}/rotate`, admin, { publicKey }), 201);
    for (const id of [issued.key.id, rotated.key.id]) {
      const { persons: _persons, inviters: _inviters, ...row } = (await service.runtime.store.get(apiKeyRef(id))) ?? {};
      await service.runtime.store.put(ApiKeyEntity, row as never);
    }
    const key = await service.runtime.store.get(apiKeyRef(rotated.key.id));
    if (!key) throw new Error('no such key');
    const { approvalId } = await pend(service, { of: { ...of, key, privateKey }, recipient });
    expect((await storedApproval(service, of, approvalId)).electorate).toEqual([voter(1).userId, voter(2).userId]);
    expect((await service.runtime.store.get(apiKeyRef(key.id)))?.persons).toEqual([voter(0).userId, admin.userId]);
  });

  test('of a member: who invited them is found in the audit rows, and kept', async () => {
    const { of, owner, admin, recipient } = await organization();
    const joiner = await invited(of.organizationId, admin);
    await forgetInviters(of.organizationId, joiner);
    await forgetInviters(of.organizationId, admin);
    const approvers = [owner.userId, admin.userId];
    const { publicKey, privateKey } = newKeyPair();
    const wanted = { name: 'till', publicKey, scopes: ['read', 'write'] };
    const { id } = bodyOf(await service.post(`/organizations/${of.organizationId}/api-keys`, joiner, wanted), 201);
    await setControls(service.runtime, of.organizationId, { approvals: { threshold: 50_00n, quorum: 1, approvers } });
    const key = await service.runtime.store.get(apiKeyRef(id));
    if (!key) throw new Error('no such key');
    const { approvalId } = await pend(service, { of: { ...of, key, privateKey }, recipient });
    expect((await storedApproval(service, of, approvalId)).electorate).toEqual([owner.userId]);
    const member = await service.runtime.store.get(memberRef(of.organizationId, joiner.userId));
    expect(member?.inviters).toEqual([admin.userId]);
  });

  test('of an approval without an electorate: voters vote who did not ask for it', async () => {
    const all = await guarded(service);
    const { approvalId } = await pend(service, all);
    const { electorate: _, ...row } = await storedApproval(service, all.of, approvalId);
    await service.runtime.store.put(ApprovalEntity, row);
    expectError(
      await vote(service, all.of, approvalId, await service.member(all.of.organizationId, 'owner')),
      'FORBIDDEN',
    );
    expect(bodyOf(await vote(service, all.of, approvalId, all.voter(0))).status).toBe('approved');
  });
});
