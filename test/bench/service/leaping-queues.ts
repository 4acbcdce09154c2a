import type { SQSEvent } from 'aws-lambda';
import type { Hint, HintQueue } from '../../../shared/due/hint-queue.ts';
import type { DueKind } from '../../../shared/due/kinds.ts';
import type { Worker } from '../../../shared/runtime/worker.ts';
import type { LeapingClock } from './leaping-clock.ts';

export type Call = (worker: Worker<SQSEvent>, hints: readonly Hint[]) => Promise<void>;

/** SQS with Lambda's pollers on a clock that leaps: delays in whole seconds, batches as the workers declare them. */
export class LeapingQueues implements HintQueue {
  readonly #clock: LeapingClock;
  readonly #workers: readonly Worker<SQSEvent>[];
  readonly #call: Call;
  readonly #batches = new Map<DueKind, Hint[]>();

  constructor(clock: LeapingClock, workers: readonly Worker<SQSEvent>[], call: Call) {
    this.#clock = clock;
    this.#workers = workers;
    this.#call = call;
  }

  async send(hints: readonly Hint[], now: number): Promise<void> {
    for (const hint of hints) void this.#deliver(hint, now + Math.ceil(Math.max(0, hint.dueAt - now) / 1000) * 1000);
  }

  async backlog(): Promise<number> {
    return 0;
  }

  async #deliver(hint: Hint, at: number): Promise<void> {
    await this.#clock.until(at);
    const { worker, trigger } = this.#workerOf(hint.kind);
    const open = this.#batches.get(hint.kind);
    if (open) {
      open.push(hint);
      if (open.length === trigger.batchSize) this.#close(worker, open);
      return;
    }
    const batch = [hint];
    this.#batches.set(hint.kind, batch);
    await this.#clock.sleep(trigger.batchingSeconds * 1000);
    if (this.#batches.get(hint.kind) === batch) this.#close(worker, batch);
  }

  #close(worker: Worker<SQSEvent>, batch: readonly Hint[]): void {
    const [{ kind }] = batch as [Hint];
    this.#batches.delete(kind);
    void this.#call(worker, batch);
  }

  #workerOf(kind: DueKind) {
    for (const worker of this.#workers) {
      const { trigger } = worker;
      if (trigger.type === 'queue' && trigger.kind === kind) return { worker, trigger };
    }
    throw new Error(`nobody works on ${kind}`);
  }
}
