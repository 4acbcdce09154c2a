import { AsyncLocalStorage } from 'node:async_hooks';

/** When a piece of work must end, by the monotonic clock of the process, milliseconds. */
interface Limits {
  readonly endsAt: number;
  /** When what settles it must have ended. */
  readonly settledAt: number;
}

/** Kept for what settles work that ran out of time: its key is freed, its refusal is audited, its claim is ended. */
const settlingMs = 2_000;
/** Kept for the answer. */
const answeringMs = 500;

/**
 * Of one invocation, for whatever it calls. By the clock of the process and not by the runtime's: it limits sockets,
 * which know no other.
 */
const running = new AsyncLocalStorage<Limits>();

/** The time of an invocation is up. The SDK does not repeat what fails with it. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';

  constructor() {
    super('the time of this invocation is up');
  }
}

/**
 * Does a piece of work that is given some milliseconds. Its calls end early enough to settle what it has begun and to
 * answer.
 */
export function withinTime<T>(ms: number, work: () => T): T {
  const settledAt = performance.now() + ms - answeringMs;
  return running.run({ endsAt: settledAt - settlingMs, settledAt }, work);
}

/** Does what settles failed work. It has the time that was kept for it. */
export function settling<T>(work: () => T): T {
  const limits = running.getStore();
  return limits ? running.run({ ...limits, endsAt: limits.settledAt }, work) : work();
}

/** Milliseconds until the work under way must end, not positive when it is late; infinite where nothing limits it. */
export function timeLeftMs(): number {
  const limits = running.getStore();
  return limits ? limits.endsAt - performance.now() : Number.POSITIVE_INFINITY;
}

/**
 * Waits no longer than the work under way may last.
 * @throws OutOfTime
 */
export async function inTime<T>(awaited: Promise<T>): Promise<T> {
  const leftMs = timeLeftMs();
  if (leftMs === Number.POSITIVE_INFINITY) return awaited;
  const { promise: timeIsUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new OutOfTime()), Math.max(0, leftMs));
  return Promise.race([awaited, timeIsUp]).finally(() => clearTimeout(timer));
}
