import type { DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { worker as hintDueWork } from '../../../functions/streams/hint-due-work.ts';
import type { Change } from '../../../local/table/embedded-table.ts';
import { itemSize } from '../../../local/table/item-size.ts';
import { streamRecord } from '../../../local/table/stream-record.ts';
import { runWorker } from '../../../shared/contract/run-worker.ts';
import { isStartedBy } from '../../../shared/contract/stream-filter.ts';
import type { Worker } from '../../../shared/contract/worker.ts';
import type { Hint, HintQueue } from '../../../shared/ports/hint-queue.ts';
import type { WorkerRuntime } from '../../../shared/ports/runtime.ts';
import type { Fleet, LambdaProcess } from '../service/fleet.ts';
import { ModelledTable } from '../service/modelled-table.ts';
import { type Caller, type Request, succeed } from '../service/request.ts';
import { callInTime } from '../service/worker-call.ts';
import {
  accessLogBytes,
  gigabyteSeconds,
  headerBytes,
  loggerBytes,
  logLineOverheadBytes,
  queueMs,
  receiverMs,
  type Work,
} from './assumptions.ts';
import type { Stored } from './stored.ts';
import { sum, type Usage } from './usage.ts';

const bytesPerGigabyte = 1e9;
/** Lambda's poller sends none, receives and deletes. */
const pollerRequests = 2;
const seed = 1;

/** An item as it was at first, and as it is. */
type Written = Pick<Change, 'before' | 'after'>;

/** DynamoDB adds this to what it stores of every item. */
const bytesPerItem = 100;

function moreBytes({ before, after }: Written): number {
  const bytes = (item: Written['after']) => (item ? itemSize(item) + bytesPerItem : 0);
  return bytes(after) - bytes(before);
}

const monthMs = (365.25 * 24 * 60 * 60 * 1000) / 12;

function monthsLeft({ after }: Written, now: number): number {
  const { ttl } = after ?? {};
  return ttl === undefined ? Number.POSITIVE_INFINITY : ((ttl as number) * 1000 - now) / monthMs;
}

/**
 * The service on the table in memory, in virtual time with AWS's latencies: nothing else goes on, so every use is of what was asked
 * for. The same seed gives the same figures.
 */
export class MeteredService {
  readonly model: ModelledTable;
  readonly process: LambdaProcess;
  #logged = 0;
  #sentOut = 0;
  #hints: Hint[] = [];
  #written = new Map<string, Written>();
  #changes: { readonly at: number; readonly record: DynamoDBRecord }[] = [];

  private constructor(fleet: Fleet, model: ModelledTable) {
    this.model = model;
    this.process = fleet.startProcess([], this.#surroundings());
    model.table.onChange = (change) => this.#follow(change);
  }

  static async start(): Promise<MeteredService> {
    const model = new ModelledTable(seed);
    return new MeteredService(await model.start(), model);
  }

  /** Lets virtual time pass until the work is done. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return this.model.time.run(work());
  }

  /** What a request uses, from the viewer's call to its answer, with what its writes start in the stream's consumer. */
  async request(work: Work, caller: Caller, request: Request) {
    const answerOf = () => succeed(this.process, caller, request);
    const { usage, result } = await this.invoke(work, answerOf);
    const gigabytes = (JSON.stringify(result.body).length + headerBytes) / bytesPerGigabyte;
    const atTheEdge: Usage = {
      edgeRequest: 1,
      edgeFunction: 1,
      firewallRequest: 1,
      gatewayRequest: 1,
      edgeGigabyte: gigabytes,
      logGigabyte: (accessLogBytes + logLineOverheadBytes) / bytesPerGigabyte,
    };
    return { usage: sum(usage, atTheEdge), body: result.body };
  }

  /**
   * What happens afterwards by itself until nothing is left to do: the stream's consumer for each write that it follows, and the
   * worker for each hint, each alone.
   */
  async settle(work: Work, worker: Worker<SQSEvent>): Promise<Usage[]> {
    const steps: Usage[] = [];
    for (let hints = await this.#readStream(steps); hints.length > 0; hints = await this.#readStream(steps)) {
      for (const hint of hints) {
        await this.model.time.until(hint.dueAt);
        steps.push(await this.work(work, worker, hint));
      }
    }
    return steps;
  }

  /** A queue's worker at one hint. */
  async work(work: Work, worker: Worker<SQSEvent>, hint: Hint): Promise<Usage> {
    const event = { Records: [{ messageId: '1', body: JSON.stringify(hint) }] } as unknown as SQSEvent;
    const call = () => callInTime(this.model.time, worker, event, this.process.runtime);
    const { usage } = await this.invoke(work, call);
    return sum(usage, { queueRequest: pollerRequests });
  }

  /** Forgets what was written so far. */
  forget(): void {
    this.#written = new Map();
    this.#changes = [];
    this.#hints = [];
  }

  /** What the table stores more than before of what was written since. */
  stored(): Stored {
    const now = this.model.time.clock();
    const written = [...this.#written.values()];
    const gigabyteMonths = (most: number) =>
      written.reduce((sum, one) => sum + moreBytes(one) * Math.min(most, monthsLeft(one, now)), 0) / bytesPerGigabyte;
    return {
      gigabytes: written.reduce((sum, one) => sum + moreBytes(one), 0) / bytesPerGigabyte,
      monthsOfOneYear: gigabyteMonths(12),
      monthsOfSevenYears: gigabyteMonths(84),
    };
  }

  /** @returns the hints that the consumer made of what was written since; an invocation for each moment's writes */
  async #readStream(steps: Usage[]): Promise<Hint[]> {
    const moments = Map.groupBy(this.#changes.splice(0), ({ at }) => at);
    const made: Hint[] = [];
    for (const written of moments.values()) {
      const Records = written.map(({ record }) => record);
      const { usage } = await this.invoke('hintDueWork', () =>
        runWorker(hintDueWork, { Records } as never, this.process.runtime),
      );
      steps.push(usage);
      made.push(...this.#hints.splice(0));
    }
    return made;
  }

  /** A function's invocation: what the table takes of it, its time and its log. */
  async invoke<T>(work: Work, act: () => Promise<T>): Promise<{ readonly usage: Usage; readonly result: T }> {
    const { table, time } = this.model;
    const before = { ...table.units, at: time.exact };
    this.#logged = 0;
    this.#sentOut = 0;
    const sentBefore = this.#hints.length;
    const result = await act();
    const sent = this.#hints.length > sentBefore ? 1 : 0;
    const usage: Usage = {
      writeUnit: table.units.write - before.write,
      readUnit: table.units.read - before.read,
      invocation: 1,
      gigabyteSecond: gigabyteSeconds(work, time.exact - before.at),
      logGigabyte: this.#logged / bytesPerGigabyte,
      queueRequest: sent,
      outGigabyte: this.#sentOut / bytesPerGigabyte,
    };
    return { usage, result };
  }

  #follow(change: Change): void {
    const { key, before, after } = change;
    this.#written.set(key, { before: this.#written.has(key) ? this.#written.get(key)?.before : before, after });
    const record = streamRecord(change, this.model.time.clock());
    if (record && isStartedBy(hintDueWork, record.dynamodb?.NewImage, false))
      this.#changes.push({ at: this.model.time.exact, record });
  }

  #surroundings() {
    const { time } = this.model;
    const hints: HintQueue = {
      send: async (sent) => {
        await time.sleep(queueMs);
        this.#hints.push(...sent);
      },
      backlog: async () => 0,
    };
    const webhooks: WorkerRuntime['webhooks'] = {
      faultOf: () => undefined,
      send: async ({ body }) => {
        await time.sleep(receiverMs);
        this.#sentOut += body.length + headerBytes;
        return { accepted: true, status: 200 };
      },
    };
    const write = (message: string, fields: object = {}) => {
      this.#logged += JSON.stringify({ message, ...fields }).length + loggerBytes + logLineOverheadBytes;
    };
    const log = { debug: () => {}, info: write, warn: write, error: write };
    return { hints, webhooks, log: log as unknown as WorkerRuntime['log'] };
  }
}
