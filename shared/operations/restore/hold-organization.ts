import { clockToleranceMs } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { RestoreCall } from './restore-call.ts';

type Change = Pick<Organization, 'status' | 'restoreHold'>;

/**
 * Suspends an organization in which something is unsettled. One that an operator suspended before stays theirs. The time
 * is kept anew by each run, so that no other run releases what this one has just found.
 */
export async function holdOrganization(call: RestoreCall, organizationId: string): Promise<void> {
  const audit = call.auditAs(organizationId, 'organization.suspend');
  await change(call, audit, ({ status, restoreHold }, now) => {
    if (status === 'suspended' && !restoreHold) return undefined;
    const since = Math.min(call.sinceMs, restoreHold?.since ?? call.sinceMs);
    return { status: 'suspended', restoreHold: { at: now, since } };
  });
}

/**
 * Ends the suspension by `holdOrganization`, unless something was found since a run started, or by a run that looked
 * further back.
 * @returns whether it has ended
 */
export async function releaseOrganization(
  call: RestoreCall,
  organizationId: string,
  startedAt: number,
): Promise<boolean> {
  const audit = call.auditAs(organizationId, 'organization.resume');
  return change(call, audit, ({ restoreHold }) => {
    if (!restoreHold || restoreHold.at + clockToleranceMs >= startedAt || restoreHold.since < call.sinceMs)
      return undefined;
    return { status: 'active', restoreHold: undefined };
  });
}

/** @returns whether there was something to change */
async function change(
  { runtime }: RestoreCall,
  audit: ReturnType<RestoreCall['auditAs']>,
  decide: (organization: Organization, now: number) => Change | undefined,
): Promise<boolean> {
  const { organizationId } = audit;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        const changed = decide(organization, draft.now);
        if (!changed) return undefined;
        draft.changeOrganization({ ...organization, ...changed });
        return { reply: { status: 200, body: undefined }, resourceId: organizationId };
      },
    },
    { audit },
  );
  return outcome !== undefined;
}
