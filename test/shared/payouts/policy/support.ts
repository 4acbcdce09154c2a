import { randomUUID } from 'node:crypto';
import { bodyOf, pathOf, type TestOrganization } from '../../../support/journey.ts';
import type { Answer, Credentials, TestService, TestSession } from '../../../support/service.ts';
import { guarded, vote, work } from '../../approvals/support.ts';

type Body = Answer['body'];

/** Changes the policy, with an idempotency key. */
export function patch(
  service: TestService,
  of: TestOrganization,
  by: TestSession | Credentials,
  body: unknown,
): Promise<Answer> {
  return service.call('PATCH', `${pathOf(of)}/policy`, by, { idempotencyKey: randomUUID(), body });
}

export async function policyOf(service: TestService, of: TestOrganization): Promise<Body> {
  return bodyOf(await service.get(`${pathOf(of)}/policy`, of));
}

/** An organization with an owner, whose payouts above 50.00 and looser policies wait for three operators. */
export async function governed(service: TestService, options: Parameters<typeof guarded>[1] = {}) {
  const all = await guarded(service, options);
  const owner = await service.member(all.of.organizationId, 'owner');
  const approvers = all.rules.approvers;
  const approvals = { threshold: '50.00', dailyThreshold: null, quorum: all.rules.quorum, approvers };
  const change = (body: unknown, by: TestSession | Credentials = owner) => patch(service, all.of, by, body);
  /** A change that must wait. @returns its approval's id */
  const ask = async (body: unknown): Promise<string> => bodyOf(await change(body), 202).approvalId;
  /** The vote of the first approver, who is enough unless said, and the work that it asks for. */
  const agree = async (approvalId: string): Promise<void> => {
    bodyOf(await vote(service, all.of, approvalId, all.voter(0)));
    await work(service, all.of, approvalId);
  };
  return { ...all, owner, approvals, change, ask, agree, policy: () => policyOf(service, all.of) };
}
