import { inspect, isDeepStrictEqual } from 'node:util';
import { canVote } from '../../../shared/access/voters/electorate.ts';
import { recountIfChanged } from '../../../shared/access/voters/recount-work.ts';
import { unknownOf } from '../../../shared/ground/table/unknown-attributes.ts';
import { memberRef } from '../../../shared/identity/member.ts';
import type { Organization as Stored } from '../../../shared/identity/organization.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { JournalDraft } from '../../../shared/journal/commit/draft.ts';
import type { Organization } from './engine/scene.ts';
import type { World } from './engine/world.ts';

/** What operators change of an organization. */
export async function changeOrganization(
  { service, stage }: World,
  { organizationId, label }: Organization,
  change: Partial<Pick<Stored, 'status' | 'limits' | 'approvals' | 'features'>>,
) {
  await service.operate('operator', (runtime) =>
    decideAndCommit(runtime, {
      organizationId,
      reads: {},
      lookUps: (change.approvals?.approvers ?? []).map((userId) => memberRef(organizationId, userId)),
      decide: ({ organization }, draft) => {
        const { limits } = change;
        const approvals = change.approvals && withVotersOnly(draft, change.approvals);
        const changed = {
          ...organization,
          ...change,
          ...(limits && { limits: { ...unknownOf(organization.limits), ...limits } }),
          ...(approvals && { approvals: { ...unknownOf(organization.approvals), ...approvals } }),
        };
        if (isDeepStrictEqual(changed, organization)) return undefined;
        recountIfChanged(draft, organization, changed);
        draft.changeOrganization(changed);
        stage.tell(`the operator gives ${label} ${inspect(change)}`);
        return { reply: { status: 200, body: undefined } };
      },
    }),
  );
}

/** As the service does it, which names nobody who has left since: a voter who is no member never votes. */
function withVotersOnly(draft: JournalDraft, approvals: NonNullable<Stored['approvals']>) {
  const { organizationId } = draft.head;
  const isVoting = (userId: string) => canVote(draft.lookUp(memberRef(organizationId, userId)));
  return { ...approvals, approvers: approvals.approvers.filter(isVoting) };
}
