type Step = () => Promise<unknown> | unknown;

/** Steps that stop what was started, in the reverse order of its start. */
export interface Cleanup {
  add(step: Step): void;
  /** Runs every step once, even if others fail. */
  run(): Promise<void>;
}

export function createCleanup(onError: (error: unknown) => void): Cleanup {
  const steps: Step[] = [];
  return {
    add: (step) => void steps.push(step),
    async run() {
      for (let step = steps.pop(); step; step = steps.pop()) {
        try {
          await step();
        } catch (error) {
          onError(error);
        }
      }
    },
  };
}

/**
 * Like `Promise.all`, but settles only when every promise has settled, so that a cleanup knows about everything that
 * was started.
 */
export async function together<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises) as Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }>;
}
