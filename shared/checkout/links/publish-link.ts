import { reply } from '../../contract/reply.ts';
import { replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { commitIntent } from '../../journal/intents/commit-intent.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { answerPublication } from './answer-publication.ts';
import { knownLink } from './find-link.ts';
import { LinkEntity, linkRef } from './link.ts';
import { stageOf } from './link-stage.ts';
import { linkStatusAt } from './link-status.ts';
import { presentLink } from './present-link.ts';
import { beginPublication, refuseInFlight } from './publication.ts';

/**
 * Publishes a draft. A link that is already live is returned unchanged (specification, Publish a checkout link).
 * @throws ServiceError NOT_FOUND; LINK_EXPIRED; BAD_REQUEST; CONFLICT; INTERNAL with status 503 if nothing was set up,
 * with status 500 if the acquirer does not answer; ACCOUNT_BLOCKED
 */
export async function publishLink(
  runtime: Runtime<'cards' | 'pages'>,
  organization: Organization,
  linkId: string,
  execution: Execution,
) {
  const { organizationId } = organization;
  const stage = stageOf(runtime, organization);
  const intentId = runtime.ids.next('int', runtime.clock());
  const committed = await commitIntent(
    runtime,
    {
      organizationId,
      reads: { link: linkRef(organizationId, linkId) },
      decide: ({ organization, link: found }, draft) => {
        refuseSuspended(organization);
        const link = knownLink(found);
        const showing = { ...stage, organization, now: draft.now };
        if (linkStatusAt(link, draft.now) === 'sent') return { reply: reply(200, presentLink(link, showing)) };
        refuseInFlight(link, draft.now);
        const begun = beginPublication(draft, link, { ...stage, organization, intentId, audit: execution.audit });
        draft.write(replace(LinkEntity, begun.link));
        if (begun.intent) return { opened: begun.intent, binds: 'resource' };
        return { reply: reply(200, presentLink(begun.link, showing)), resourceId: linkId };
      },
    },
    execution,
  );
  if ('reply' in committed) return committed.reply;
  return answerPublication(runtime, committed.intent, stage, {
    execution,
    answer: (link, refusal, at) => ({
      link,
      outcome: refusal ? { refusal } : { reply: reply(200, presentLink(link, { ...stage, ...at })) },
    }),
  });
}
