import type { Approval } from '../../approvals/approval.ts';
import type { ApprovalKindHandler, ApprovalRuntime } from '../../approvals/approval-kind.ts';
import { AlteredApproval } from '../../approvals/content.ts';
import { executeApproval } from '../../approvals/execute-approval.ts';
import { newPageToken } from '../../contract/page-token.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { parseAmount } from '../../ground/money/money.ts';
import { deriveId } from '../../ground/time/ids.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { refuseOverCaps } from '../caps/consume-caps.ts';
import { addressOf, refuseWithoutPages } from './addresses/link-pages.ts';
import { isMailed, mailAddress, postageOf } from './addresses/mail-address.ts';
import { cappedLink } from './capped-link.ts';
import { draftPayoutLink, type NewPayoutLink } from './draft-payout-link.ts';
import { openLinksRef } from './open-links.ts';
import { shortestLifeMs, usualLifeMs } from './payout-link-request.ts';
import type { RequestedPayoutLink } from './requested-payout-link.ts';

export const payoutLinkApprovals: ApprovalKindHandler = { execute: executePayoutLinkApproval };

/**
 * Creates a link that people voted on. The hold of its approval becomes the link's own. Nobody is shown its address: in
 * a live organization it is mailed to the payee.
 * @throws AlteredApproval
 */
async function executePayoutLinkApproval(runtime: ApprovalRuntime, approval: Approval): Promise<void> {
  const pages = refuseWithoutPages(runtime);
  const { organizationId, approvalId, updatedAt } = approval;
  const content = JSON.parse(approval.content) as RequestedPayoutLink;
  const payoutLinkId = deriveId('pl', Date.parse(updatedAt), approvalId);
  const { token, tokenHash } = newPageToken(runtime.ids, { organizationId, resourceId: payoutLinkId });
  const fields = fieldsOf(approval, content);
  const postage = await postageOf(runtime, addressOf(pages, token));
  return executeApproval(runtime, approval, {
    reads: {},
    lookUps: [openLinksRef(organizationId)],
    ask: async () => undefined,
    refuse: ({ organization }, draft) => {
      refuseSuspended(organization);
      refuseTooLate(content, draft.now);
      refuseOverCaps(draft, organization, cappedLink(fields.hold, fields.given));
    },
    became: { payoutLinkId },
    apply: ({ organization }, draft) => {
      const expiresAt = expiryOf(content, draft.now);
      const link = draftPayoutLink(draft, { ...fields, payoutLinkId, tokenHash, expiresAt });
      // If this mail is not sent because its address had too many today, a new address of the page can be requested
      // later.
      if (isMailed(link)) mailAddress(draft, organization, link, postage);
    },
  });
}

function fieldsOf(
  approval: Approval,
  content: RequestedPayoutLink,
): Omit<NewPayoutLink, 'payoutLinkId' | 'tokenHash' | 'expiresAt'> {
  const { organizationId, organizationVersion = 0, approvalId, initiator, asked, hold } = approval;
  const {
    amount: text,
    currency,
    amountLeg,
    payeeName,
    payeeEmail,
    note,
    countries,
    returnUrl,
    expiresAt,
    ...given
  } = content;
  const amount = parseAmount(text, currency);
  if (amount === undefined || !hold) throw new AlteredApproval(approval);
  return {
    organizationId,
    organizationVersion,
    approvalId,
    creator: initiator,
    asked,
    amount,
    currency,
    amountLeg,
    payeeName,
    payeeEmail,
    given,
    note,
    countries,
    returnUrl,
    hold,
  };
}

function expiryOf({ expiresAt }: RequestedPayoutLink, now: number): number {
  return expiresAt === undefined ? now + usualLifeMs : Date.parse(expiresAt);
}

/** @throws ServiceError BAD_REQUEST when less than an hour of the link's lifetime is left */
function refuseTooLate(content: RequestedPayoutLink, now: number): void {
  if (expiryOf(content, now) >= now + shortestLifeMs) return;
  throw new ServiceError('BAD_REQUEST', 'the link expires in less than an hour');
}
