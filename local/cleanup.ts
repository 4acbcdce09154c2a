type Step = () => Promise<unknown> | unknown;

/** What has to be ended, in the reverse order of its beginning. */
export interface Cleanup {
  add(step: Step): void;
  /** Runs every step once, whatever the others do. */
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

/** As `Promise.all`, but settles only when nothing is left running that a cleanup would not know of yet. */
export async function together<T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises) as Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }>;
}
