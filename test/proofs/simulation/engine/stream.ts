import type { DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import type { Change } from '../../../../local/table/embedded-table.ts';
import { streamRecord } from '../../../../local/table/stream-record.ts';
import { isStartedBy } from '../../../../shared/contract/stream-filter.ts';
import type { Dice } from './dice.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { Stage } from './stage.ts';

interface Record {
  readonly at: number;
  readonly record: DynamoDBRecord;
}

const batchSize = 20;
/** A batch that keeps failing is dropped after so many tries; AWS halves it first. */
const tries = 3;
/** A stream forgets what nobody read for a day. */
const retentionMs = 24 * 60 * 60 * 1000;

interface Parts {
  readonly stage: Stage;
  readonly dice: Dice;
  readonly faults: FaultPlan;
}

/** The table's stream: what its consumer's filter lets through, in order, and again when the consumer failed. */
export class SimulatedStream {
  /** The consumer is not running. */
  isDown = false;
  #records: Record[] = [];
  #failures = 0;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes up a change, if the event source's filter wants it. */
  offer(change: Change): void {
    const { stage, faults } = this.#parts;
    const what = `record of ${change.key}`;
    const record = streamRecord(change, stage.now);
    if (!record || !isStartedBy(hintDueWork, record.dynamodb?.NewImage, false)) return;
    if (faults.strikes('recordLost', what)) return;
    const copies = faults.strikes('recordTwice', what) ? 2 : 1;
    const place = faults.strikes('recordLate', what) ? Math.max(0, this.#records.length - 2) : this.#records.length;
    this.#records.splice(place, 0, ...Array.from({ length: copies }, () => ({ at: stage.now, record })));
  }

  get hasRecords(): boolean {
    this.#records = this.#records.filter(({ at }) => at > this.#parts.stage.now - retentionMs);
    return !this.isDown && this.#records.length > 0;
  }

  /** A restored table has a stream of its own, which begins empty. */
  beginAnew(): void {
    this.#records = [];
  }

  next(): DynamoDBStreamEvent {
    const count = 1 + this.#parts.dice.below(Math.min(batchSize, this.#records.length));
    return { Records: this.#records.slice(0, count).map(({ record }) => record) };
  }

  /** Goes on behind a batch, or offers it again. */
  finish({ Records }: DynamoDBStreamEvent, succeeded: boolean): void {
    this.#failures = succeeded ? 0 : this.#failures + 1;
    if (!succeeded && this.#failures < tries) return;
    const done = new Set(Records);
    this.#records = this.#records.filter(({ record }) => !done.has(record));
    this.#failures = 0;
  }
}
