import type { StoredResponse } from '../idempotency/record.ts';

/** Ends a request early: its key was executed before, and this is the answer to send again. Not a failure. */
export class Replay extends Error {
  override readonly name = 'Replay';
  readonly response: StoredResponse;

  constructor(response: StoredResponse) {
    super('the idempotency key was executed before');
    this.response = response;
  }
}
