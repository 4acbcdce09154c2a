import { type ErrorType, errorCatalog } from './catalog.ts';

/** One faulty field of a request (specification, Error body: `errors`). */
export interface FieldFault {
  /** Dotted path to the field, with `[n]` for list positions: `method.recipientDetails.iban`. */
  readonly path: string;
  readonly message: string;
  /** Stable and machine readable: `required`, `invalid_format`, `unrecognized_key`, … */
  readonly code: string;
}

/** Fields that some errors add to the Error body (specification, Error body, last row). */
export interface ErrorExtras {
  readonly originalIdempotencyKey?: string;
  readonly originalPayoutId?: string;
  readonly originalRequestId?: string;
  readonly originalBatchId?: string;
  readonly originalPayoutLinkId?: string;
  readonly existingRecipientId?: string;
  readonly existingMethodId?: string;
  readonly approvalId?: string;
}

interface Options {
  /** Set if the status differs from that of the type (specification, Errors: `PAYOUT_OUTCOME_UNKNOWN`, `INTERNAL`). */
  readonly status?: number;
  readonly errors?: readonly FieldFault[];
  readonly extras?: ErrorExtras;
  readonly retryAfterSeconds?: number;
  /** Advice for this particular cause, if it is more specific than the catalog's advice for the type. */
  readonly resolution?: string | undefined;
  /** Methods that the path accepts, for the `Allow` header. */
  readonly allow?: readonly string[] | undefined;
  /** The path on this service that answers the same request, for the `Location` header. */
  readonly location?: string | undefined;
  /** How long the edge may serve this answer to other callers. Only for answers that are the same for everyone. */
  readonly sharedSeconds?: number;
  readonly cause?: unknown;
}

/**
 * A failure that is reported to the caller, with a stable `type` and a sentence. Any other error becomes `INTERNAL`.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly type: ErrorType;
  readonly status: number;
  readonly errors: readonly FieldFault[] | undefined;
  readonly extras: ErrorExtras;
  readonly retryAfterSeconds: number | undefined;
  readonly resolution: string;
  readonly allow: readonly string[] | undefined;
  readonly location: string | undefined;
  readonly sharedSeconds: number | undefined;

  constructor(type: ErrorType, detail: string, options: Options = {}) {
    super(detail, { cause: options.cause });
    this.type = type;
    this.status = options.status ?? errorCatalog[type].status;
    this.errors = options.errors;
    this.extras = options.extras ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.resolution = options.resolution ?? errorCatalog[type].resolution;
    this.allow = options.allow;
    this.location = options.location;
    this.sharedSeconds = options.sharedSeconds;
  }
}

/** `VALIDATION_ERROR` with the faulty fields also named in the detail, so that a log line is sufficient. */
export function validationError(errors: readonly FieldFault[], resolution?: string): ServiceError {
  const named = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return new ServiceError('VALIDATION_ERROR', named, { errors, resolution });
}
