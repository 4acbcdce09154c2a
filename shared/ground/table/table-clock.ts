import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, clockToleranceMs } from '../time/clock.ts';

/** When a call to the table was sent and answered, in milliseconds by the clock of this process. */
interface Call {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * The difference between this process's clock and the `Date` of an answer, which is in whole seconds.
 * @returns milliseconds, positive if the clock is ahead; undefined if, within the tolerance, the answer may have been
 * given at some time during the call
 */
export function clockErrorMs(date: number, { sentAt, receivedAt }: Call): number | undefined {
  const [ahead, behind] = [sentAt - (date + 1_000), date - receivedAt];
  if (ahead > clockToleranceMs) return ahead;
  return behind > clockToleranceMs ? -behind : undefined;
}

/** What the table's answers reveal about the clock of this process. An answer without a `Date` reveals nothing. */
export class TableClock {
  #disagreements = 0;
  #lastErrorMs: number | undefined;

  observe(errorMs: number | undefined): void {
    this.#disagreements = errorMs === undefined ? 0 : this.#disagreements + 1;
    this.#lastErrorMs = errorMs;
  }

  /** The last answer disagreed with the clock. Another answer shows whether that answer or the clock is wrong. */
  get isInDoubt(): boolean {
    return this.#disagreements > 0;
  }

  /**
   * How wrong the clock is, in milliseconds, positive if it is ahead. Undefined until two answers in a row disagreed
   * with it.
   */
  get errorMs(): number | undefined {
    return this.#disagreements > 1 ? this.#lastErrorMs : undefined;
  }
}

/** Compares a clock with every answer that a client receives. */
export function watchClock(client: DynamoDBDocumentClient, clock: Clock): TableClock {
  const watched = new TableClock();
  client.middlewareStack.add(
    (next) => async (call) => {
      const sentAt = clock();
      const answer = await next(call);
      const date = dateOf(answer.response);
      watched.observe(date === undefined ? undefined : clockErrorMs(date, { sentAt, receivedAt: clock() }));
      return answer;
    },
    { step: 'deserialize', name: 'watchClock', priority: 'high' },
  );
  return watched;
}

function dateOf(response: unknown): number | undefined {
  const { headers } = response as { readonly headers?: Readonly<Record<string, string>> };
  const date = Date.parse(headers?.date ?? '');
  return Number.isNaN(date) ? undefined : date;
}

/** The time in milliseconds, corrected if the table has shown that this process's clock is wrong. */
export function timeByTable({
  clock,
  store,
}: {
  readonly clock: Clock;
  readonly store: { readonly tableClock: TableClock };
}): number {
  return clock() - (store.tableClock.errorMs ?? 0);
}
