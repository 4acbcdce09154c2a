import { AsyncLocalStorage } from 'node:async_hooks';

/** When a piece of work must end, in milliseconds by the monotonic clock of the process. */
interface Limits {
  readonly endsAt: number;
  /** When the settling of the work must have ended. */
  readonly settledAt: number;
}

/** Reserved for settling work that ran out of time: freeing its key, auditing its refusal, ending its claim. */
const settlingMs = 2_000;
/** Reserved for the answer. */
const answeringMs = 500;

/**
 * The limits of one invocation, for everything it calls. They use the clock of the process rather than the runtime's,
 * because they limit sockets, which do not use an injected clock.
 */
const running = new AsyncLocalStorage<Limits>();

/** Thrown when the time of an invocation is up. The SDK does not repeat a call that fails with it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor() {
    super('the time of this invocation is up');
  }
}

/**
 * Does a piece of work within a number of milliseconds. Its calls end early enough to settle the work and to answer.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  const settledAt = performance.now() + ms - answeringMs;
  return running.run({ endsAt: settledAt - settlingMs, settledAt }, work);
}

/** Settles failed work, within the time that was reserved for it. */
export function settling<T>(work: () => T): T {
  const limits = running.getStore();
  return limits ? running.run({ ...limits, endsAt: limits.settledAt }, work) : work();
}

/** Milliseconds until the current work must end. Not positive if it is late, infinite if nothing limits it. */
export function timeLeftMs(): number {
  const limits = running.getStore();
  return limits ? limits.endsAt - performance.now() : Number.POSITIVE_INFINITY;
}

/**
 * Waits no longer than the current work may last.
 * @throws OutOfTime
 */
export async function inTime<T>(awaited: Promise<T>): Promise<T> {
  const leftMs = timeLeftMs();
  if (leftMs === Number.POSITIVE_INFINITY) return awaited;
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime()), Math.max(0, leftMs));
  return Promise.race([awaited, timeIsUp]).finally(() => clearTimeout(timer));
}
