import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { knownLink } from './find-link.ts';
import { type Link, LinkEntity, linkRef } from './link.ts';
import { stageOf } from './link-stage.ts';
import { linkStatusAt } from './link-status.ts';
import { presentLink } from './present-link.ts';

/**
 * Pauses a published link permanently. A paused link is returned unchanged.
 * @throws ServiceError NOT_FOUND; BAD_REQUEST for a draft or an expired link; ACCOUNT_BLOCKED
 */
export async function pauseLink(
  runtime: Runtime<'cardRanges' | 'pages'>,
  organization: Organization,
  linkId: string,
  execution: Execution,
) {
  const { organizationId } = organization;
  const stage = stageOf(runtime, organization);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: linkRef(organizationId, linkId) },
      decide: ({ organization, link: found }, draft) => {
        refuseSuspended(organization);
        const before = knownLink(found);
        const status = linkStatusAt(before, draft.now);
        if (status === 'draft' || status === 'expired') {
          throw new ServiceError('BAD_REQUEST', `the link is ${status}: only a published link can be paused`);
        }
        const link: Link = status === 'paused' ? before : { ...before, status: 'paused', updatedAt: draft.timestamp };
        if (link !== before) draft.write(replace(LinkEntity, link));
        return { reply: reply(200, presentLink(link, { ...stage, organization, now: draft.now })), resourceId: linkId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}
