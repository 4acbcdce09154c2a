import { onTestFinished, vi } from 'vitest';

/**
 * Stops the timers of a test's process; sockets go on.
 * @returns a function that lets this many milliseconds pass for the timers
 */
export function stopTimers(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
