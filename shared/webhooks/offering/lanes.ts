import type { StoredLane, WebhookCursor } from '../endpoints/cursor.ts';
import { refusalsBeforeHolding } from '../endpoints/ladder.ts';
import { Lane } from './lane.ts';

/** Tells whether new events of a type are held back. */
export function isHeldBack({ lanes = {} }: WebhookCursor, type: string): boolean {
  return (lanes[type]?.refusals ?? 0) >= refusalsBeforeHolding;
}

/** Tells whether a lane has events that a worker can offer now. */
export function hasWork({ refusals, after, newest, probeAt = 0 }: StoredLane, now: number): boolean {
  return after < newest && (refusals < refusalsBeforeHolding || probeAt <= now);
}

/** The event types that an endpoint refuses, or whose events wait because it did. */
export class Lanes {
  readonly #lanes: Map<string, Lane>;

  constructor({ lanes = {}, offeredTo, mended }: WebhookCursor, now: number) {
    this.#lanes = new Map(
      Object.entries(lanes).map(([type, lane]) => {
        // The previous release has no lanes. It may have moved the cursor past waiting events and created their
        // deliveries.
        return [type, new Lane(type, { ...lane, after: Math.max(lane.after, offeredTo) })];
      }),
    );
    if (mended !== undefined) for (const lane of this) lane.mend(now);
  }

  [Symbol.iterator](): Iterator<Lane> {
    return this.#lanes.values();
  }

  of(type: string): Lane | undefined {
    return this.#lanes.get(type);
  }

  /** @param readTo how far the feed was read; no earlier event of the type waits */
  refused(type: string, now: number, readTo: number): void {
    const empty = { refusals: 0, since: now, triedAt: now, after: readTo, newest: readTo };
    const lane = this.#lanes.get(type) ?? new Lane(type, empty);
    this.#lanes.set(type, lane);
    lane.refused(now);
  }

  /** An endpoint that accepts an event type that it refused before has probably recovered for other types, too. */
  accepted(type: string, now: number): void {
    const lane = this.#lanes.get(type);
    const hasRecovered = lane?.isHeld;
    lane?.accepted();
    if (hasRecovered) for (const other of this) other.wake(now);
  }

  /** Returns the lanes whose probe is due, longest waiting first. */
  due(now: number): Lane[] {
    return [...this].filter((lane) => lane.isDue(now)).sort((a, b) => a.triedAt - b.triedAt);
  }

  /** Forgets lanes in which nothing waits and nothing was refused. */
  tidy(): void {
    for (const [type, lane] of this.#lanes) if (lane.isOver) this.#lanes.delete(type);
  }

  /** Returns the fields that the cursor stores, given how far the feed was read. */
  stored(readTo: number, now: number): Pick<WebhookCursor, 'offeredTo' | 'readTo' | 'lanes' | 'probeAt'> {
    this.tidy();
    const lanes = [...this];
    const offeredTo = Math.min(readTo, ...lanes.map(({ finishedTo = readTo }) => finishedTo));
    const probes = lanes.filter(({ isHeld }) => isHeld).map(({ probeAt = now }) => probeAt);
    const coming = probes.filter((probeAt) => probeAt > now);
    return {
      offeredTo,
      ...(readTo > offeredTo && { readTo }),
      ...(lanes.length > 0 && { lanes: Object.fromEntries(lanes.map((lane) => [lane.type, lane.stored])) }),
      ...(probes.length > 0 && { probeAt: Math.min(...(coming.length > 0 ? coming : probes)) }),
    };
  }
}
