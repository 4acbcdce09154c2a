import type { ErrorBody, ErrorType, FieldFault } from './operations.ts';

/**
 * Error types that the client raises itself: no answer in time, no readable answer, no signature from `apiKey.sign`, no
 * corridor for a payment. The service never sends them.
 */
export type ClientErrorType = 'TIMEOUT' | 'NETWORK_ERROR' | 'SIGNER_FAILED' | 'CORRIDOR_UNAVAILABLE';

export type SluiceErrorType = ErrorType | ClientErrorType;

/** Fields that some errors add (specification, Error body). */
export type ErrorExtras = Omit<
  ErrorBody,
  'type' | 'status' | 'detail' | 'resolution' | 'docs' | 'requestId' | 'errors'
>;

export interface ErrorDetails {
  readonly status?: number | undefined;
  readonly resolution?: string | undefined;
  readonly docs?: string | undefined;
  readonly requestId?: string | undefined;
  readonly errors?: readonly FieldFault[];
  readonly extras?: ErrorExtras;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

/**
 * A failed call. Branch on `type`; status and wording can change.
 *
 * @example
 * if (error instanceof SluiceError && error.type === 'INSUFFICIENT_BALANCE') await topUp();
 */
export class SluiceError<Type extends SluiceErrorType = SluiceErrorType> extends Error {
  override readonly name = 'SluiceError';
  declare readonly type: Type;
  /** What went wrong with this request. The error's message ends with it. */
  declare readonly detail: string;
  /** HTTP status; undefined if no answer was received. */
  declare readonly status: number | undefined;
  declare readonly resolution: string | undefined;
  /** URL of the documentation of the error type; undefined if no answer was received. */
  declare readonly docs: string | undefined;
  /** Quote it to support. Equals the `requestId` of the audit event. */
  declare readonly requestId: string | undefined;
  declare readonly errors: readonly FieldFault[];
  declare readonly extras: ErrorExtras;
  declare readonly retryAfterSeconds: number | undefined;
  /** Idempotency key that the request was sent with. To learn the outcome, send the same request with the same key. */
  idempotencyKey: string | undefined;
  /** How many times the request was sent. */
  attempts = 1;

  constructor(type: Type, detail: string, { cause, ...details }: ErrorDetails = {}) {
    super(`${type}: ${detail}`, { cause });
    Object.assign(this, { type, detail, status: undefined, errors: [], extras: {} }, details);
  }
}

/**
 * Whether a caught value is a SluiceError and, if types are given, has one of them. Narrows the type of the value.
 *
 * @example
 * if (isSluiceError(error, 'DUPLICATE_REQUEST_DETECTED')) return error.extras.originalPayoutId;
 */
export function isSluiceError<Type extends SluiceErrorType = SluiceErrorType>(
  error: unknown,
  ...types: readonly Type[]
): error is SluiceError<Type> {
  // Compared by name: a program that both imports and requires this package has the class twice.
  if (!(error instanceof Error && error.name === 'SluiceError')) return false;
  return types.length === 0 || (types as readonly string[]).includes((error as SluiceError).type);
}
