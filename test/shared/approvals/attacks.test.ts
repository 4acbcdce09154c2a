import { beforeAll, describe, expect, test } from 'vitest';
import { expectError } from '../../support/answers.ts';
import { addRecipient, bodyOf, fundedOrganization, type TestOrganization } from '../../support/journey.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import type { Credentials, TestService, TestSession } from '../../support/service.ts';
import { setControls } from '../journal/commit/support.ts';
import { approvalOf, balanceOf, pend, startApprovals, vote } from './support.ts';

let service: TestService;

beforeAll(async () => {
  ({ service } = await startApprovals());
});

/** An organization with money and a payee, an owner, and an admin who is a thief. */
async function organizationWithThief() {
  const of = await fundedOrganization(service);
  const recipient = await addRecipient(service, of);
  const owner = await service.member(of.organizationId, 'owner');
  const thief = await service.member(of.organizationId, 'admin');
  return { of, recipient, owner, thief };
}

function pathOfMembers({ organizationId }: TestOrganization): string {
  return `/organizations/${organizationId}/members`;
}

/** Another identity of who invites. */
async function inviteSelf(of: TestOrganization, by: TestSession, role: string): Promise<TestSession> {
  const joiner = await service.person();
  const invitation = { email: `${joiner.userId}@example.com`, role };
  const { token } = bodyOf(await service.post(pathOfMembers(of), by, invitation), 201);
  bodyOf(await service.post(`${pathOfMembers(of)}/join`, joiner, { token }), 201);
  return joiner;
}

async function rotateTo(key: Credentials, by: TestSession): Promise<Credentials> {
  const { publicKey, privateKey } = newKeyPair();
  const { key: successor } = bodyOf(await service.post(`/api-keys/${key.key.id}/rotate`, by, { publicKey }), 201);
  return { key: successor, privateKey };
}

describe('one admin', () => {
  test('does not vote on what is asked by the successor of an owner’s key that they rotated to a pair of their own', async () => {
    const { of, recipient, owner, thief } = await organizationWithThief();
    const third = await service.member(of.organizationId, 'operator');
    const approvers = [owner, thief, third].map(({ userId }) => userId);
    await setControls(service.runtime, of.organizationId, { approvals: { threshold: 50_00n, quorum: 1, approvers } });
    const issued = await service.key(of.organizationId, { issuedBy: owner.userId });
    const successor = await rotateTo(issued, thief);

    const { approvalId } = await pend(service, { of: { ...of, ...successor }, recipient });

    expectError(await vote(service, of, approvalId, thief), 'FORBIDDEN');
    expectError(await vote(service, of, approvalId, owner), 'FORBIDDEN');
    expect(bodyOf(await vote(service, of, approvalId, third)).status).toBe('approved');
  });

  test('makes no voters of identities that they invite, where no voter is named', async () => {
    const { of, recipient, owner, thief } = await organizationWithThief();
    const approvals = { threshold: 50_00n, quorum: 2, approvers: [] };
    await setControls(service.runtime, of.organizationId, { approvals });
    const [first, second] = [await inviteSelf(of, thief, 'admin'), await inviteSelf(of, thief, 'admin')];

    const { approvalId } = await pend(service, { of, recipient });

    for (const identity of [first, second]) expectError(await vote(service, of, approvalId, identity), 'FORBIDDEN');
    expect((await balanceOf(service, of)).held).toBe('100.00');
    for (const voter of [owner, thief]) bodyOf(await vote(service, of, approvalId, voter));
    expect((await approvalOf(service, of, approvalId)).status).toBe('approved');
  });
});
