import { isObject } from './answer.ts';
import type { AnswerInfo } from './answer-info.ts';
import { call } from './caller.ts';
import { checkCall, checkOptions } from './check-options.ts';
import type { Connection, KeyCaller, SessionCaller } from './exchange.ts';
import { corridorOf, type WantedCorridor } from './find-corridor.ts';
import { type FeedEvent, type FollowOptions, followFeed } from './follow-events.ts';
import { type Corridor, type ListEventsParams, Operations } from './operations.ts';
import type { CallOptions, GuardedWriteOptions, SluiceOptions } from './options.ts';
import { normalizeBaseUrl, type Operation, prepareRequest } from './request.ts';
import { createSigner } from './signing.ts';

function callerOf(options: SluiceOptions): KeyCaller | SessionCaller {
  if (options.apiKey === undefined) {
    const { session } = options;
    return { token: typeof session === 'string' ? () => session : session };
  }
  const { apiKey, signing = 'direct' } = options;
  return { keyId: apiKey.id, signer: createSigner(apiKey), signing };
}

/**
 * The service as seen by an organization's API key or by a signed-in person: one method per operation. Each method
 * takes its path, query and body fields as one object, then options. Failures are SluiceErrors.
 *
 * @example
 * const sluice = new Sluice({ baseUrl, organizationId, apiKey: { id, privateKey } });
 * const quote = await sluice.createQuote({ amount: '100.00', destinationAccountId });
 */
export class Sluice extends Operations {
  readonly #connection: Connection;
  readonly #answers = new WeakMap<object, AnswerInfo>();

  /** @throws TypeError naming the option that is missing or wrong */
  constructor(options: SluiceOptions) {
    super();
    checkOptions(options);
    const { baseUrl, organizationId, timeoutMs = 35_000, maxRetries = 4 } = options;
    const { fetch, clock = Date.now, onAnswer } = options;
    this.#connection = {
      caller: callerOf(options),
      baseUrl: normalizeBaseUrl(baseUrl),
      organizationId,
      timeoutMs,
      maxRetries,
      fetch,
      clock,
      onAnswer,
    };
  }

  /**
   * What the service reported in addition to a result: the request id, whether it is a replay, and the rate limit. Pass
   * the very object that a call returned (for a list, the page). Returns undefined for any other object.
   *
   * @example
   * const payout = await sluice.acceptQuote({ snapshotId });
   * console.log(sluice.answerOf(payout)?.requestId);
   */
  answerOf(result: object): AnswerInfo | undefined {
    return this.#answers.get(result);
  }

  /**
   * Yields events after `since`, oldest first, for as long as the loop runs. At its end, the feed is read again every
   * `pollMs`. Store the `sequence` of the last event that you handled, and begin there after a restart. Ends when
   * `signal` aborts. Fails with VALIDATION_ERROR if the feed has not reached `since`, which is then a sequence of
   * another organization, or of data that was deleted or restored.
   *
   * @example
   * for await (const event of sluice.followEvents({ since: lastSequence })) await handle(event);
   */
  followEvents(params: ListEventsParams & FollowOptions = {}): AsyncGenerator<FeedEvent, void, undefined> {
    return followFeed((page, options) => this.listEvents(page, options), params);
  }

  /**
   * Returns the corridor that pays a currency in a country, with the fields that it requires for a recipient. Rejects
   * with CORRIDOR_UNAVAILABLE if there is none, so that you know before you create a recipient.
   *
   * @example
   * const { recipientFields } = await sluice.findCorridor({ country: 'DE', currency: 'EUR' });
   */
  async findCorridor(wanted: WantedCorridor, options?: CallOptions): Promise<Corridor> {
    const { data } = await this.listCorridors({}, options);
    return corridorOf(data, wanted);
  }

  protected override async request<Result>(
    operation: Operation,
    params: object,
    options: GuardedWriteOptions | undefined,
  ): Promise<Result> {
    checkCall(params, options);
    const request = prepareRequest(operation, params as Record<string, unknown>, this.#connection);
    const { result, info } = await call(this.#connection, operation, request, options);
    if (isObject(result)) this.#answers.set(result, info);
    return result as Result;
  }
}
