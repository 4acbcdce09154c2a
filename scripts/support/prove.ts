import { type Cleanup, createCleanup } from '../../local/process/cleanup.ts';
import { say } from './say.ts';

interface Proof {
  /** After this time the proof fails, so that a hang does not block anyone who waits for the result. */
  readonly deadlineMs: number;
  /** @returns what is proven; @throws Error when it is not. */
  readonly work: (cleanup: Cleanup) => Promise<string>;
}

/** Runs a proof and ends the process. The first outcome counts, and everything that was started has ended before. */
export async function prove({ deadlineMs, work }: Proof): Promise<never> {
  const cleanup = createCleanup((error) => say(`cleaning up failed: ${String(error)}`));
  const interruption = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`not finished after ${deadlineMs / 1000} s`)), deadlineMs);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => reject(new Error(signal)));
    }
  });
  try {
    const proven = await Promise.race([work(cleanup), interruption]);
    await cleanup.run();
    say(proven);
    process.exit(0);
  } catch (error) {
    process.exitCode = 1;
    say(`FAILED: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
    await cleanup.run();
    process.exit();
  }
}
