import type { ResponsiblePersons } from '../../../access/voters/electorate.ts';
import { initiatorOf } from '../../../approvals/initiator.ts';
import type { Caller } from '../../../contract/caller.ts';
import { newPageToken } from '../../../contract/page-token.ts';
import { reply } from '../../../contract/reply.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { replace } from '../../../ground/table/writes.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { Outcome } from '../../../journal/commit/commit.ts';
import { decideAndCommit, replyOf } from '../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import type { Execution } from '../../../journal/commit/execution.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { restoredTableRef } from '../../payout/restored-table.ts';
import { isClosed } from '../ending/closed-by-restore.ts';
import { getPayoutLink } from '../list-payout-links.ts';
import { type PayoutLink, PayoutLinkEntity, payoutLinkRef } from '../payout-link.ts';
import { presentPayoutLink, type RenewedPayoutLinkBody } from '../present-payout-link.ts';
import { isClaimable } from '../view-payout-link.ts';
import { addressOf, refuseWithoutPages } from './link-pages.ts';
import { isMailed, mailAddress, postageOf } from './mail-address.ts';
import { maxMailsOfAddressADay } from './payee-mails.ts';

/** The maximum number of new tokens of a link. The token that the link is created with does not count. */
export const maxNewTokens = 3;

interface Renewal {
  readonly asker: ResponsiblePersons;
  readonly tokenHash: string;
  readonly postage: Awaited<ReturnType<typeof postageOf>>;
}

/**
 * Gives an open link a new address and ends the previous one. For a live link with the payee's email address, the new
 * address is mailed there, so that a person who can create links cannot claim one that others voted on; otherwise the
 * answer contains it.
 * @throws ServiceError PAYOUT_LINKS_UNAVAILABLE; NOT_FOUND; CONFLICT for a link that is not open; BAD_REQUEST after the
 * third time; RATE_LIMITED when too many mails were sent to an address
 */
export async function renewPayoutLinkToken(
  runtime: Runtime<'pages' | 'sealing'>,
  { organizationId, caller }: { readonly organizationId: string; readonly caller: Caller },
  payoutLinkId: string,
  execution: Execution,
) {
  const pages = refuseWithoutPages(runtime);
  // A page's token is created only for an id that exists.
  await getPayoutLink(runtime, organizationId, payoutLinkId);
  const { token, tokenHash } = newPageToken(runtime.ids, { organizationId, resourceId: payoutLinkId });
  const asker = await initiatorOf(runtime.store, caller);
  const renewal = { asker, tokenHash, postage: await postageOf(runtime, addressOf(pages, token)) };
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: payoutLinkRef(organizationId, payoutLinkId), restored: restoredTableRef },
      decide: ({ organization, link, restored }, draft) => {
        draft.skipCheck('restored');
        if (link && isClosed(link, restored)) throw closedByRestore();
        return decideRenewal(draft, organization, link, renewal);
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function decideRenewal(
  draft: JournalDraft,
  organization: Organization,
  link: PayoutLink | undefined,
  { asker, tokenHash, postage }: Renewal,
): Outcome<{ status: 200; body: RenewedPayoutLinkBody }> {
  if (!link) throw new ServiceError('NOT_FOUND', 'no such payout link');
  if (!isClaimable(link, draft.now)) {
    const status = link.status === 'open' ? 'expired' : link.status;
    throw new ServiceError('CONFLICT', `the payout link is ${status}`, { resolution: 'Make another link.' });
  }
  if (link.tokensMade > maxNewTokens) {
    throw new ServiceError('BAD_REQUEST', `the payout link has already been given ${maxNewTokens} new addresses`, {
      resolution: 'Cancel the link and make another one.',
    });
  }
  const renewed: PayoutLink = {
    ...link,
    ...(!isMailed(link) && { renewedBy: withPersons(link.renewedBy, asker) }),
    tokenHash,
    tokensMade: link.tokensMade + 1,
    updatedAt: draft.timestamp,
  };
  draft.write(replace(PayoutLinkEntity, renewed));
  const shown = presentPayoutLink(renewed);
  if (!isMailed(renewed)) return { reply: reply(200, { ...shown, url: postage.url }), resourceId: link.payoutLinkId };
  if (!mailAddress(draft, organization, renewed, postage)) throw tooManyMails(draft.now);
  return { reply: reply(200, shown), resourceId: link.payoutLinkId };
}

function withPersons(known: PayoutLink['renewedBy'], { persons, inviters }: ResponsiblePersons) {
  return {
    ...known,
    persons: [...new Set([...(known?.persons ?? []), ...persons])],
    inviters: [...new Set([...(known?.inviters ?? []), ...inviters])],
  };
}

function closedByRestore(): ServiceError {
  const detail = 'our data was restored since the payout link was made, and nobody can claim it any more';
  return new ServiceError('CONFLICT', detail, { resolution: 'Cancel the link and make another one.' });
}

const DAY_MS = 24 * 60 * 60 * 1000;

function tooManyMails(now: number): ServiceError {
  const detail = `at most ${maxMailsOfAddressADay} mails are sent to an address of a payee on a UTC day`;
  return new ServiceError('RATE_LIMITED', detail, { retryAfterSeconds: Math.ceil((DAY_MS - (now % DAY_MS)) / 1000) });
}
