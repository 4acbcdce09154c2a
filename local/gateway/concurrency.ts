/**
 * Runs at most `limit` calls at once. The others wait in one queue per group. The groups take turns, and each queue is
 * first come, first served, so that no group waits for all calls of another.
 */
export function createConcurrency(limit: number) {
  let running = 0;
  /** The waiting calls by group. The first group is served next. */
  const waiting = new Map<string, (() => void)[]>();

  function next(): (() => void) | undefined {
    const [group, queue] = waiting.entries().next().value ?? [];
    if (group === undefined || queue === undefined) return undefined;
    const resolve = queue.shift();
    waiting.delete(group);
    if (queue.length > 0) waiting.set(group, queue);
    return resolve;
  }

  function waitForSlot(group: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = waiting.get(group);
      if (queue) queue.push(resolve);
      else waiting.set(group, [resolve]);
    });
  }

  return async function run<T>(group: string, act: () => Promise<T>): Promise<T> {
    if (running < limit) running += 1;
    else await waitForSlot(group);
    try {
      return await act();
    } finally {
      const resolve = next();
      if (resolve) resolve();
      else running -= 1;
    }
  };
}
