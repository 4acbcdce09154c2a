import type { DynamoDBRecord } from 'aws-lambda';
import { isStartedBy } from '../../shared/contract/stream-filter.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { deliverRecords } from '../workers/deliver-records.ts';
import type { Poller } from '../workers/worker-call.ts';
import type { Change } from './embedded-table.ts';
import { streamRecord } from './stream-record.ts';

/** Calls the worker of the table's stream with committed changes, in order and filtered as in AWS. */
export class ChangeStream implements Poller {
  readonly #worker: Worker;
  readonly #runtime: WholeRuntime;
  readonly #stopping = new AbortController();
  #waiting: DynamoDBRecord[] = [];
  #delivering: Promise<void> | undefined;
  #count = 0;

  constructor(worker: Worker, runtime: WholeRuntime) {
    this.#worker = worker;
    this.#runtime = runtime;
  }

  /** Accepts changes that are on the disk. */
  offer(changes: readonly Change[]): void {
    if (this.#stopping.signal.aborted) return;
    for (const change of changes) {
      const record = streamRecord(change, this.#runtime.clock());
      if (record && isStartedBy(this.#worker, record.dynamodb?.NewImage, this.#runtime.busEnabled === true)) {
        this.#waiting.push(this.#numbered(record));
      }
    }
    if (this.#waiting.length > 0) this.#delivering ??= this.#deliver();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#waiting = [];
    await this.#delivering;
  }

  /** Lambda gets increasing numbers, which the worker's failures refer to. */
  #numbered(record: DynamoDBRecord): DynamoDBRecord {
    this.#count += 1;
    const SequenceNumber = String(this.#count).padStart(21, '0');
    return { ...record, eventID: SequenceNumber, dynamodb: { ...record.dynamodb, SequenceNumber } };
  }

  async #deliver(): Promise<void> {
    while (this.#waiting.length > 0) {
      const records = this.#waiting;
      this.#waiting = [];
      const options = { worker: this.#worker, runtime: this.#runtime, stopping: this.#stopping.signal };
      await deliverRecords(records, options);
    }
    this.#delivering = undefined;
  }
}
