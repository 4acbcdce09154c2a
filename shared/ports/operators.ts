/** What an operator asks for, and what is meant to prove who asks. */
export interface AskedOperation {
  /** Name of the operation. */
  readonly operation: string;
  /** As it came, before it was parsed. */
  readonly input: unknown;
  readonly idempotencyKey?: string | undefined;
  /** From the caller: nothing of it is believed. */
  readonly proof?: unknown;
}

/**
 * Finds out who operates.
 * @returns an ARN, or a user of the operating system: printable ASCII, 256 characters at most
 * @throws ServiceError UNAUTHORIZED where that is not proved, FORBIDDEN for who is no operator of this stage; INTERNAL with
 *   status 503 when it cannot be found out now
 */
export type Operators = (asked: AskedOperation) => Promise<string>;
