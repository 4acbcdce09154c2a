import { type ErrorType, errorCatalog } from '../ground/errors/catalog.ts';
import type { ServiceError } from '../ground/errors/service-error.ts';

/** Advice for operators on a refusal, if the catalog's advice is meant for callers of the API. */
const advice: Partial<Readonly<Record<ErrorType, string>>> = {
  CONFLICT: 'Nothing was changed. What stands against it is said above; `show` tells how the organization is now.',
  NOT_FOUND: 'Nothing was changed. Check the ids, and that they are of this stage.',
  FORBIDDEN: 'Nothing was changed. Another operator has to do this.',
  UNAUTHORIZED:
    'Nothing was done. Check your AWS credentials and clock, and that this checkout is the release of the stage.',
  BAD_REQUEST: 'Nothing was changed. Correct the command.',
  VALIDATION_ERROR: 'Nothing was changed. Correct what is named, and see --help.',
  INSUFFICIENT_BALANCE: 'Nothing was changed. `show` tells the balance.',
  IDEMPOTENCY_KEY_REQUIRED: 'Give --key.',
  IDEMPOTENCY_KEY_INVALID: 'Give --key with 1 to 200 characters of A-Z a-z 0-9 _ . : -',
  IDEMPOTENCY_KEY_CONFLICT: 'Leave --key out, unless you repeat the same command.',
  IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS: 'Wait a minute, then repeat the command with the same --key.',
};

/** The advice on a refusal. The refusal's own advice takes precedence. */
export function adviceOn({ type, resolution }: ServiceError): string {
  return resolution === errorCatalog[type].resolution ? (advice[type] ?? resolution) : resolution;
}
