import type { DocumentReply } from '../../contract/page-rules.ts';
import { pathIn } from '../../pages/paths.ts';
import type { BankCorridor } from '../../ports/corridor.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type {
  ClaimDetails,
  ClaimedView,
  ClaimResult,
  FaultyClaim,
  OpenedLink,
  OpenView,
  PricedClaim,
} from '../links/claims/claim-results.ts';
import { viewPayoutLink } from '../links/view-payout-link.ts';
import { countFailure, refuseBeyondBound } from './claim-bounds.ts';
import { type SentForm, type Typed, typedIn } from './claim-form.ts';
import { detailsPage } from './details-page.ts';
import { refuseSubmission } from './ended-link.ts';
import { frameOf } from './frame-of.ts';
import { payoutPage } from './payout-page.ts';
import { pricePage } from './price-page.ts';
import type { PayoutLinkPageRequest } from './show-payout-link.ts';
import { faultsOfTyped } from './typed-faults.ts';

/** A submitted form of a payout link's page. */
export interface ClaimSubmission extends PayoutLinkPageRequest {
  readonly form: SentForm;
  /** The view of the page that was confirmed. Identifies the browser if there are no cookies. */
  readonly confirmed?: string | undefined;
  /** As `networkOf` writes it. */
  readonly sourceNetwork: string;
}

/** A payee's input for a link that can be claimed. */
interface Entry {
  readonly opened: OpenedLink;
  readonly view: OpenView;
  readonly corridor: BankCorridor;
  readonly typed: Typed;
  readonly details: ClaimDetails;
}

type Reads = Pick<Runtime<'corridors' | 'sealing'>, 'clock' | 'ids' | 'store' | 'rails' | 'secrets'>;

/**
 * Answers a submitted form: refuses a visitor who has failed too often, shows each fault next to its field, and
 * otherwise returns the result of `decide`.
 * @throws ServiceError RATE_LIMITED, PAYOUT_LINK_UNUSABLE, PAYOUT_LINKS_UNAVAILABLE
 */
export async function answerSubmission(
  runtime: Reads,
  submission: ClaimSubmission,
  decide: (entry: Entry) => Promise<ClaimResult | ClaimedView>,
): Promise<DocumentReply> {
  const { link, organization, form, cookie, confirmed } = submission;
  await refuseBeyondBound(runtime, submission);
  const opened = { link, organization, browser: cookie ?? confirmed };
  const view = await viewPayoutLink(runtime, opened);
  if (view.kind === 'claimed') return claimedReply(submission, { ...view, again: true });
  if (view.kind !== 'open') return refused(runtime, submission, view);
  const corridor = view.corridors.find(
    ({ corridorId, country }) => corridorId === form.corridor && country === form.country,
  );
  const frame = frameOf(submission);
  // The corridor may have disappeared since the form was shown.
  if (!corridor) return { redirect: pathIn(frame, frame.path) };
  const typed = typedIn(form, corridor);
  const details = { ...typed, name: typed.name.trim(), country: form.country, corridorId: corridor.corridorId };
  const entry = { opened, view, corridor, typed, details };
  if (form.edit) return { status: 200, html: detailsOf(submission, entry, []) };
  const faults = faultsOfTyped(typed, { corridor, payeeName: view.payeeName, livemode: link.livemode });
  const result = faults.length > 0 ? ({ kind: 'faulty', faults } as const) : await decide(entry);
  return replyTo(runtime, submission, entry, result);
}

async function replyTo(
  runtime: Reads,
  submission: ClaimSubmission,
  entry: Entry,
  result: ClaimResult | ClaimedView,
): Promise<DocumentReply> {
  switch (result.kind) {
    case 'faulty':
      await countFailure(runtime, submission);
      return { status: 400, html: detailsOf(submission, entry, result.faults) };
    case 'priced':
      return { status: 200, html: priceOf(runtime, submission, entry, result) };
    case 'claimed':
      return claimedReply(submission, { again: true, ...result });
    default:
      return refused(runtime, submission, result);
  }
}

async function refused(
  runtime: Reads,
  submission: ClaimSubmission,
  view: Parameters<typeof refuseSubmission>[0],
): Promise<never> {
  await countFailure(runtime, submission);
  return refuseSubmission(view);
}

function detailsOf(submission: ClaimSubmission, entry: Entry, faults: FaultyClaim['faults']): string {
  const { link } = submission;
  const { view, corridor, typed } = entry;
  const hasOtherCountries = view.corridors.some(({ country }) => country !== corridor.country);
  const frame = frameOf(submission);
  return detailsPage({ frame, link, corridor, payeeName: view.payeeName, hasOtherCountries, typed, faults });
}

function priceOf({ clock, ids }: Reads, submission: ClaimSubmission, entry: Entry, priced: PricedClaim): string {
  const { link, confirmed } = submission;
  const { corridor, typed } = entry;
  return pricePage({
    frame: frameOf(submission),
    link,
    corridor,
    typed,
    priced,
    now: clock(),
    view: confirmed ?? ids.token(),
    hasChanged: confirmed !== undefined,
  });
}

/** A browser with a cookie is redirected to the link's address, so that reloading the page submits nothing. */
function claimedReply(
  submission: ClaimSubmission,
  { payout, again }: { readonly payout: ClaimedView['payout']; readonly again: boolean },
): DocumentReply {
  const { link, cookie } = submission;
  const frame = frameOf(submission);
  if (cookie !== undefined && !again) return { redirect: pathIn(frame, frame.path) };
  return { status: 200, html: payoutPage({ frame, link, payout, again, isKnown: cookie !== undefined }) };
}
