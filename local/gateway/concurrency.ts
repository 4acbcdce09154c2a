/**
 * Runs at most so many at once. The others wait: whose turn it is goes round among those that wait for something, and each
 * one's are first come first served. So nobody waits for all that somebody else has asked for.
 */
export function createConcurrency(limit: number) {
  let running = 0;
  /** What waits, by whom it is for. The first has the next turn. */
  const waiting = new Map<string, (() => void)[]>();

  function next(): (() => void) | undefined {
    const [whose, queue] = waiting.entries().next().value ?? [];
    if (whose === undefined || queue === undefined) return undefined;
    const resolve = queue.shift();
    waiting.delete(whose);
    if (queue.length > 0) waiting.set(whose, queue);
    return resolve;
  }

  function turn(whose: string): Promise<void> {
    return new Promise((resolve) => {
      const queue = waiting.get(whose);
      if (queue) queue.push(resolve);
      else waiting.set(whose, [resolve]);
    });
  }

  return async function run<T>(whose: string, act: () => Promise<T>): Promise<T> {
    if (running < limit) running += 1;
    else await turn(whose);
    try {
      return await act();
    } finally {
      const resolve = next();
      if (resolve) resolve();
      else running -= 1;
    }
  };
}
