import { onTestFinished, vi } from 'vitest';

/** Stops the timers of a test's process, not its sockets. @returns lets so many milliseconds pass for them */
export function stopTimers(): (ms: number) => Promise<unknown> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => vi.advanceTimersByTimeAsync(ms);
}
