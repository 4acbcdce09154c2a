import type { Event } from '../../journal/rows/event.ts';
import { AttemptBudget } from '../../ports/attempt-budget.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { endpointRead, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { Tally } from '../endpoints/tally.ts';
import { wants } from '../endpoints/wanted-types.ts';
import { attemptDelivery } from '../sender/attempt-delivery.ts';
import { advanceCursor, type ClaimedCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import { Progress } from './progress.ts';
import { ReceiverWindow } from './receiver-window.ts';
import { type FirstAttempt, recordFirstAttempt } from './record-first-attempt.ts';

/**
 * Of so many probes in vain the last counts: its events have their first attempts behind them. A receiver that refuses them
 * for what they are may take what comes after them.
 */
const probesBeforeOneCounts = 8;
/** No request begins later: the slowest must end before the lease does. */
const budgetMs = 12_000;
/** How often the feed is looked at again while requests are under way, and the cursor written down. */
const lookAgainMs = 250;
const checkpointMs = 2_000;

/**
 * Offers the events behind a cursor to its endpoint: first attempts begin in the order of the feed, several at once. The
 * cursor moves over events whose delivery is written, so that a crash offers some again and loses none.
 */
export class Offering {
  /** What was seen since the cursor was last written. */
  tally = new Tally();
  /** What the endpoint's answers allow. */
  readonly window: ReceiverWindow;
  /** Whether the feed holds more that the time did not suffice for. */
  isUnfinished = false;
  readonly #runtime: WorkerRuntime;
  readonly #feed: FeedReader;
  #cursor: ClaimedCursor;
  readonly #progress: Progress;
  readonly #share: AttemptBudget;
  #endpoint: WebhookEndpoint;
  #waiting: Event[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #failure: unknown;
  /** Attempts of a probe that failed, as long as nothing was accepted: their events are not offered yet. */
  readonly #inVain: FirstAttempt[] = [];
  #isStopped = false;
  #checkpointAt: number;

  constructor(runtime: WorkerRuntime, endpoint: WebhookEndpoint, cursor: ClaimedCursor, feed: FeedReader) {
    this.#runtime = runtime;
    this.#endpoint = endpoint;
    this.#cursor = cursor;
    this.#feed = feed;
    this.#share = new AttemptBudget(runtime.webhookLoad);
    this.#progress = new Progress(cursor.offeredTo);
    this.window = new ReceiverWindow(cursor);
    this.#checkpointAt = runtime.clock() + checkpointMs;
  }

  get offeredTo(): number {
    return this.#progress.offeredTo;
  }

  async run(): Promise<void> {
    this.#share.join();
    try {
      await this.#offerUntil(this.#runtime.clock() + budgetMs);
    } finally {
      await Promise.all(this.#underWay);
      this.#share.leave();
    }
    if (this.#failure) throw this.#failure;
    const probes = (this.#cursor.probes ?? 0) + 1;
    if (this.window.probeFailed && probes % probesBeforeOneCounts === 0) await this.#recordInVain();
  }

  async #offerUntil(stopAt: number): Promise<void> {
    while (!this.#isStopped) {
      if (this.#runtime.clock() >= stopAt) {
        this.isUnfinished = true;
        return;
      }
      const isMore = await this.#look();
      this.#beginAttempts();
      if (this.#underWay.size === 0) {
        if (!isMore) return;
        continue;
      }
      await this.#wait();
      // At the end everything is written together: what is seen last decides whether events are kept back.
      if (!this.#isStopped && this.#runtime.clock() >= this.#checkpointAt) await this.#checkpoint();
    }
  }

  /** Whether there are events to go through, wanted or not. */
  async #look(): Promise<boolean> {
    if (this.#waiting.length > 0) return true;
    const events = await this.#feed.after(this.#progress.lastTaken);
    this.#waiting.push(...events);
    for (const { sequence } of events) this.#progress.take(sequence);
    return events.length > 0;
  }

  #beginAttempts(): void {
    while (!this.#isStopped && this.#underWay.size < this.#room) {
      const event = this.#waiting.shift();
      if (!event) return;
      if (!wants(this.#endpoint, event)) {
        this.#progress.finish(event.sequence);
        continue;
      }
      const attempt = this.#attempt(event).catch((error) => {
        this.#failure = error;
        this.#isStopped = true;
      });
      const over = attempt.then(() => {
        this.#underWay.delete(over);
        this.#share.end();
      });
      this.#underWay.add(over);
      this.#share.begin();
    }
  }

  get #room(): number {
    return Math.min(this.window.room, this.#share.size);
  }

  async #attempt(event: Event): Promise<void> {
    const at = this.#runtime.clock();
    const answer = await attemptDelivery(this.#runtime, this.#endpoint, event);
    this.tally.add(answer, this.#runtime.clock(), { isFirst: !this.window.isProbe });
    const attempt = { endpoint: this.#endpoint, event, answer, at };
    if (answer.accepted) {
      this.window.accepted();
      await this.#recordInVain();
    } else {
      this.window.failed();
      if (this.window.isClosed) this.#isStopped = true;
      if (this.window.isProbe) return void this.#inVain.push(attempt);
    }
    await this.#record(attempt);
  }

  async #recordInVain(): Promise<void> {
    await Promise.all(this.#inVain.splice(0).map((attempt) => this.#record(attempt)));
  }

  async #record(attempt: FirstAttempt): Promise<void> {
    await recordFirstAttempt(this.#runtime, attempt);
    this.#progress.finish(attempt.event.sequence);
  }

  /** Until there is room for another attempt, or, while there is, something new may be in the feed. */
  async #wait(): Promise<void> {
    const isFull = this.#underWay.size >= this.#room;
    await Promise.race(isFull ? this.#underWay : [...this.#underWay, this.#runtime.sleep(lookAgainMs)]);
  }

  /** Writes down how far it is and what it has seen, and sees whether the endpoint is still to be served. */
  async #checkpoint(): Promise<void> {
    const { organizationId, endpointId, claim } = this.#cursor;
    const endpoint = await this.#runtime.store.get(endpointRead(organizationId, endpointId));
    const seen = this.tally;
    const { set, ...clauses } = seen.clauses;
    // What is seen from now on goes into the next write.
    this.tally = new Tally();
    const progress = { set: { offeredTo: this.offeredTo, ...set }, ...clauses };
    const moved = await advanceCursor(this.#runtime, this.#cursor, progress).catch((error) => {
      this.tally.addEarlier(seen);
      throw error;
    });
    this.#checkpointAt = this.#runtime.clock() + checkpointMs;
    if (moved) this.#cursor = { ...moved, claim };
    if (!moved || !endpoint?.enabled) this.#isStopped = true;
    else this.#endpoint = endpoint;
  }
}
