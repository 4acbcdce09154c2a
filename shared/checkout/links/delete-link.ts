import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { removeAt } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { closeCardPrice } from './close-card-price.ts';
import { knownLink } from './find-link.ts';
import { linkRef } from './link.ts';
import { stageOf } from './link-stage.ts';
import { linkStatusAt } from './link-status.ts';
import { presentLink } from './present-link.ts';
import { refuseInFlight } from './publication.ts';

/**
 * Deletes a draft, and has the acquirer remove its card page if there is one.
 * @throws ServiceError NOT_FOUND; BAD_REQUEST if it is not a draft; CONFLICT while it is being published;
 * ACCOUNT_BLOCKED
 */
export async function deleteLink(
  runtime: Runtime<'cardRanges' | 'pages'>,
  organization: Organization,
  linkId: string,
  execution: Execution,
) {
  const { organizationId } = organization;
  const stage = stageOf(runtime, organization);
  const intentId = runtime.ids.next('int', runtime.clock());
  const wanted = linkRef(organizationId, linkId);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: wanted },
      decide: ({ organization, link: found }, draft) => {
        refuseSuspended(organization);
        const link = knownLink(found);
        const status = linkStatusAt(link, draft.now);
        if (status !== 'draft')
          throw new ServiceError('BAD_REQUEST', `the link is ${status}: only drafts can be deleted`);
        refuseInFlight(link, draft.now);
        const { priceId } = link.cardPage ?? {};
        if (priceId !== undefined) closeCardPrice(draft, intentId, { organizationId, priceId });
        draft.write(removeAt(wanted, link));
        return { reply: reply(200, presentLink(link, { ...stage, organization, now: draft.now })), resourceId: linkId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}
