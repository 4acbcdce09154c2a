import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { longestDelayMs } from '../../../../shared/journal/due/hint-due-work.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import type { Hint, HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import { inject } from './refusals.ts';
import type { Stage } from './stage.ts';

interface Message {
  readonly id: string;
  readonly hint: Hint;
  visibleAt: number;
  received: number;
}

/** As the CDK app sets them: six timeouts of the worker, five tries. */
const visibilityMs = 120_000;
const maxReceiveCount = 5;
const mostReceived = 10;

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
}

/** The queues of hints, as SQS keeps them: at least once, in any order, each again when its worker did not finish. */
export class SimulatedQueues implements HintQueue {
  #messages: Message[] = [];
  #sent = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async send(hints: readonly Hint[], nowMs: number): Promise<void> {
    const { stage, faults } = this.#parts;
    await stage.gate(`sends ${hints.length} hints`);
    if (faults.strikes('hintFails', 'SendMessageBatch')) throw failure();
    for (const hint of hints) this.#add(hint, nowMs);
    await stage.gate(`has sent ${hints.length} hints`);
    if (faults.strikes('hintAnswerLost', 'SendMessageBatch')) throw failure();
  }

  async backlog(kind: DueKind): Promise<number> {
    await this.#parts.stage.gate('counts the backlog');
    return this.#visible().filter(({ hint }) => hint.kind === kind).length;
  }

  /** Loses everything, as an operator can. */
  purge(): void {
    this.#messages = [];
  }

  kindsWaiting(): DueKind[] {
    return [...new Set(this.#visible().map(({ hint }) => hint.kind))];
  }

  /** Whatever was sent and not deleted yet, and when it shows. */
  get waiting(): readonly { readonly hint: Hint; readonly visibleAt: number }[] {
    return this.#messages;
  }

  /** Hides some visible messages and hands them to a worker. */
  receive(kind: DueKind, batchSize: number): SQSEvent {
    const { dice, stage } = this.#parts;
    const waiting = this.#visible().filter(({ hint }) => hint.kind === kind);
    const taken: Message[] = [];
    const count = 1 + dice.below(Math.min(mostReceived, batchSize, waiting.length));
    while (taken.length < count) taken.push(...waiting.splice(dice.below(waiting.length), 1));
    for (const message of taken) {
      message.visibleAt = stage.now + visibilityMs;
      message.received += 1;
    }
    const Records = taken.map(({ id, hint }) => ({ messageId: id, body: JSON.stringify(hint) }));
    return { Records } as SQSEvent;
  }

  /** Deletes what a worker has done; the rest comes back, up to the dead letters. */
  finish({ Records }: SQSEvent, response: SQSBatchResponse | undefined): void {
    const failed = new Set(response?.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const done = new Set(Records.map(({ messageId }) => messageId).filter((id) => !failed.has(id)));
    this.#messages = this.#messages.filter(({ id, received }) => !done.has(id) && received < maxReceiveCount);
  }

  #visible(): Message[] {
    return this.#messages.filter(({ visibleAt }) => visibleAt <= this.#parts.stage.now);
  }

  #add(hint: Hint, nowMs: number): void {
    const { faults } = this.#parts;
    const what = `hint of ${hint.resourceId}`;
    if (faults.strikes('messageLost', what)) return;
    this.#push(hint, nowMs);
    if (faults.strikes('messageTwice', what)) this.#push(hint, nowMs);
  }

  #push(hint: Hint, nowMs: number): void {
    const delayMs = Math.ceil(Math.min(Math.max(0, hint.dueAt - nowMs), longestDelayMs) / 1000) * 1000;
    this.#sent += 1;
    this.#messages.push({ id: `message-${this.#sent}`, hint, visibleAt: this.#parts.stage.now + delayMs, received: 0 });
  }
}

function failure(): Error {
  return inject(new Error('the queue did not answer'));
}
