import { nameVoters } from '../../access/voters/name-voters.ts';
import { type Initiator, initiatorOf } from '../../approvals/initiator.ts';
import { type PendingApproval, requestApproval } from '../../approvals/request-approval.ts';
import type { Caller } from '../../contract/caller.ts';
import { returnUrlFault } from '../../contract/fields/return-url.ts';
import { newPageToken } from '../../contract/page-token.ts';
import { reply } from '../../contract/reply.ts';
import { servedBankCorridors } from '../../corridors/catalog/served-corridors.ts';
import { screenPayee } from '../../corridors/recipients/screen-candidate.ts';
import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Organization } from '../../identity/organization.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import type { Outcome } from '../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import { askedBy, type Execution } from '../../journal/commit/execution.ts';
import type { RequestKey } from '../../journal/due/due-work.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { refuseOverCaps } from '../caps/consume-caps.ts';
import { endUserLookUps } from '../caps/end-user-day.ts';
import { needsApproval } from '../caps/needs-approval.ts';
import type { GivenFields } from '../payout/given.ts';
import { addressOf, type LinkPages, refuseWithoutPages } from './addresses/link-pages.ts';
import { cappedLink } from './capped-link.ts';
import { draftPayoutLink } from './draft-payout-link.ts';
import { corridorsOfLink, type PricedLink, priceLink } from './link-corridors.ts';
import { openLinksRef } from './open-links.ts';
import type { PayoutLink } from './payout-link.ts';
import { longestLifeMs, type PayoutLinkRequest, shortestLifeMs, usualLifeMs } from './payout-link-request.ts';
import { type MadePayoutLinkBody, presentPayoutLink } from './present-payout-link.ts';

type Made = { status: 201; body: MadePayoutLinkBody } | { status: 202; body: PendingApproval };

/** A request, its initiator, and the ids of the link or the approval that it may create. */
interface Asking extends Pick<PayoutLink, 'payoutLinkId' | 'tokenHash'> {
  readonly request: PayoutLinkRequest;
  readonly initiator: Initiator;
  readonly approvalId: string;
  readonly asked: RequestKey | undefined;
}

/**
 * Creates a payout link: holds the most that it can debit until it is claimed or ends (design, payout links). The
 * address of its page is only in the answer. Above an approval threshold the link waits for approval, and must name its
 * payee.
 * @throws ServiceError PAYOUT_LINKS_UNAVAILABLE, VALIDATION_ERROR, BAD_REQUEST (too few voters, among others),
 * PAYOUT_REFUSED, ACCOUNT_BLOCKED, PAYOUT_LIMIT_EXCEEDED, INSUFFICIENT_BALANCE, and those of `priceLink`
 */
export async function createPayoutLink(
  runtime: Runtime<'prices' | 'pages' | 'screening'>,
  { organization, caller }: { readonly organization: Organization; readonly caller: Caller },
  request: PayoutLinkRequest,
  execution: Execution,
) {
  const pages = refuseWithoutPages(runtime);
  refuseReturnUrl(pages, request);
  const { organizationId } = organization;
  await nameVoters(runtime, organization);
  const initiator = await initiatorOf(runtime.store, caller);
  const now = runtime.clock();
  const [payoutLinkId, approvalId] = [runtime.ids.next('pl', now), runtime.ids.next('apr', now)];
  const { token, tokenHash } = newPageToken(runtime.ids, { organizationId, resourceId: payoutLinkId });
  const asking = { request, initiator, payoutLinkId, approvalId, tokenHash, asked: askedBy(execution) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: {},
      known: { organization },
      lookUps: [openLinksRef(organizationId), ...endUserLookUps(organization, request.endUserId)],
      ask: async (found) => {
        const priced = await askPrice(runtime, found.organization, request);
        return { priced, isPayeeRefused: await isPayeeRefused(runtime, found.organization, request, priced) };
      },
      decide: ({ organization }, draft, { priced, isPayeeRefused }): Outcome<Made> => {
        const { hold } = priced;
        refuseSuspended(organization);
        refuseOverCaps(draft, organization, cappedLink(hold, givenOf(request)));
        if (needsApproval(draft, organization, { sourceAmount: hold.amount })) {
          if (isPayeeRefused) throw new ServiceError('PAYOUT_REFUSED', 'payouts to this payee are refused');
          const pending = askApproval(draft, organization, asking, priced);
          return { reply: reply(202, pending), resourceId: approvalId };
        }
        const link = openRequested(draft, organization, asking, priced);
        const body = { ...presentPayoutLink(link), url: addressOf(pages, token) };
        return { reply: reply(201, body), resourceId: payoutLinkId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function askPrice(
  runtime: Runtime<'prices'>,
  organization: Organization,
  request: PayoutLinkRequest,
): Promise<PricedLink> {
  const { currency, amountLeg } = request;
  const { mode, settlementCurrency } = organization;
  if (amountLeg === 'source' && currency !== settlementCurrency)
    throw new ServiceError('BAD_REQUEST', `currency: the balance is in ${settlementCurrency}, and amountLeg is source`);
  const rails = runtime.rails(mode)?.payouts;
  if (!rails) throw new ServiceError('BAD_REQUEST', `currency: no corridor pays ${currency}`);
  return priceLink(rails, servedBankCorridors(runtime, organization), request);
}

/**
 * Screens the payee named in the request if people may have to vote on it, so that nobody votes on a payee who cannot
 * be paid. A name entered on the page is screened then.
 */
async function isPayeeRefused(
  runtime: Runtime<'corridors' | 'screening'>,
  organization: Organization,
  { payeeName, currency, amountLeg }: PayoutLinkRequest,
  { countries }: PricedLink,
): Promise<boolean> {
  const corridors = servedBankCorridors(runtime, organization);
  const [corridor] = corridorsOfLink(corridors, { countries, currency, amountLeg });
  const rails = runtime.rails(organization.mode);
  if (!organization.approvals || payeeName === undefined || !corridor || !rails) return false;
  const { country, corridorId } = corridor;
  const payee = { name: payeeName, railName: payeeName, country, corridorId, recipientDetails: {} };
  return (await screenPayee(runtime.log, rails.screening, payee)) === 'refused';
}

/** @throws ServiceError VALIDATION_ERROR without a payee; BAD_REQUEST (too few voters); INSUFFICIENT_BALANCE */
function askApproval(
  draft: JournalDraft,
  organization: Organization,
  { request, initiator, approvalId, asked }: Asking,
  { hold, countries }: PricedLink,
): PendingApproval {
  refuseWithoutPayee(request);
  const { expiresAt, ...rest } = request;
  expiryOf(request, draft.now);
  return requestApproval(draft, organization, {
    approvalId,
    kind: 'payout_link',
    initiator,
    asked,
    content: { ...rest, countries, ...(expiresAt !== undefined && { expiresAt: timestamp(expiresAt) }) },
    hold,
  });
}

/** People vote on the payee, and only the payee gets the address. */
function refuseWithoutPayee(request: PayoutLinkRequest): void {
  const missing = (['payeeName', 'payeeEmail'] as const).filter((path) => request[path] === undefined);
  const message = 'is needed above an approval threshold';
  if (missing.length > 0) throw validationError(missing.map((path) => ({ path, message, code: 'required' })));
}

function openRequested(
  draft: JournalDraft,
  organization: Organization,
  { request, initiator, payoutLinkId, tokenHash, asked }: Asking,
  priced: PricedLink,
): PayoutLink {
  const { currency, amountLeg, payeeName, payeeEmail, note, returnUrl } = request;
  return draftPayoutLink(draft, {
    ...priced,
    payoutLinkId,
    tokenHash,
    organizationId: organization.organizationId,
    organizationVersion: organization.version,
    creator: initiator.shown,
    asked,
    currency,
    amountLeg,
    payeeName,
    payeeEmail,
    given: givenOf(request),
    note,
    returnUrl,
    expiresAt: expiryOf(request, draft.now),
  });
}

/** The details that the payout will carry: everything except the amount and the payee. */
function givenOf({
  amount,
  currency,
  amountLeg,
  payeeName,
  payeeEmail,
  note,
  countries,
  returnUrl,
  expiresAt,
  ...given
}: PayoutLinkRequest): GivenFields {
  return given;
}

/** @throws ServiceError VALIDATION_ERROR */
function expiryOf({ expiresAt }: PayoutLinkRequest, now: number): number {
  if (expiresAt === undefined) return now + usualLifeMs;
  if (expiresAt >= now + shortestLifeMs && expiresAt <= now + longestLifeMs) return expiresAt;
  const message = 'must lie between an hour and 365 days from now';
  throw validationError([{ path: 'expiresAt', message, code: 'out_of_range' }]);
}

/** @throws ServiceError VALIDATION_ERROR */
function refuseReturnUrl({ pagesUrl }: LinkPages, { returnUrl }: PayoutLinkRequest): void {
  const message = returnUrlFault(returnUrl, pagesUrl);
  if (message) throw validationError([{ path: 'returnUrl', message, code: 'invalid_format' }]);
}
