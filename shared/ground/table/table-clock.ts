import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Clock, clockToleranceMs } from '../time/clock.ts';

/** A call to the table by the clock of the process, milliseconds. */
interface Call {
  readonly sentAt: number;
  readonly receivedAt: number;
}

/**
 * How far a clock is from the `Date` of an answer, which is in whole seconds: milliseconds, positive when the clock is ahead.
 * @returns undefined when the answer may have been given, within the tolerance, at any time of the call
 */
export function clockErrorMs(date: number, { sentAt, receivedAt }: Call): number | undefined {
  const [ahead, behind] = [sentAt - (date + 1_000), date - receivedAt];
  if (ahead > clockToleranceMs) return ahead;
  return behind > clockToleranceMs ? -behind : undefined;
}

/** What the table's answers say of the clock of this process. An answer without a `Date` says nothing. */
export class TableClock {
  #oddAnswers = 0;
  #lastErrorMs: number | undefined;

  observe(errorMs: number | undefined): void {
    this.#oddAnswers = errorMs === undefined ? 0 : this.#oddAnswers + 1;
    this.#lastErrorMs = errorMs;
  }

  /** The last answer was odd: one more tells whether it was the answer or the clock. */
  get isInDoubt(): boolean {
    return this.#oddAnswers > 0;
  }

  /** How wrong the clock is, milliseconds, positive when it is ahead: once two answers running were odd. */
  get errorMs(): number | undefined {
    return this.#oddAnswers > 1 ? this.#lastErrorMs : undefined;
  }
}

/** Holds a clock against every answer that a client gets. */
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
