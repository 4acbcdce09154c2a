import type { Event } from '../../journal/rows/event.ts';
import type { StoredLane } from '../endpoints/cursor.ts';
import { isProbedOften, nextProbe, refusalsBeforeHolding } from '../endpoints/ladder.ts';
import type { FeedReader } from './feed-reader.ts';

/** The maximum number of waiting events kept in memory. Later events are read from the feed again. */
const maxBuffered = 200;
/**
 * The maximum number of pages that one search for a waiting event reads. A search that finds nothing continues later
 * where it ended.
 */
const maxPages = 5;

/** Tells whether an event waits: the endpoint wants it, and it has no delivery yet. */
export type IsWaiting = (event: Event) => Promise<boolean>;

/**
 * Tracks one event type that an endpoint refuses, and which of its events wait. Waiting events are not stored: they are
 * the events of the type within a part of the feed that have no delivery.
 */
export class Lane {
  readonly type: string;
  #refusals: number;
  #since: number;
  #triedAt: number;
  #probeAt: number | undefined;
  #probes: number;
  /** No event of the type up to this sequence remains to be taken. */
  #takenTo: number;
  #newest: number;
  /** How far the feed was read, and the events found there that have not been taken. */
  #readTo: number;
  #buffer: Event[] = [];
  /** Sequences of events that were taken and have no delivery yet. */
  readonly #unfinished = new Set<number>();

  constructor(type: string, stored: StoredLane) {
    this.type = type;
    this.#refusals = stored.refusals;
    this.#since = stored.since;
    this.#triedAt = stored.triedAt;
    this.#probeAt = stored.probeAt;
    this.#probes = stored.probes ?? 0;
    this.#takenTo = stored.after;
    this.#readTo = stored.after;
    this.#newest = stored.newest;
  }

  get refusals(): number {
    return this.#refusals;
  }

  get since(): number {
    return this.#since;
  }

  get triedAt(): number {
    return this.#triedAt;
  }

  get probeAt(): number | undefined {
    return this.#probeAt;
  }

  /** Whether events that have not been taken may be waiting. */
  get hasWaiting(): boolean {
    return this.#takenTo < this.#newest;
  }

  /** Whether the type's events are held back and only probed. */
  get isHeld(): boolean {
    return this.#refusals >= refusalsBeforeHolding;
  }

  /** Whether the type has just been held back, so that its oldest events were tried last. */
  get isJustHeld(): boolean {
    return this.isHeld && this.#probeAt === undefined;
  }

  /** Tells whether the lane's next probe can be brief, as nine of ten can while probes are frequent. */
  mayBeBrief(now: number): boolean {
    return this.#probes % 10 !== 0 && isProbedOften(this.#since, now);
  }

  isDue(now: number): boolean {
    return this.isHeld && this.hasWaiting && (this.#probeAt ?? 0) <= now;
  }

  /** Whether the lane can be forgotten, because new events of the type do not have to wait behind others. */
  get isOver(): boolean {
    return this.#refusals === 0 && !this.hasWaiting && this.#unfinished.size === 0;
  }

  /** The sequence up to which every event of the type has a delivery. Undefined if all of them do. */
  get finishedTo(): number | undefined {
    const { after, newest } = this.stored;
    return after < newest ? after : undefined;
  }

  get stored(): StoredLane {
    const unfinished = Math.min(...this.#unfinished);
    return {
      refusals: this.#refusals,
      since: this.#since,
      triedAt: this.#triedAt,
      after: Math.min(this.#takenTo, unfinished - 1),
      newest: Math.max(this.#newest, ...this.#unfinished),
      ...(this.#probeAt !== undefined && { probeAt: this.#probeAt }),
      ...(this.#probes > 0 && { probes: this.#probes }),
    };
  }

  /** Adds an event of the type that was just read from the feed. */
  wait(event: Event): void {
    const { sequence } = event;
    if (!this.hasWaiting) {
      this.#takenTo = sequence - 1;
      this.#readTo = this.#takenTo;
      this.#newest = this.#takenTo;
      this.#buffer = [];
    }
    // After a crash, the feed returns some events again.
    if (sequence <= this.#newest) return;
    const isReadUp = this.#readTo >= this.#newest;
    this.#newest = sequence;
    if (!isReadUp || this.#buffer.length >= maxBuffered) return;
    this.#buffer.push(event);
    this.#readTo = sequence;
  }

  /**
   * Returns the oldest event that has not been taken, which may have a delivery, or undefined if none has been found
   * yet.
   */
  async oldest(feed: FeedReader): Promise<Event | undefined> {
    for (let page = 0; page < maxPages && this.#buffer.length === 0 && this.hasWaiting; page += 1) {
      const events = await feed.after(this.#readTo);
      const ofLane = events.filter(({ type, sequence }) => type === this.type && sequence <= this.#newest);
      this.#buffer.push(...ofLane);
      this.#readTo = Math.min(events.at(-1)?.sequence ?? this.#newest, this.#newest);
      this.#takenTo = (ofLane[0]?.sequence ?? this.#readTo + 1) - 1;
    }
    return this.#buffer[0];
  }

  /** Takes the oldest event, if it was found. The event counts as waiting until {@link finish}. */
  take(): Event | undefined {
    const event = this.#buffer.shift();
    if (!event) return undefined;
    this.#unfinished.add(event.sequence);
    this.#takenTo = this.#buffer.length > 0 || this.#readTo < this.#newest ? event.sequence : this.#newest;
    return event;
  }

  finish(sequence: number): void {
    this.#unfinished.delete(sequence);
  }

  /** Returns the newest event that waits, apart from the oldest. */
  async newest(feed: FeedReader, isWaiting: IsWaiting): Promise<Event | undefined> {
    const oldest = this.#buffer[0]?.sequence ?? this.#takenTo;
    for (let page = 0; page < maxPages && this.#newest > oldest; page += 1) {
      const events = await feed.upTo(this.#newest);
      for (const event of events) {
        if (event.sequence <= oldest) return undefined;
        const isCandidate = event.type === this.type && !this.#unfinished.has(event.sequence);
        if (isCandidate && (await isWaiting(event))) return event;
        // No event from this one on is waiting.
        this.#newest = event.sequence - 1;
      }
      if (events.length === 0) return undefined;
    }
    return undefined;
  }

  /** Returns a waiting event between the oldest and the newest, each time from another part of the feed. */
  async between(feed: FeedReader, isWaiting: IsWaiting): Promise<Event | undefined> {
    const oldest = this.#buffer[0]?.sequence ?? this.#takenTo;
    const part = (0.5 + this.#probes * goldenRatio) % 1;
    const events = await feed.after(oldest + Math.floor(part * (this.#newest - oldest - 1)));
    for (const event of events) {
      if (event.sequence >= this.#newest) return undefined;
      if (event.type === this.type && (await isWaiting(event))) return event;
    }
    return undefined;
  }

  accepted(): void {
    this.#refusals = 0;
    this.#probes = 0;
    this.#probeAt = undefined;
  }

  refused(now: number): void {
    if (this.#refusals === 0) this.#since = now;
    this.#refusals += 1;
    this.#triedAt = now;
    // If events are already waiting, one of them is tried at once, because perhaps only the oldest ones are refused.
    if (this.isHeld && !this.hasWaiting) this.#probeAt ??= nextProbe(this.#since, now);
  }

  /** Records a refused attempt of a probe. The event stays waiting. */
  tried(now: number): void {
    this.#triedAt = now;
  }

  /**
   * Schedules the next probe after one in which nothing was accepted, or which was left out in favor of other probes.
   */
  postpone(now: number, { isProbed = false } = {}): void {
    if (isProbed) this.#probes += 1;
    this.#probeAt = nextProbe(this.#since, now);
  }

  /** Makes the next probe due, because of another sign that the endpoint has recovered. */
  wake(now: number): void {
    if (this.isHeld) this.#probeAt = now;
  }

  /** Forgets how long the type was refused. */
  mend(now: number): void {
    this.#since = now;
    this.#probes = 0;
    this.wake(now);
  }
}

/** Multiples of this number have fractional parts that are spread evenly from 0 to 1. */
const goldenRatio = 0.618;
