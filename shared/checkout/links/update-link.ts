import { reply } from '../../contract/reply.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { accountLookUps } from '../accounts/resolve-accounts.ts';
import { productRef } from '../products/product.ts';
import { changedLink } from './changed-link.ts';
import { knownLink } from './find-link.ts';
import { LinkEntity, linkRef } from './link.ts';
import type { LinkChange } from './link-request.ts';
import { stageOf } from './link-stage.ts';
import { presentLink } from './present-link.ts';
import { refuseRedirects } from './redirect-urls.ts';

/**
 * Changes a draft, or the deadline of a published link (specification, Update a checkout link).
 * @throws ServiceError NOT_FOUND, BAD_REQUEST, VALIDATION_ERROR, CONFLICT, ACCOUNT_BLOCKED
 */
export async function updateLink(
  runtime: Runtime<'cardRanges' | 'pages'>,
  organization: Organization,
  { linkId, change }: { readonly linkId: string; readonly change: LinkChange },
  execution: Execution,
) {
  refuseRedirects(runtime, change);
  const { organizationId } = organization;
  const { productId, methods = [] } = change;
  const stage = stageOf(runtime, organization);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {
        link: linkRef(organizationId, linkId),
        ...(productId !== undefined && { product: productRef(organizationId, productId) }),
      },
      lookUps: accountLookUps(organizationId, methods),
      decide: ({ organization, link: found, product }, draft) => {
        refuseSuspended(organization);
        const before = knownLink(found);
        const changed = changedLink(draft, before, change, { ...stage, product });
        const link = changed === before ? before : { ...changed, updatedAt: draft.timestamp };
        if (link !== before) draft.write(replace(LinkEntity, link));
        return { reply: reply(200, presentLink(link, { ...stage, organization, now: draft.now })), resourceId: linkId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}
