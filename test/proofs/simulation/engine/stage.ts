import type { Scheduler } from 'fast-check';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { currentInvocation } from './invocation.ts';

/** Virtual time, far ahead of the real one: DynamoDB Local would delete what has expired by its own clock. */
const beginning = Date.parse('2040-01-02T03:04:05.000Z');
/** Between two steps pass up to so many milliseconds. */
const longestStepMs = 12;

interface Parts {
  readonly scheduler: Scheduler;
  readonly dice: Dice;
  readonly faults: FaultPlan;
}

/**
 * Decides who goes on. Whatever could happen in one order or another parks here; fast-check's scheduler releases exactly
 * one, and the next only when nothing moves any more. So the order is the seed's, never that of real input and output.
 */
export class Stage {
  now = beginning;
  /** Steps so far: a clock without ties, for what came before what. */
  step = 0;
  /** Everything that happened, in order: two runs of one seed have the same. */
  readonly trace: string[] = [];
  /** What a reader wants to know of it. */
  readonly story: string[] = [];
  readonly #scheduler: Scheduler;
  readonly #dice: Dice;
  readonly #faults: FaultPlan;
  #calls = 0;
  #quiet = Promise.withResolvers<void>();

  constructor({ scheduler, dice, faults }: Parts) {
    this.#scheduler = scheduler;
    this.#dice = dice;
    this.#faults = faults;
  }

  /** Waits for its turn. */
  async park(label: string): Promise<void> {
    await this.#scheduler.schedule(Promise.resolve(), label);
    this.step += 1;
    this.now += 1 + this.#dice.below(longestStepMs);
    this.trace.push(label);
  }

  /** Waits for its turn, which never comes once the process is gone. */
  async gate(label: string): Promise<void> {
    await this.park(nameOf(label));
    if (!this.survives(label)) await never();
  }

  /** Whether the running invocation goes on behind this point. */
  survives(label: string): boolean {
    const invocation = currentInvocation();
    if (!invocation) return true;
    if (invocation.isDead) return false;
    if (this.now - invocation.startedAt > invocation.timeoutMs) {
      this.tell(`${invocation.name} runs out of time and is ended`);
      invocation.die();
    } else if (this.#faults.strikes('dies', label)) invocation.die();
    return !invocation.isDead;
  }

  /** Whoever sleeps wakes when the scheduler says so; then that much time has passed for everybody. */
  sleep = async (ms: number): Promise<void> => {
    const wakesAt = this.now + Math.ceil(ms);
    await this.gate(`sleeps ${Math.round(ms)} ms`);
    this.now = Math.max(this.now, wakesAt);
  };

  /** Does real input or output; one at a time, because only one is released at a time. */
  async io<T>(work: () => Promise<T>): Promise<T> {
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) {
        this.#quiet.resolve();
        this.#quiet = Promise.withResolvers<void>();
      }
    }
  }

  /** @returns whether anybody was waiting */
  async releaseOne(): Promise<boolean> {
    if (this.#scheduler.count() === 0) return false;
    await this.#scheduler.waitOne();
    await this.settle();
    return true;
  }

  /** Until every continuation is parked again: code between two awaits runs in microtasks only. */
  async settle(): Promise<void> {
    do {
      while (this.#calls > 0) await this.#quiet.promise;
      await new Promise<void>((resolve) => setImmediate(resolve));
    } while (this.#calls > 0);
  }

  tell(sentence: string): void {
    const elapsed = ((this.now - beginning) / 1000).toFixed(3).padStart(11);
    this.story.push(`${elapsed} s  ${sentence}`);
    this.trace.push(`* ${sentence}`);
  }
}

/** Who does what, for the trace. */
export function nameOf(label: string): string {
  return `${currentInvocation()?.name ?? 'outside'}: ${label}`;
}

/** The await of a process that is gone. */
export function never(): Promise<never> {
  return new Promise<never>(() => {});
}
