import type { StoredResponse } from '../idempotency/record.ts';

/** Ends a request early with the stored response, because its idempotency key was already executed. Not a failure. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly response: StoredResponse;

  constructor(response: StoredResponse) {
    super('the idempotency key was executed before');
    this.response = response;
  }
}
