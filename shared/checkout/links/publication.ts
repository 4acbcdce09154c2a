import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { afterRequestMs, createIntent } from '../../journal/intents/create-intent.ts';
import type { Intent } from '../../journal/intents/intent.ts';
import type { AuditedRequest } from '../../journal/rows/audit-row.ts';
import type { PriceCall } from '../../ports/card-acquirer.ts';
import { resolveAccounts } from '../accounts/resolve-accounts.ts';
import { offersCards } from '../methods/card/card.ts';
import { cardPrice } from './card-price.ts';
import type { Link } from './link.ts';
import { refuseUnpayable } from './link-price.ts';
import type { LinkStage } from './link-stage.ts';
import { isInFlight, isOver, linkStatusAt } from './link-status.ts';

export interface PublicationContext extends LinkStage {
  readonly organization: Pick<Organization, 'name'>;
  /** Must be new for each publication. */
  readonly intentId: string;
  readonly audit: AuditedRequest | undefined;
}

/** A link that has been published or waits for the acquirer. */
export interface Begun {
  readonly link: Link;
  /** The call to the acquirer that must succeed first. */
  readonly intent?: Intent | undefined;
}

/**
 * Publishes a draft. If it offers cards and has no card page yet, the acquirer is asked for one first; otherwise the
 * draft is published at once. The caller writes the link.
 * @throws ServiceError LINK_EXPIRED; BAD_REQUEST if it is not a draft, or cannot be paid; CONFLICT if it was repriced
 * since its card page was set up; INTERNAL with status 503 if pages have no host or cards are not set up
 */
export function beginPublication(draft: JournalDraft, link: Link, context: PublicationContext): Begun {
  refuseUnpublishable(link, draft.now, context);
  const methods = resolveAccounts(draft, link.currency, link.methods);
  if (!offersCards(link) || link.cardPage) return { link: published(draft, { ...link, methods }) };
  const { intentId, audit } = context;
  const intent = createIntent(draft, cardPrice, {
    intentId,
    call: priceCall(link, context),
    resourceId: link.linkId,
    audit,
    resumeAt: draft.now + afterRequestMs,
  });
  return { link: { ...link, publishing: { intentId, since: draft.now } }, intent };
}

function published(draft: JournalDraft, link: Link): Link {
  const at = draft.timestamp;
  return { ...link, status: 'sent', publishing: undefined, publishError: undefined, publishedAt: at, updatedAt: at };
}

function refuseUnpublishable(link: Link, now: number, { pagesUrl, acquirer }: LinkStage): void {
  const status = linkStatusAt(link, now);
  if (status !== 'draft') throw new ServiceError('BAD_REQUEST', `the link is ${status}: it cannot be published again`);
  if (isOver(link.expiresAt, now)) throw new ServiceError('LINK_EXPIRED', 'the expiresAt of this draft is in the past');
  if (isRepriced(link)) throw new ServiceError('CONFLICT', 'the draft was repriced after its card page was set up');
  if (pagesUrl === undefined) throw unavailable('this environment has no host for pages');
  if (offersCards(link) && !acquirer) throw unavailable('card payments are not set up in this environment');
  refuseUnpayable(link, acquirer);
}

/**
 * Refuses a change while a publication waits for the acquirer.
 * @throws ServiceError CONFLICT
 */
export function refuseInFlight(link: Link, now: number): void {
  if (!isInFlight(link, now)) return;
  throw new ServiceError('CONFLICT', 'the link is being published; read it again in a minute');
}

/** Returns the error for a missing requirement of publishing. The link is unchanged. */
export function unavailable(detail: string): ServiceError {
  return new ServiceError('INTERNAL', detail, { status: 503 });
}

function isRepriced(link: Link): boolean {
  const { cardPage, total, currency } = link;
  return offersCards(link) && cardPage !== undefined && (cardPage.total !== total || cardPage.currency !== currency);
}

/** With one item, the buyer sees the item's name, otherwise the name of the merchant. */
function priceCall(link: Link, { organization }: Pick<PublicationContext, 'organization'>): PriceCall {
  const { organizationId, linkId, items, total, currency } = link;
  const [first] = items;
  const name = first && items.length === 1 ? first.name : (link.fromName ?? organization.name);
  return { organizationId, linkId, name, total: total.toString(), currency };
}
