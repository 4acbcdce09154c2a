import type { ErrorType } from '../../shared/ground/errors/catalog.ts';

/** Whether money may have moved, and what to do with the request (specification, Errors, last column). */
interface Marking {
  readonly moved: string;
  readonly retry: string;
}

const nothing = 'Nothing moved.';
const readBack = 'It may have moved. Read the resource to find out.';
const change = 'Change it first.';
const same = 'Send the same request again.';
const never = 'Do not send it again.';

const changeFirst: Marking = { moved: nothing, retry: change };
const sameRequest: Marking = { moved: nothing, retry: same };
const doNotRetry: Marking = { moved: nothing, retry: never };

/** The types that the specification marks. For others it says no more than their resolution. */
export const markings: Partial<Record<ErrorType, Marking>> = {
  VALIDATION_ERROR: changeFirst,
  UNAUTHORIZED: changeFirst,
  FORBIDDEN: changeFirst,
  NOT_FOUND: changeFirst,
  RATE_LIMITED: sameRequest,
  BAD_REQUEST: changeFirst,
  PROVIDER_REJECTED: changeFirst,
  CONFLICT: { moved: readBack, retry: change },
  ACCOUNT_BLOCKED: doNotRetry,
  INSUFFICIENT_BALANCE: changeFirst,
  ORDERS_TEMPORARILY_UNAVAILABLE: sameRequest,
  INTERNAL: { moved: readBack, retry: same },
  IDEMPOTENCY_KEY_REQUIRED: changeFirst,
  IDEMPOTENCY_KEY_INVALID: changeFirst,
  IDEMPOTENCY_KEY_CONFLICT: doNotRetry,
  IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS: { moved: readBack, retry: same },
  IDEMPOTENCY_UNAVAILABLE: sameRequest,
  DUPLICATE_REQUEST_DETECTED: changeFirst,
  DESTINATION_ACCOUNT_NOT_FOUND: changeFirst,
  RATE_DRIFT_EXCEEDED: changeFirst,
  QUOTE_UNVERIFIABLE: changeFirst,
  EXACT_OUTPUT_UNSUPPORTED: changeFirst,
  INDICATIVE_PRICING_UNAVAILABLE: doNotRetry,
  PAYOUT_NOT_CANCELABLE: doNotRetry,
  INSUFFICIENT_SCOPE: changeFirst,
  BENEFICIARY_EXTERNAL_ID_CONFLICT: changeFirst,
  FUNDING_TRANSACTION_INVALID: changeFirst,
  FUNDING_NOT_YET_VERIFIABLE: sameRequest,
  FUNDING_TRANSACTION_ALREADY_USED: changeFirst,
  PAYOUT_NOT_FUNDABLE: doNotRetry,
};
