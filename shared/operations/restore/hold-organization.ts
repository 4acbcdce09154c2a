import { clockToleranceMs, timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { RestoreCall } from './restore-call.ts';

type Change = Pick<Organization, 'status' | 'restoreHold'>;

/**
 * Suspends an organization with a discrepancy. A suspension by an operator stays theirs. Each run stores the time
 * again, so that no other run releases what this one has just found.
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
 * @returns why it has not ended and what to do then; undefined if it has
 */
export async function releaseOrganization(
  call: RestoreCall,
  organizationId: string,
  startedAt: number,
): Promise<string | undefined> {
  const audit = call.auditAs(organizationId, 'organization.resume');
  let obstacle: string | undefined;
  await change(call, audit, ({ restoreHold }) => {
    obstacle = obstacleTo(restoreHold, call.sinceMs, startedAt);
    return obstacle === undefined ? { status: 'active', restoreHold: undefined } : undefined;
  });
  return obstacle;
}

function obstacleTo(hold: Organization['restoreHold'], sinceMs: number, startedAt: number): string | undefined {
  if (!hold) return 'an operator has decided about it meanwhile, and may resume it';
  if (hold.since < sinceMs)
    return `another check looked further back; repeat this one with --since ${timestamp(hold.since)}`;
  if (hold.at >= startedAt) return 'another check has found something since this one began; begin again';
  if (hold.at + clockToleranceMs < startedAt) return undefined;
  const seconds = clockToleranceMs / 1000;
  return `something was found less than ${seconds} seconds before this check began, and clocks may differ by as much; repeat it`;
}

async function change(
  { runtime }: RestoreCall,
  audit: ReturnType<RestoreCall['auditAs']>,
  decide: (organization: Organization, now: number) => Change | undefined,
): Promise<void> {
  const { organizationId } = audit;
  await decideAndCommit(
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
}
