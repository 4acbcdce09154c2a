import { type OrganizationBody, presentOrganization } from '../access/organizations/present-organization.ts';
import type { OperationCall } from '../contract/operation.ts';
import { withCountOfEndUsers } from '../identity/counts-end-users.ts';
import type { Organization } from '../identity/organization.ts';
import { decideAndCommit, replyOf } from '../journal/commit/decide.ts';

/** The platform's settings of an organization. */
export type PlatformChange = Partial<
  Pick<
    Organization,
    'status' | 'restoreHold' | 'verified' | 'features' | 'platformLimits' | 'platformVelocity' | 'approvals'
  >
>;

/**
 * Changes the platform's settings of an organization, in one commit with its audit row. Decisions read the organization
 * together with the head, so none that started before is committed under the old settings.
 * @returns the organization after the change
 */
export async function changeOrganization(
  { runtime, execution, organization: { organizationId } }: OperationCall,
  change: (organization: Organization) => PlatformChange,
): Promise<OrganizationBody> {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        const changed = withCountOfEndUsers(
          organization,
          { ...organization, ...change(organization) },
          draft.timestamp,
        );
        draft.changeOrganization(changed);
        return { reply: { status: 200, body: presentOrganization(changed) }, resourceId: organizationId };
      },
    },
    execution,
  );
  return replyOf(outcome).body;
}
