/** Runs at most so many at once; the others wait their turn, first come first served. */
export function createConcurrency(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async function run<T>(act: () => Promise<T>): Promise<T> {
    if (running < limit) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
