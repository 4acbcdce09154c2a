import { PendingApprovalView } from '../../shared/approvals/request-approval.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { createPayoutLink } from '../../shared/payouts/links/create-payout-link.ts';
import { PayoutLinkRequest } from '../../shared/payouts/links/payout-link-request.ts';
import { payoutLinkSubject } from '../../shared/payouts/links/payout-link-subject.ts';
import { MadePayoutLinkView } from '../../shared/payouts/links/present-payout-link.ts';

export const endpoint = defineEndpoint({
  operation: 'createPayoutLink',
  summary: 'Create a payout link',
  description:
    'For a payee whose account details you do not have. Send them the `url`: on its page they enter their ' +
    'account, see the price and claim the amount, once. The payout then proceeds like any other and names the ' +
    'link in `payoutLinkId`. The `url` is only in this answer and its replays. Anyone who has it can claim the link.\n\nThe most that the payout can debit is held until the link is claimed, ' +
    'canceled or expires. With `amountLeg: source` that is the amount itself. With `destination` it is the ' +
    'current price in the most expensive of `countries`, plus 5 percent.\n\nCaps are checked now and counted at ' +
    'the claim. Above an approval threshold the answer is 202, and `payeeName` and `payeeEmail` are required: ' +
    'once the votes are in, the link is created, and its address is emailed only to the payee. An organization can have at most 10,000 open links.',
  method: 'POST',
  path: `${P}/payout-links`,
  callers: ['key', 'session'],
  scope: 'write',
  permission: 'payouts.send',
  rateClass: 'high-volume',
  duplicateGuard: true,
  secretResponse: true,
  subject: payoutLinkSubject,
  audit: 'payout_link.create',
  refuseEarly: refuseNotPositive,
  body: PayoutLinkRequest,
  responses: {
    201: { description: 'The link, with the address of its page.', schema: MadePayoutLinkView },
    202: { description: '`pending_approval`: no link exists yet.', schema: PendingApprovalView },
  },
  errors: [
    'BAD_REQUEST',
    'INSUFFICIENT_BALANCE',
    'QUOTE_NOT_POSITIVE',
    'EXACT_OUTPUT_UNSUPPORTED',
    'INDICATIVE_PRICING_UNAVAILABLE',
    'CURRENCY_PRECISION_MISMATCH',
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_REFUSED',
    'PAYOUT_LINKS_UNAVAILABLE',
  ],
  uses: ['prices', 'pages', 'screening'],
  handle: ({ body, organization, caller, runtime, execution }) =>
    createPayoutLink(runtime, { organization, caller }, body, execution),
});
