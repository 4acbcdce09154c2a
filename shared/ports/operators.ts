/** An operator's request, with the proof of their identity. */
export interface AskedOperation {
  /** Name of the operation. */
  readonly operation: string;
  /** As received, before parsing. */
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  /** Sent by the caller, and not trusted. */
  readonly proof?: unknown;
}

/**
 * Identifies the operator.
 * @returns an ARN, or a user of the operating system: printable ASCII, at most 256 characters
 * @throws ServiceError UNAUTHORIZED without a valid proof; FORBIDDEN when the caller is not an operator of this stage;
 * INTERNAL with status 503 when it cannot be determined now
 */
export type Operators = (asked: AskedOperation) => Promise<string>;
