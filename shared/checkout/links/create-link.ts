import { newPageToken } from '../../contract/page-token.ts';
import { reply } from '../../contract/reply.ts';
import type { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import { commitIntent } from '../../journal/intents/commit-intent.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { accountLookUps } from '../accounts/resolve-accounts.ts';
import { productRef } from '../products/product.ts';
import { answerPublication } from './answer-publication.ts';
import { type Link, LinkEntity } from './link.ts';
import { LinkKeyEntity, linkKeyRef } from './link-key.ts';
import type { LinkRequest } from './link-request.ts';
import { stageOf } from './link-stage.ts';
import { newLink } from './new-link.ts';
import { presentLink } from './present-link.ts';
import { type Begun, beginPublication, type PublicationContext } from './publication.ts';
import { refuseRedirects } from './redirect-urls.ts';
import { resumedLink } from './resumed-link.ts';

/**
 * Creates a link as a draft, and publishes it at once if `publish` is set. The draft is committed before the acquirer
 * is asked for anything (specification, Create a checkout link). If the acquirer did not answer, the idempotency key is
 * freed, and a retry with the key continues with the draft.
 * @throws ServiceError VALIDATION_ERROR; BAD_REQUEST; NOT_FOUND for the product; IDEMPOTENCY_KEY_CONFLICT; CONFLICT for
 * a draft that was changed since, or waits for the acquirer; INTERNAL if the acquirer does not answer
 */
export async function createLink(
  runtime: Runtime<'cards' | 'pages'>,
  organization: Organization,
  request: LinkRequest,
  execution: Execution,
) {
  refuseRedirects(runtime, request);
  const { organizationId } = organization;
  const { productId, methods, publish } = request;
  const { keyed, audit } = execution;
  const stage = stageOf(runtime, organization);
  const ids = idsOf(runtime, organizationId);
  const committed = await commitIntent(
    runtime,
    {
      organizationId,
      reads: {
        ...(keyed && { made: linkKeyRef(organizationId, keyed.idempotencyKey) }),
        ...(productId !== undefined && { product: productRef(organizationId, productId) }),
      },
      lookUps: accountLookUps(organizationId, methods),
      decide: ({ organization, made, product }, draft) => {
        refuseSuspended(organization);
        const draftLink = made
          ? resumedLink(draft, made, keyed)
          : newLink(draft, request, { ...ids, ...stage, product, keyed });
        const isToPublish = publish && draftLink.status === 'draft';
        const begun = isToPublish
          ? publishOrKeep(draft, draftLink, { ...stage, organization, intentId: ids.intentId, audit })
          : { link: draftLink };
        const { link } = begun;
        const { linkId } = link;
        draft.write((made ? replace : create)(LinkEntity, link));
        if (keyed && !made) draft.write(create(LinkKeyEntity, { organizationId, ...keyed, linkId, version: 1 }));
        if (begun.intent) return { opened: begun.intent, binds: 'resource', resourceId: linkId };
        return { reply: reply(201, presentLink(link, { ...stage, organization, now: draft.now })), resourceId: linkId };
      },
    },
    execution,
  );
  if ('reply' in committed) return committed.reply;
  return answerPublication(runtime, committed.intent, stage, {
    execution,
    answer: (found, refusal, { organization, now }) => {
      const link = refusal ? withError(found, refusal) : found;
      return { link, outcome: { reply: reply(201, presentLink(link, { ...stage, organization, now })) } };
    },
  });
}

function idsOf({ ids, clock }: Runtime, organizationId: string) {
  const now = clock();
  const linkId = ids.next('lnk', now);
  const { token: pageToken } = newPageToken(ids, { organizationId, resourceId: linkId });
  return { linkId, pageToken, intentId: ids.next('int', now) };
}

/** Starts to publish a draft. A draft that cannot be published is kept with the reason. */
function publishOrKeep(draft: JournalDraft, link: Link, context: PublicationContext): Begun {
  const attempt = draft.attempt(() => beginPublication(draft, link, context));
  if ('value' in attempt) return attempt.value;
  if ('refusal' in attempt) return { link: withError(link, attempt.refusal) };
  throw new Error('a publication has no bound');
}

function withError(link: Link, { status, type, message }: ServiceError): Link {
  return { ...link, publishError: { status, type, message } };
}
