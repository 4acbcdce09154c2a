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
 * The intent of a publication: it asks the acquirer to set up the link's price. If the request got no answer, a worker
 * settles it: what was set up is stored with the draft, which stays a draft because its caller was told so.
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
 * The link after the acquirer has answered. A card page that is found when the link no longer waits for it is closed.
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
