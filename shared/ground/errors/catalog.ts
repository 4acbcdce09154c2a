/**
 * Every error `type` in the specification's Errors and Authentication tables, with its HTTP status and advice for the
 * caller. This is the only map from the domain's errors to HTTP; the domain itself only names types.
 */
export const errorCatalog = {
  VALIDATION_ERROR: { status: 400, resolution: 'Fix the fields named in errors and send the request again.' },
  UNAUTHORIZED: {
    status: 401,
    resolution: 'Check the key id in X-Api-Key, and issue a new key if it was revoked. For a session, sign in again.',
  },
  KEY_EXPIRED: { status: 401, resolution: 'Issue a new key.' },
  KEY_IP_NOT_ALLOWED: { status: 401, resolution: 'Call from an address that the key allows.' },
  SIGNATURE_REQUIRED: { status: 401, resolution: 'Send all the signature headers of one flow.' },
  SIGNATURE_INVALID: {
    status: 401,
    resolution:
      'Sign exactly the method, full path with query, body, idempotency key, timestamp and nonce that you send, using the private key of the named key.',
  },
  SIGNATURE_REPLAYED: { status: 401, resolution: 'Sign again with a fresh nonce. Nothing ran twice.' },
  SIGNATURE_TIMESTAMP_SKEW: { status: 401, resolution: 'Correct your clock: it is more than five minutes off.' },
  FORBIDDEN: { status: 403, resolution: 'Use a key or a role of this organization that is allowed to do this.' },
  NOT_FOUND: { status: 404, resolution: 'Check the id.' },
  ROUTE_NOT_FOUND: { status: 404, resolution: 'Check the method and the path, including the /business/api/v1 prefix.' },
  RATE_LIMITED: { status: 429, resolution: 'Wait for Retry-After seconds, then send the same request.' },
  BAD_REQUEST: { status: 400, resolution: 'Read detail and change the request.' },
  PROVIDER_REJECTED: {
    status: 400,
    resolution: 'The network refused the request before submission. No money moved. Change the request.',
  },
  CONFLICT: { status: 409, resolution: 'Read the resource again, then decide what to do.' },
  ACCOUNT_BLOCKED: { status: 403, resolution: 'The organization is suspended. Contact support; do not retry.' },
  LIVE_KEY_ORG_NOT_APPROVED: {
    status: 403,
    resolution: 'Complete business verification before writing with a live key. Reads work.',
  },
  INSUFFICIENT_BALANCE: { status: 400, resolution: 'Top up the balance, then retry.' },
  CRYPTO_PAYOUTS_DISABLED: { status: 400, resolution: 'Use a key with the scopes write and crypto_payouts.' },
  WALLET_NOT_PROVISIONED: {
    status: 400,
    resolution: 'Ask support to set up a wallet before paying wallet recipients.',
  },
  CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX: { status: 400, resolution: 'Pay crypto recipients with a live key.' },
  HISTORY_TOO_LARGE: { status: 413, resolution: 'Page through the balance transactions instead.' },
  ORDERS_TEMPORARILY_UNAVAILABLE: {
    status: 503,
    resolution: 'Retry. The service refused to answer with a partial list.',
  },
  INTERNAL: {
    status: 500,
    resolution:
      'Nothing was recorded under the idempotency key. Retry with the same key. If the error persists, send requestId to support.',
  },
  PAYOUT_LINKS_UNAVAILABLE: { status: 503, resolution: 'Hosted payout links are not configured for live use.' },
  IDEMPOTENCY_KEY_REQUIRED: { status: 400, resolution: 'Add the Idempotency-Key header.' },
  IDEMPOTENCY_KEY_INVALID: { status: 400, resolution: 'Use 1 to 255 characters of A-Z a-z 0-9 _ . : -' },
  IDEMPOTENCY_KEY_CONFLICT: {
    status: 409,
    resolution: 'Use a new idempotency key for a new request. Do not retry this one.',
  },
  IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS: { status: 409, resolution: 'Wait, then retry with the same key.' },
  IDEMPOTENCY_UNAVAILABLE: { status: 503, resolution: 'Nothing was executed. Retry the same request.' },
  PAYOUT_OUTCOME_UNKNOWN: {
    status: 500,
    resolution:
      'The request may have taken effect, and money may have moved. Never use a new key: replay the same key, or look it up as detail describes.',
  },
  DUPLICATE_REQUEST_DETECTED: {
    status: 409,
    resolution:
      'If this was a retry, send it with originalIdempotencyKey in the Idempotency-Key header. If you want both, add X-Allow-Duplicate: true.',
  },
  DESTINATION_ACCOUNT_NOT_FOUND: {
    status: 404,
    resolution: 'Use a destinationAccountId of a recipient of this organization.',
  },
  RATE_DRIFT_EXCEEDED: { status: 400, resolution: 'Request a new quote, then decide.' },
  QUOTE_UNVERIFIABLE: {
    status: 400,
    resolution: 'Change expectDestination so that it can be compared with the quote.',
  },
  QUOTE_NOT_POSITIVE: { status: 400, resolution: 'Send more: nothing would arrive after fees.' },
  CURRENCY_PRECISION_MISMATCH: {
    status: 503,
    resolution: 'Retry later: the network returned a price in unexpected units.',
  },
  EXACT_OUTPUT_UNSUPPORTED: {
    status: 400,
    resolution: 'Use amountLeg source: this route cannot lock the receiving amount.',
  },
  INDICATIVE_PRICING_UNAVAILABLE: { status: 400, resolution: 'Request a quote for a recipient instead. Do not retry.' },
  PAYOUT_NOT_CANCELABLE: {
    status: 400,
    resolution: 'Only a payout that awaits your own funds can be canceled. Do not retry.',
  },
  INSUFFICIENT_SCOPE: { status: 403, resolution: 'Use a key with the scope that this operation needs.' },
  LIVE_MODE_UNSUPPORTED: { status: 400, resolution: 'Use a test key: this route exists in the sandbox only.' },
  PAYOUT_LIMIT_EXCEEDED: {
    status: 422,
    resolution: 'Stay within the limit named in detail, or ask for a higher limit.',
  },
  PAYOUT_REFUSED: { status: 422, resolution: 'This refusal is final. Contact support with requestId; do not retry.' },
  USE_POST_PAYOUTS: { status: 403, resolution: 'Send the payout with POST /payouts.' },
  BENEFICIARY_EXTERNAL_ID_CONFLICT: {
    status: 409,
    resolution:
      'Send the registered values in the fields that detail names. To correct the recipient, retire it and register it again.',
  },
  BANK_ACCOUNT_ALREADY_LINKED: {
    status: 409,
    resolution: 'Pay the recipient that already has this account: existingMethodId.',
  },
  PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE: { status: 503, resolution: 'Nothing was saved. Retry with the same key.' },
  FUNDING_NOT_APPLICABLE: { status: 501, resolution: 'The payout is paid from the balance. There is nothing to fund.' },
  FUNDING_TRANSACTION_INVALID: { status: 400, resolution: 'Confirm the transaction that funds this payout.' },
  FUNDING_NOT_YET_VERIFIABLE: { status: 409, resolution: 'Confirm the same transaction hash again later.' },
  FUNDING_NOT_VERIFIABLE: { status: 409, resolution: 'The funding cannot be checked automatically. Contact support.' },
  FUNDING_TRANSACTION_ALREADY_USED: {
    status: 409,
    resolution: 'Each transaction funds one payout. Send and confirm another.',
  },
  PAYOUT_NOT_FUNDABLE: { status: 400, resolution: 'The payout was canceled or is finished. Do not retry.' },
  FUNDING_QUOTE_EXPIRED: { status: 409, resolution: 'Request a new funding quote.' },
  LINK_EXPIRED: { status: 400, resolution: 'Set a later expiresAt, or null, then publish.' },
  REFUND_NOT_ALLOWED: { status: 400, resolution: 'Only a paid payment can be refunded.' },
  REFUND_DISPUTED: { status: 400, resolution: 'A dispute is open; wait for its outcome.' },
  REFUND_EXCEEDS_REMAINING: { status: 400, resolution: 'Refund at most amountBase - refundedBase.' },
  REFUND_IN_PROGRESS: {
    status: 409,
    resolution: 'Refunds are made one at a time: wait for the current one to finish.',
  },
  REFUND_OUTCOME_UNKNOWN: {
    status: 502,
    resolution: 'The refund may have gone through. Do not resend it; read the payment.',
  },
  BATCH_NOT_FOUND: { status: 404, resolution: 'Check the batch id.' },
  PAYOUT_BATCH_NOT_CONFIRMABLE: { status: 409, resolution: 'Only a batch in awaiting_confirmation can be confirmed.' },
  PAYOUT_BATCH_NOT_CANCELABLE: { status: 409, resolution: 'Creation has started; the batch cannot be canceled.' },
  PAYOUT_BATCH_AWAITING_APPROVAL: {
    status: 409,
    resolution: 'Wait for the approvers, or see their rejection in detail.',
  },
  PAYOUT_BATCH_DUPLICATE_REFERENCE: {
    status: 409,
    resolution: 'Read originalBatchId, or use another externalReferenceId.',
  },
  MASS_PAYOUTS_DISABLED: { status: 403, resolution: 'Ask support to enable mass_payouts.' },
  DEVELOPER_FEATURE_DISABLED: {
    status: 403,
    resolution:
      'Ask the operators of the service to enable it: `npm run ops -- features ORGANIZATION --on developer`, plus --stage with the name of the stage.',
  },
  PAYOUT_LINK_UNUSABLE: { status: 400, resolution: 'Ask for a new payout link: each link can be used once.' },
} as const satisfies Record<string, { status: number; resolution: string }>;

export type ErrorType = keyof typeof errorCatalog;

/** Errors that can answer any call with a session (specification, Endpoints, common rule 1). */
export const sessionErrors = [
  'UNAUTHORIZED',
  'FORBIDDEN',
  'ACCOUNT_BLOCKED',
  'RATE_LIMITED',
] as const satisfies readonly ErrorType[];

/**
 * Further errors that can answer any signed call (specification, Endpoints, common rules 1 and 2; Authentication
 * errors).
 */
export const keyErrors = [
  'KEY_EXPIRED',
  'KEY_IP_NOT_ALLOWED',
  'SIGNATURE_REQUIRED',
  'SIGNATURE_INVALID',
  'SIGNATURE_REPLAYED',
  'SIGNATURE_TIMESTAMP_SKEW',
] as const satisfies readonly ErrorType[];
