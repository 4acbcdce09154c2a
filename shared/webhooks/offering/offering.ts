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
 * Every eighth failed probe counts as a first attempt of its events, so that events behind them get through: a receiver
 * may refuse certain events for what they are, and accept those that follow.
 */
const probesBeforeOneCounts = 8;
/** No request begins later than this, so that the slowest ends before the lease does. */
const budgetMs = 12_000;
/** How often the feed is read again while requests are under way; `checkpointMs` is how often the cursor is written. */
const readAgainMs = 250;
const checkpointMs = 2_000;

/**
 * Offers the events after a cursor to its endpoint. First attempts begin in the order of the feed, several at the same
 * time. The cursor moves only over events whose delivery is written, so that after a crash some are offered again and
 * none is lost.
 */
export class Offering {
  /** The results since the cursor was last written. */
  tally = new Tally();
  /** How many attempts the endpoint's answers allow. */
  readonly window: ReceiverWindow;
  /** Whether the time ran out before the end of the feed. */
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
  /** Failed attempts of a probe, until something is accepted. Their events do not count as offered yet. */
  readonly #failedProbe: FirstAttempt[] = [];
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
    if (this.window.probeFailed && probes % probesBeforeOneCounts === 0) await this.#recordFailedProbe();
  }

  async #offerUntil(stopAt: number): Promise<void> {
    while (!this.#isStopped) {
      if (this.#runtime.clock() >= stopAt) {
        this.isUnfinished = true;
        return;
      }
      const hasMore = await this.#readOn();
      this.#beginAttempts();
      if (this.#underWay.size === 0) {
        if (!hasMore) return;
        continue;
      }
      await this.#wait();
      // At the end everything is written together, because the last results decide whether events are held back.
      if (!this.#isStopped && this.#runtime.clock() >= this.#checkpointAt) await this.#checkpoint();
    }
  }

  /** Whether there are more events, wanted or not. */
  async #readOn(): Promise<boolean> {
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
      await this.#recordFailedProbe();
    } else {
      this.window.failed();
      if (this.window.isClosed) this.#isStopped = true;
      if (this.window.isProbe) return void this.#failedProbe.push(attempt);
    }
    await this.#record(attempt);
  }

  async #recordFailedProbe(): Promise<void> {
    await Promise.all(this.#failedProbe.splice(0).map((attempt) => this.#record(attempt)));
  }

  async #record(attempt: FirstAttempt): Promise<void> {
    await recordFirstAttempt(this.#runtime, attempt);
    this.#progress.finish(attempt.event.sequence);
  }

  /** Waits until there is room for another attempt or, while there is room, until the feed may have new events. */
  async #wait(): Promise<void> {
    const isFull = this.#underWay.size >= this.#room;
    await Promise.race(isFull ? this.#underWay : [...this.#underWay, this.#runtime.sleep(readAgainMs)]);
  }

  /** Writes progress and results, and checks whether the endpoint is still enabled. */
  async #checkpoint(): Promise<void> {
    const { organizationId, endpointId, claim } = this.#cursor;
    const endpoint = await this.#runtime.store.get(endpointRead(organizationId, endpointId));
    const seen = this.tally;
    const { set, ...clauses } = seen.clauses;
    // Results from now on go into the next write.
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
