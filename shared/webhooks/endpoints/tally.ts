import type { Clauses } from '../../ground/table/update-expression.ts';
import type { WebhookAnswer } from '../../ports/webhook-sender.ts';
import type { WebhookCursor } from './cursor.ts';

/**
 * The number of characters of an error that the cursor stores. It is small because the cursor is written often. The
 * delivery stores more.
 */
const errorLength = 256;

/**
 * The results of a worker's attempts at an endpoint since it last wrote them to the cursor. Times are in milliseconds.
 */
export class Tally {
  /** `failures`, `failedFirstAttempts` and `dead` count from the last success among the attempts, if there was one. */
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

  /** Adds earlier results that could not be written. */
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

  /** The update that adds these results to the health in the cursor. Other workers add their results too. */
  get clauses(): Clauses<WebhookCursor> {
    const { failures, failedFirstAttempts, dead, succeededAt, failedAt, lastError } = this;
    const counts = { consecutiveFailures: failures, failedFirstAttempts, deadDeliveries: dead };
    return {
      set: {
        ...(succeededAt !== undefined && { ...counts, lastSuccessAt: succeededAt, countedFrom: succeededAt }),
        ...(failedAt !== undefined && { lastFailureAt: failedAt, lastError }),
      },
      add: succeededAt === undefined && failedAt !== undefined ? counts : {},
    };
  }
}
