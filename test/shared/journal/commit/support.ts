import { recountIfChanged } from '../../../../shared/access/voters/recount-work.ts';
import { refTo } from '../../../../shared/ground/table/expressions.ts';
import type { Organization } from '../../../../shared/identity/organization.ts';
import { decideAndCommit } from '../../../../shared/journal/commit/decide.ts';
import type { Execution } from '../../../../shared/journal/commit/execution.ts';
import { type Head, HeadEntity } from '../../../../shared/journal/commit/head.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { bodyOf, pathOf, type TestOrganization } from '../../../support/journey.ts';
import type { TestService } from '../../../support/service.ts';

/** Commits one ledger row and one event; resolves to the sequence that the event got. */
export async function commitOnce(
  runtime: WholeRuntime,
  organizationId: string,
  amount = 1n,
  execution: Execution = {},
): Promise<number | undefined> {
  let sequence: number | undefined;
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: (_found, draft) => {
        sequence = draft.nextSequence;
        draft.post({ type: 'adjustment', currency: 'USD', amount });
        draft.event({ type: 'deposit.completed', data: { amount: String(amount) } });
        return { reply: { status: 200, body: undefined } };
      },
    },
    execution,
  );
  return sequence;
}

/** Commits so many ledger rows and as many events at once; a commit takes 40 or so. */
export async function commitMany(runtime: WholeRuntime, organizationId: string, count: number): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: (_found, draft) => {
      for (let row = 0; row < count; row += 1) {
        draft.post({ type: 'adjustment', currency: 'USD', amount: 1n });
        draft.event({ type: 'payout_batch.completed', data: {} });
      }
      return { reply: { status: 200, body: undefined } };
    },
  });
}

export async function headOf({ store }: Pick<WholeRuntime, 'store'>, organizationId: string): Promise<Head> {
  const head = await store.get(refTo(HeadEntity, { organizationId }));
  if (!head) throw new Error('no head');
  return head;
}

type OrganizationChange = Partial<Pick<Organization, 'status' | 'verified' | keyof Controls>>;

/** Changes an organization by a commit of its own, as the platform does. */
async function change(runtime: WholeRuntime, organizationId: string, changes: OrganizationChange): Promise<void> {
  await decideAndCommit(runtime, {
    organizationId,
    reads: {},
    decide: ({ organization }, draft) => {
      const changed = { ...organization, ...changes };
      recountIfChanged(draft, organization, changed);
      draft.changeOrganization(changed);
      return { reply: { status: 200, body: undefined } };
    },
  });
}

export function suspend(runtime: WholeRuntime, organizationId: string): Promise<void> {
  return change(runtime, organizationId, { status: 'suspended' });
}

export function resume(runtime: WholeRuntime, organizationId: string): Promise<void> {
  return change(runtime, organizationId, { status: 'active' });
}

/** Completes the business verification. */
export function verify(runtime: WholeRuntime, organizationId: string): Promise<void> {
  return change(runtime, organizationId, { verified: true });
}

export async function available(service: TestService, of: TestOrganization): Promise<string> {
  return bodyOf(await service.get(`${pathOf(of)}/balance`, of)).available;
}

export type Controls = Partial<
  Pick<Organization, 'features' | 'limits' | 'platformLimits' | 'velocity' | 'platformVelocity' | 'approvals'>
>;

/** Sets caps and features, or lifts those that are undefined. */
export function setControls(runtime: WholeRuntime, organizationId: string, controls: Controls): Promise<void> {
  return change(runtime, organizationId, controls);
}
