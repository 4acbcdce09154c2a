import { ServiceError } from '../../ground/errors/service-error.ts';
import { replace } from '../../ground/table/writes.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Ending, IntentCall, IntentKind } from '../../journal/intents/intent-kind.ts';
import type { PriceCall } from '../../ports/card-acquirer.ts';
import { closeCardPrice } from './close-card-price.ts';
import { type Link, LinkEntity, linkRef } from './link.ts';
import { acquirerOf } from './link-stage.ts';
import { isInFlight } from './link-status.ts';

export interface SetUp {
  readonly priceId: string;
}

export type LinkAsked = { readonly link: ReturnType<typeof linkRef> };

/**
 * The intent of a publication: it asks the acquirer to set up the link's price. If the acquirer does not answer the
 * request, a worker settles the intent later. The worker stores what was set up with the draft but does not publish it,
 * because the caller was told that it is still a draft.
 */
export const cardPrice: IntentKind<PriceCall, SetUp, never, LinkAsked> = {
  name: 'card-price',
  processor: (runtime, mode) => acquirerOf(runtime, mode).prices,
  reads: ({ organizationId, call: { linkId } }) => ({ link: linkRef(organizationId, linkId) }),
  settle: ({ link: found }, draft, asked, ending) => {
    const link = afterAsking(draft, found, asked, ending);
    if (link) draft.write(replace(LinkEntity, link));
    return { refusal: acquirerSilent(), resourceId: asked.call.linkId };
  },
};

/**
 * Returns the link after the acquirer has answered. If the link no longer waits for the card page, the page is closed.
 * @returns undefined if the link no longer waits for it
 */
export function afterAsking(
  draft: JournalDraft,
  link: Link | undefined,
  { intentId, organizationId, call: { total, currency } }: IntentCall<PriceCall>,
  ending: Ending<SetUp>,
): Link | undefined {
  const waits = link?.publishing?.intentId === intentId;
  const isInTime = waits && isInFlight(link, draft.now);
  if (ending.outcome === 'done' && !isInTime) {
    const { priceId } = ending.result;
    closeCardPrice(draft, `${intentId}x`, { organizationId, priceId });
  }
  if (!waits) return undefined;
  const free = { ...link, publishing: undefined, updatedAt: draft.timestamp };
  if (ending.outcome === 'refused' || !isInTime) return free;
  return { ...free, cardPage: { priceId: ending.result.priceId, total: BigInt(total), currency } };
}

/** The error for a caller whose publication has no outcome yet. */
export function acquirerSilent(cause?: unknown): ServiceError {
  const detail = 'the card processor did not answer; the draft is kept: read it in a minute, then publish or delete it';
  return new ServiceError('INTERNAL', detail, { cause });
}
