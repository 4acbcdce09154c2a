import type { Clauses } from '../../ground/table/update-expression.ts';
import type { Event } from '../../journal/rows/event.ts';
import { AttemptBudget } from '../../ports/attempt-budget.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import type { WebhookCursor } from '../endpoints/cursor.ts';
import { endpointRef, type WebhookEndpoint } from '../endpoints/endpoint.ts';
import { refusalsBeforeHolding } from '../endpoints/ladder.ts';
import { Tally } from '../endpoints/tally.ts';
import { wants } from '../endpoints/wanted-types.ts';
import { attemptDelivery } from '../sender/attempt-delivery.ts';
import { deliveryIdOf, deliveryRef } from '../sender/delivery.ts';
import { advanceCursor, type ClaimedCursor } from './cursor-claim.ts';
import type { FeedReader } from './feed-reader.ts';
import type { Lane } from './lane.ts';
import { Lanes } from './lanes.ts';
import { Progress } from './progress.ts';
import { ReceiverWindow } from './receiver-window.ts';
import { type FirstAttempt, recordFirstAttempt } from './record-first-attempt.ts';

/** No request starts later than this, so that even the slowest one ends before the lease does. */
const budgetMs = 12_000;
/**
 * `readAgainMs` is how often the feed is read again while requests are in progress; `checkpointMs` is how often the
 * cursor is written.
 */
const readAgainMs = 250;
const checkpointMs = 2_000;
/**
 * The maximum number of failed probes per call of the worker, of up to three attempts each. It limits the time that an
 * endpoint that is down can take.
 */
const maxFailedProbes = 4;
/**
 * The maximum number of a lane's events with an existing delivery that one probe passes over. The next probe continues
 * after them.
 */
const maxPassed = 100;
/** How long the oldest event of a probe may take before others are tried at the same time. */
const probeHeadStartMs = 500;
/** The head start of a brief probe, and how long a receiver may take to answer one. */
const briefHeadStartMs = 250;
const briefMs = 1_250;

interface AttemptOptions {
  readonly isProbe: boolean;
  readonly timeoutMs?: number | undefined;
}

/**
 * Offers the events after a cursor to its endpoint. First attempts start in the order of the feed, several at the same
 * time. Events of a type that the endpoint refuses get their own lane, so that they do not hold up others. The cursor
 * moves only past events whose delivery is written or that wait in a lane. After a crash, some events are therefore
 * offered again, but none is lost.
 */
export class Offering {
  /** The results since the cursor was last written. */
  tally = new Tally();
  /** Whether the time ran out before the end of the feed was reached. */
  isUnfinished = false;
  readonly #runtime: WorkerRuntime<'sealing' | 'receivers'>;
  readonly #feed: FeedReader;
  #cursor: ClaimedCursor;
  readonly #progress: Progress;
  readonly #lanes: Lanes;
  readonly #window = new ReceiverWindow();
  readonly #share: AttemptBudget;
  #endpoint: WebhookEndpoint;
  #waiting: Event[] = [];
  /** The sequence up to which the feed's events were started or put into lanes. */
  #begunTo: number;
  readonly #underWay = new Set<Promise<void>>();
  /** Attempts in progress by type, excluding probes. */
  readonly #underWayOf = new Map<string, number>();
  readonly #probing = new Set<Lane>();
  /**
   * Resolves for each lane when the last event taken from it can start. Lookups end in any order, but attempts start in
   * the order of the feed.
   */
  readonly #turns = new Map<Lane, Promise<unknown>>();
  #failedProbes = 0;
  #failure: unknown;
  #isStopped = false;
  #stopAt = 0;
  #checkpointAt: number;

  constructor(
    runtime: WorkerRuntime<'sealing' | 'receivers'>,
    endpoint: WebhookEndpoint,
    cursor: ClaimedCursor,
    feed: FeedReader,
  ) {
    const now = runtime.clock();
    this.#runtime = runtime;
    this.#endpoint = endpoint;
    this.#cursor = cursor;
    this.#feed = feed;
    this.#share = new AttemptBudget(runtime.webhookLoad);
    this.#begunTo = readTo(cursor);
    this.#progress = new Progress(this.#begunTo);
    this.#lanes = new Lanes(cursor, now);
    this.#checkpointAt = now + checkpointMs;
  }

  /** The update of the cursor that writes the progress and the results. */
  get clauses(): Clauses<WebhookCursor> {
    const { set, add } = this.tally.clauses;
    const progress = this.#lanes.stored(this.#progress.offeredTo, this.#runtime.clock());
    return { set: { ...progress, ...set }, ...(add && { add }), remove: ['readTo', 'lanes', 'probeAt'] };
  }

  async run(): Promise<void> {
    this.#share.join();
    this.#stopAt = this.#runtime.clock() + budgetMs;
    try {
      await this.#offer();
    } finally {
      await Promise.all(this.#underWay);
      this.#share.leave();
    }
    if (this.#failure) throw this.#failure;
    const now = this.#runtime.clock();
    // Lanes for which the other probes left no room are probed next time.
    if (this.#failedProbes >= maxFailedProbes) for (const lane of this.#lanes.due(now)) lane.postpone(now);
  }

  async #offer(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#runtime.clock() >= this.#stopAt) {
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
      // At the end, everything is written together, because the last results determine whether events are held back.
      if (!this.#isStopped && this.#runtime.clock() >= this.#checkpointAt) await this.#checkpoint();
    }
  }

  /**
   * Reads the next events.
   * @returns whether there are more events, wanted or not
   */
  async #readOn(): Promise<boolean> {
    const lanes = [...this.#lanes].filter((lane) => !lane.isHeld && lane.hasWaiting);
    await Promise.all(lanes.map((lane) => lane.oldest(this.#feed)));
    if (this.#waiting.length > 0) return true;
    const events = await this.#feed.after(this.#progress.lastTaken);
    this.#waiting.push(...events);
    for (const { sequence } of events) this.#progress.take(sequence);
    return events.length > 0 || lanes.length > 0 || this.#dueLanes.length > 0;
  }

  #beginAttempts(): void {
    for (const lane of this.#dueLanes) {
      if (!this.#isStopped && this.#hasRoom) this.#begin(() => this.#probe(lane));
    }
    while (!this.#isStopped && this.#hasRoom) {
      const ofLanes = [...this.#lanes].filter((lane) => this.#hasRoom && this.#beginWaiting(lane));
      if (!this.#beginNext() && ofLanes.length === 0) return;
    }
  }

  get #hasRoom(): boolean {
    return this.#underWay.size < Math.min(this.#window.size, this.#share.size);
  }

  /** Lanes to probe, at most as many as may still fail. */
  get #dueLanes(): Lane[] {
    const due = this.#lanes.due(this.#runtime.clock()).filter((lane) => !this.#probing.has(lane));
    return due.slice(0, Math.max(0, maxFailedProbes - this.#failedProbes - this.#probing.size));
  }

  /**
   * Starts the oldest event of a lane, if there is room.
   * @returns whether it did
   */
  #beginWaiting(lane: Lane): boolean {
    if (lane.isHeld || this.#probing.has(lane) || !this.#hasRoomFor(lane)) return false;
    const event = lane.take();
    if (!event) return false;
    const isWaiting = this.#isWaiting(event);
    const turn = Promise.all([this.#turns.get(lane), isWaiting]);
    this.#turns.set(
      lane,
      turn.catch(() => undefined),
    );
    this.#begin(async () => {
      await turn;
      if (await isWaiting) await this.#firstAttempt(event);
      lane.finish(event.sequence);
    }, lane.type);
    return true;
  }

  /** A type that is starting to be refused gets only as many attempts as are needed to hold it back. */
  #hasRoomFor({ type, refusals }: Lane): boolean {
    return refusals === 0 || refusals + (this.#underWayOf.get(type) ?? 0) < refusalsBeforeHolding;
  }

  /**
   * Takes the next event of the feed.
   * @returns whether there was one
   */
  #beginNext(): boolean {
    const event = this.#waiting.shift();
    if (!event) return false;
    const { sequence, type } = event;
    this.#begunTo = sequence;
    const lane = this.#lanes.of(type);
    if (wants(this.#endpoint, event) && !(lane && !lane.isOver)) {
      this.#begin(async () => {
        await this.#firstAttempt(event);
        this.#progress.finish(sequence);
      }, type);
      return true;
    }
    if (wants(this.#endpoint, event)) lane?.wait(event);
    this.#progress.finish(sequence);
    return true;
  }

  #begin(work: () => Promise<void>, type?: string): void {
    const count = (by: number) => type && this.#underWayOf.set(type, (this.#underWayOf.get(type) ?? 0) + by);
    const attempt = work().catch((error) => {
      this.#failure = error;
      this.#isStopped = true;
    });
    const over = attempt.then(() => {
      this.#underWay.delete(over);
      this.#share.end();
      count(-1);
    });
    this.#underWay.add(over);
    this.#share.begin();
    count(1);
  }

  async #firstAttempt(event: Event): Promise<void> {
    const attempt = await this.#attempt(event, { isProbe: false });
    if (!attempt.answer.accepted) this.#lanes.refused(event.type, this.#runtime.clock(), this.#begunTo);
    await recordFirstAttempt(this.#runtime, attempt);
  }

  async #attempt(event: Event, { isProbe, timeoutMs }: AttemptOptions): Promise<FirstAttempt> {
    const at = this.#runtime.clock();
    const answer = await attemptDelivery(this.#runtime, this.#endpoint, event, timeoutMs);
    const now = this.#runtime.clock();
    this.tally.add(answer, now, { isFirst: !isProbe });
    if (answer.accepted) {
      this.#window.accepted();
      this.#lanes.accepted(event.type, now);
    }
    return { endpoint: this.#endpoint, event, answer, at };
  }

  /**
   * Tries the oldest waiting event of a type that is held back. If that is refused or slow, tries the newest event and
   * one in between. As long as nothing is accepted, these attempts leave no delivery, because otherwise an endpoint
   * that is down would start a ladder with each one. Once one is accepted, the others must have been refused for their
   * content.
   */
  async #probe(lane: Lane): Promise<void> {
    this.#probing.add(lane);
    try {
      const isBrief = this.#isBrief(lane);
      const tryOne = (event: Event) => this.#probeBy(lane, event, isBrief);
      const { isJustHeld } = lane;
      const oldest = await this.#oldestWaiting(lane);
      const attempts = oldest && !isJustHeld ? [tryOne(oldest)] : [];
      const headStartMs = isBrief ? briefHeadStartMs : probeHeadStartMs;
      if (attempts.length > 0) await Promise.race([...attempts, this.#runtime.sleep(headStartMs)]);
      if (lane.isHeld) {
        const isWaiting = (event: Event) => this.#isWaiting(event);
        const others = [await lane.newest(this.#feed, isWaiting), await lane.between(this.#feed, isWaiting)];
        attempts.push(...others.filter((event) => event !== undefined).map(tryOne));
      }
      const refused = (await Promise.all(attempts)).filter((attempt) => attempt !== undefined);
      if (!lane.isHeld) await Promise.all(refused.map((attempt) => recordFirstAttempt(this.#runtime, attempt)));
      else lane.postpone(this.#runtime.clock(), { isProbed: true });
    } finally {
      this.#probing.delete(lane);
      if (lane.isHeld) this.#failedProbes += 1;
    }
  }

  /**
   * Returns the oldest event of a lane that still waits. A worker that died or lost its claim may have attempted events
   * without recording its progress. Such events are removed from the lane.
   */
  async #oldestWaiting(lane: Lane): Promise<Event | undefined> {
    for (let passed = 0; passed < maxPassed; passed += 1) {
      const oldest = await lane.oldest(this.#feed);
      if (!oldest || (await this.#isWaiting(oldest))) return oldest;
      lane.take();
      lane.finish(oldest.sequence);
    }
    return undefined;
  }

  /** @returns the attempt if it was refused and has left no delivery */
  async #probeBy(lane: Lane, event: Event, isBrief: boolean): Promise<FirstAttempt | undefined> {
    const attempt = await this.#attempt(event, { isProbe: true, timeoutMs: isBrief ? briefMs : undefined });
    if (!attempt.answer.accepted) {
      lane.tried(this.#runtime.clock());
      return attempt;
    }
    await recordFirstAttempt(this.#runtime, attempt);
    return undefined;
  }

  /**
   * Tells whether a probe can wait less than the full ten seconds, because no event of any type was accepted and other
   * probes have waited that long. Workers would otherwise spend most of an hour waiting for a receiver that hangs.
   */
  #isBrief(lane: Lane): boolean {
    const acceptedAt = this.tally.succeededAt ?? this.#cursor.lastSuccessAt ?? 0;
    return acceptedAt < lane.since && lane.mayBeBrief(this.#runtime.clock());
  }

  /**
   * Tells whether an event in a lane still has to be attempted. It may have been probed, or a crash may have
   * intervened.
   */
  async #isWaiting(event: Event): Promise<boolean> {
    if (!wants(this.#endpoint, event)) return false;
    const deliveryId = deliveryIdOf(this.#endpoint, event);
    return (await this.#runtime.store.get(deliveryRef({ ...this.#endpoint, deliveryId }))) === undefined;
  }

  /** Waits until there is room for another attempt or, if there is room, until the feed may have new events. */
  async #wait(): Promise<void> {
    await Promise.race(this.#hasRoom ? [...this.#underWay, this.#runtime.sleep(readAgainMs)] : this.#underWay);
  }

  /** Writes progress and results, and checks whether the endpoint is still enabled. */
  async #checkpoint(): Promise<void> {
    const { organizationId, endpointId, claim } = this.#cursor;
    const endpoint = await this.#runtime.store.get(endpointRef(organizationId, endpointId));
    const { clauses, tally } = this;
    // Later results go into the next write.
    this.tally = new Tally();
    const moved = await advanceCursor(this.#runtime, this.#cursor, clauses).catch((error) => {
      this.tally.addEarlier(tally);
      throw error;
    });
    this.#checkpointAt = this.#runtime.clock() + checkpointMs;
    if (moved) this.#cursor = { ...moved, claim };
    if (!moved || !endpoint?.enabled) this.#isStopped = true;
    else this.#endpoint = endpoint;
  }
}

/** Returns how far an endpoint was offered the feed, not counting events that wait in lanes. */
export function readTo({ offeredTo, readTo = offeredTo }: Pick<WebhookCursor, 'offeredTo' | 'readTo'>): number {
  return Math.max(offeredTo, readTo);
}
