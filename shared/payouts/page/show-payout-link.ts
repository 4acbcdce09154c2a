import type { DocumentReply } from '../../contract/page-rules.ts';
import { noSuchResource } from '../../ground/errors/no-such-resource.ts';
import type { Organization } from '../../identity/organization.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { OpenView } from '../links/claims/claim-results.ts';
import type { PayoutLink } from '../links/payout-link.ts';
import { viewPayoutLink } from '../links/view-payout-link.ts';
import { countryPage, methodPage } from './country-page.ts';
import { detailsPage } from './details-page.ts';
import { claimLater } from './ended-link.ts';
import { type ClaimPageRequest, frameOf } from './frame-of.ts';
import { payoutPage } from './payout-page.ts';

/** A request to a page of a link. */
export interface PayoutLinkPageRequest extends ClaimPageRequest {
  readonly link: PayoutLink;
  readonly organization: Organization;
  /** The cookie of the browser. */
  readonly cookie?: string | undefined;
}

interface Choice {
  readonly country?: string | undefined;
  /** The id of a corridor. */
  readonly method?: string | undefined;
}

/**
 * The page of a payout link: the next question, or the outcome of the payout. It changes nothing, because mail scanners
 * and previews open links before payees do.
 * @throws ServiceError NOT_FOUND, as for a token that opens nothing; PAYOUT_LINKS_UNAVAILABLE
 */
export async function showPayoutLink(
  runtime: Pick<Runtime<'corridors'>, 'clock' | 'store' | 'rails'>,
  request: PayoutLinkPageRequest & Choice,
): Promise<DocumentReply> {
  const { link, organization, cookie } = request;
  const view = await viewPayoutLink(runtime, { link, organization, browser: cookie });
  if (view.kind === 'unusable') throw noSuchResource();
  if (view.kind === 'later') throw claimLater();
  if (view.kind === 'claimed') {
    return { status: 200, html: payoutPage({ frame: frameOf(request), link, payout: view.payout, isKnown: true }) };
  }
  return { status: 200, html: openPage(request, view) };
}

/** Asks for the next missing choice. */
function openPage(request: PayoutLinkPageRequest & Choice, { corridors, payeeName }: OpenView): string {
  const { link, method } = request;
  const countries = new Set(corridors.map(({ country }) => country));
  const country = countries.size === 1 ? [...countries][0] : request.country;
  const offered = corridors.filter((corridor) => corridor.country === country);
  const shown = { frame: frameIn(request, country, method), link };
  if (country === undefined || offered.length === 0) return countryPage({ ...shown, corridors });
  const corridor = chosenOf(offered, method);
  if (!corridor) return methodPage({ ...shown, corridors: offered, country });
  return detailsPage({ ...shown, corridor, payeeName, hasOtherCountries: countries.size > 1 });
}

/** Links to other languages preserve the choices. */
function frameIn(request: PayoutLinkPageRequest, country: string | undefined, method: string | undefined) {
  const parameters = { ...(country && { country }), ...(method && { method }) };
  return frameOf({ ...request, parameters });
}

/** A single corridor needs no choice. */
function chosenOf(offered: readonly BankCorridor[], method: string | undefined): BankCorridor | undefined {
  return offered.length === 1 ? offered[0] : offered.find(({ corridorId }) => corridorId === method);
}
