import { randomUUID } from 'node:crypto';
import { type Approval, approvalRef, approvalWork } from '../../../shared/approvals/approval.ts';
import type { Hint } from '../../../shared/ports/hint-queue.ts';
import { FakeRail } from '../../support/fake-rail.ts';
import { createFaultyTable } from '../../support/faults.ts';
import {
  addRecipient,
  bodyOf,
  deliver,
  fundedOrganization,
  pathOf,
  readFeed,
  readLedger,
  sendPayout,
  type TestOrganization,
} from '../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
import { type Controls, setControls } from '../journal/commit/support.ts';
import { workOf } from '../journal/due/support.ts';

type Body = Answer['body'];

/** The service with a rail and a table of the test's own. */
export async function startApprovals() {
  const rail = new FakeRail();
  const table = await createFaultyTable();
  return { rail, table, service: await TestService.start({ rails: rail.rails }, table) };
}

interface Policy {
  readonly quorum?: number;
  /** Nobody named: owners and admins vote. */
  readonly named?: boolean;
  readonly approvers?: number;
  readonly payee?: Parameters<typeof addRecipient>[2];
}

/** An organization with 1000.00 whose payouts above 50.00 wait for approvers, who have signed in. */
export async function guarded(service: TestService, { quorum = 1, named = true, approvers = 3, payee }: Policy = {}) {
  const of = await fundedOrganization(service);
  const recipient = await addRecipient(service, of, payee);
  const voters = await Promise.all(
    Array.from({ length: approvers }, () => service.member(of.organizationId, named ? 'operator' : 'admin')),
  );
  const rules = { threshold: 50_00n, quorum, approvers: named ? voters.map(({ userId }) => userId) : [] };
  const control = (controls: Controls) => setControls(service.runtime, of.organizationId, controls);
  await control({ approvals: rules });
  const voter = (index: number) => voters[index] as TestSession;
  return { of, recipient, voters, voter, rules, control };
}

export type Guarded = Awaited<ReturnType<typeof guarded>>;

/** A payout of 100.00 that waits for approvers. @returns the answer's body */
export async function pend(
  service: TestService,
  { of, recipient }: Pick<Guarded, 'of' | 'recipient'>,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  return bodyOf(await sendPayout(service, of, recipient, body), 202);
}

export function vote(
  service: TestService,
  of: Pick<TestOrganization, 'organizationId'>,
  approvalId: string,
  by: Parameters<TestService['post']>[1],
  decision: 'approve' | 'reject' = 'approve',
  body?: unknown,
): Promise<Answer> {
  const path = `/payments/organizations/${of.organizationId}/payouts/approvals/${approvalId}/${decision}`;
  return service.call('POST', path, by, { idempotencyKey: randomUUID(), body });
}

/** An approval as the list shows it. */
export async function approvalOf(service: TestService, of: TestOrganization, approvalId: string): Promise<Body> {
  const { data } = bodyOf(await service.get(`${pathOf(of)}/payouts/approvals?limit=100`, of));
  return data.find((approval: Body) => approval.approvalId === approvalId);
}

export async function storedApproval(
  { runtime }: TestService,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  approvalId: string,
): Promise<Approval> {
  const approval = await runtime.store.get(approvalRef(organizationId, approvalId));
  if (!approval) throw new Error('no such approval');
  return approval;
}

/** The hint of an approval's row as it stands; one that is long past where there is none. */
export async function hintOf(
  { runtime }: Pick<TestService, 'runtime'>,
  { organizationId }: Pick<TestOrganization, 'organizationId'>,
  approvalId: string,
): Promise<Hint> {
  const work = approvalWork({ organizationId, approvalId });
  return { ...work, dueAt: (await workOf(runtime, work))?.dueAt ?? 0 };
}

/** Hands the approval's work over when it is due. */
export async function work(service: TestService, of: TestOrganization, approvalId: string): Promise<void> {
  const hint = await hintOf(service, of, approvalId);
  service.clock.now = Math.max(service.clock.now, hint.dueAt);
  await deliver(service, [hint]);
}

/** What the feed told, without what funding did. */
export async function told(service: TestService, of: TestOrganization): Promise<string[]> {
  return (await readFeed(service, of)).map(({ type }) => type).filter((type) => type !== 'deposit.completed');
}

/** The ledger, as `type amount`, without what funding did. */
export async function posted(service: TestService, of: TestOrganization): Promise<string[]> {
  const rows = await readLedger(service, of);
  return rows.filter(({ type }) => type !== 'deposit').map(({ type, amount }) => `${type} ${amount}`);
}

export async function balanceOf(
  service: TestService,
  of: TestOrganization,
): Promise<{ available: string; held: string }> {
  const { available, held } = bodyOf(await service.get(`${pathOf(of)}/balance`, of));
  return { available, held };
}
