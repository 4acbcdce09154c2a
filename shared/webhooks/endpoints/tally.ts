import type { Clauses } from '../../ground/table/update-expression.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import type { WebhookCursor } from './cursor.ts';

/** Of an answer, on a row that is written with every claim; the delivery keeps more of it. */
const errorLength = 256;

/** What a worker has seen of an endpoint since it last wrote it down. Times are milliseconds. */
export class Tally {
  /** Since the last success among them, if there was one. */
  failures = 0;
  failedFirstAttempts = 0;
  dead = 0;
  succeededAt: number | undefined;
  failedAt: number | undefined;
  lastError: string | undefined;

  add(answer: WebhookAnswer, at: number, { isFirst = false, isDead = false } = {}): void {
    if (answer.accepted) {
      this.failures = 0;
      this.failedFirstAttempts = 0;
      this.dead = 0;
      this.succeededAt = at;
      return;
    }
    this.failures += 1;
    this.failedFirstAttempts += isFirst ? 1 : 0;
    this.dead += isDead ? 1 : 0;
    this.failedAt = at;
    this.lastError = answer.error.slice(0, errorLength).toWellFormed();
  }

  /** Takes up what was seen before and could not be written down. */
  addEarlier({ failures, failedFirstAttempts, dead, succeededAt, failedAt, lastError }: Tally): void {
    if (this.succeededAt === undefined) {
      this.failures += failures;
      this.failedFirstAttempts += failedFirstAttempts;
      this.dead += dead;
      this.succeededAt = succeededAt;
    }
    this.failedAt ??= failedAt;
    this.lastError ??= lastError;
  }

  /** Adds what was seen to the health that the cursor keeps; what it says of others is left to them. */
  get clauses(): Clauses<WebhookCursor> {
    const { failures, failedFirstAttempts, dead, succeededAt, failedAt, lastError } = this;
    const counts = { consecutiveFailures: failures, failedFirstAttempts, deadDeliveries: dead };
    return {
      set: {
        ...(succeededAt !== undefined && { ...counts, lastSuccessAt: succeededAt, countedFrom: succeededAt }),
        ...(failedAt !== undefined && { lastFailureAt: failedAt, lastError }),
      },
      add: succeededAt === undefined && failedAt !== undefined ? counts : {},
      remove: succeededAt === undefined ? [] : ['probeAt', 'probes'],
    };
  }
}
