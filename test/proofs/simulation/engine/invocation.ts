import { AsyncLocalStorage } from 'node:async_hooks';

const running = new AsyncLocalStorage<Invocation>();

/** One run of one Lambda function: what dies as a whole. */
export class Invocation {
  readonly name: string;
  readonly startedAt: number;
  readonly startedStep: number;
  readonly timeoutMs: number;
  /** Milliseconds that its clock is off. */
  readonly skewMs: number;
  /** Ids that it made, whether they came to anything or not. */
  readonly made: string[] = [];
  /** Faults that struck it: what it could not do for their sake is no violation. */
  readonly struckBy: string[] = [];
  /** It never goes on: whatever it waits for is never answered. */
  isDead = false;
  readonly died: Promise<'died'>;
  readonly #resolve: (died: 'died') => void;

  constructor(name: string, { startedAt, startedStep, timeoutMs, skewMs = 0 }: Lifetime) {
    this.name = name;
    this.startedAt = startedAt;
    this.startedStep = startedStep;
    this.timeoutMs = timeoutMs;
    this.skewMs = skewMs;
    const { promise, resolve } = Promise.withResolvers<'died'>();
    this.died = promise;
    this.#resolve = resolve;
  }

  die(): void {
    this.isDead = true;
    this.#resolve('died');
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return running.run(this, work);
  }

  get requestId(): string {
    return this.made.find((id) => id.startsWith('req_')) ?? '';
  }
}

interface Lifetime {
  readonly startedAt: number;
  readonly startedStep: number;
  readonly timeoutMs: number;
  readonly skewMs?: number;
}

/** Whose code is running: every await of it stays its own. */
export function currentInvocation(): Invocation | undefined {
  return running.getStore();
}
