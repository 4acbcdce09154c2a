import { PendingApprovalView } from '../../shared/approvals/request-approval.ts';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { P } from '../../shared/contract/paths.ts';
import { walletErrors } from '../../shared/corridors/recipients/refuse-wallet.ts';
import { refuseNotPositive } from '../../shared/ground/money/refuse-not-positive.ts';
import { createPayout } from '../../shared/payouts/lifecycle/create-payout.ts';
import { PayoutRequest } from '../../shared/payouts/payout/payout-request.ts';
import { payoutSubject } from '../../shared/payouts/payout/payout-subject.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';

export const endpoint = defineEndpoint({
  operation: 'createPayout',
  summary: 'Create and send a payout',
  description:
    'Debits the balance and sends the money at the current price. Caps count debits, fees included, per UTC day; ' +
    'one that fails, is returned or is canceled gives its amount back to that day. Velocity caps count ' +
    'payouts in a sliding window and give nothing back. `PAYOUT_LIMIT_EXCEEDED` names the cap.\n\nIf the policy ' +
    'has an approval threshold, a payout that would debit more, fee included, is answered 202: its amount is ' +
    'held for up to 24 hours while approvers vote. Once approved, it is priced again and sent, if it debits no more than is held and `expectDestination` allows it; `payout_approval.executed` ' +
    'names the payout. A daily threshold works the same way for the day’s total without a vote. With ' +
    'too few voters the answer is `BAD_REQUEST`.\n\nWith `funding: self` nothing is debited, and the payout waits for your money.',
  method: 'POST',
  path: `${P}/payouts`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'high-volume',
  duplicateGuard: true,
  subject: payoutSubject,
  audit: 'payout.create',
  refuseEarly: refuseNotPositive,
  body: PayoutRequest,
  responses: {
    200: { description: 'The payout.', schema: PayoutView },
    202: { description: '`pending_approval`: no payout exists yet.', schema: PendingApprovalView },
  },
  errors: [
    'BAD_REQUEST',
    'PROVIDER_REJECTED',
    'INSUFFICIENT_BALANCE',
    'QUOTE_NOT_POSITIVE',
    'EXACT_OUTPUT_UNSUPPORTED',
    'INDICATIVE_PRICING_UNAVAILABLE',
    'CURRENCY_PRECISION_MISMATCH',
    'DESTINATION_ACCOUNT_NOT_FOUND',
    'RATE_DRIFT_EXCEEDED',
    'QUOTE_UNVERIFIABLE',
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_REFUSED',
    ...walletErrors,
  ],
  uses: ['prices', 'depositChain', 'depositRecords'],
  handle: ({ body, organization, caller, runtime, execution }) =>
    createPayout(runtime, { organization, caller }, body, execution),
});
