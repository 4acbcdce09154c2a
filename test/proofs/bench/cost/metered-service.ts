import type { DynamoDBRecord, SQSEvent } from 'aws-lambda';
import { worker as advanceBatches } from '../../../../functions/queues/advance-batches.ts';
import { worker as advanceCheckout } from '../../../../functions/queues/advance-checkout.ts';
import { worker as advancePayouts } from '../../../../functions/queues/advance-payouts.ts';
import { worker as offerEvents } from '../../../../functions/queues/offer-events.ts';
import { worker as resumeIntents } from '../../../../functions/queues/resume-intents.ts';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import type { Change } from '../../../../local/table/embedded-table.ts';
import { itemSize } from '../../../../local/table/item-size.ts';
import { streamRecord } from '../../../../local/table/stream-record.ts';
import { runWorker } from '../../../../shared/contract/run-worker.ts';
import { isStartedBy } from '../../../../shared/contract/stream-filter.ts';
import type { Worker } from '../../../../shared/contract/worker.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import type { Hint, HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { createAcquirerAside } from '../service/acquirer-aside.ts';
import type { Fleet, LambdaProcess } from '../service/fleet.ts';
import { ModelledTable } from '../service/modelled-table.ts';
import { type Caller, type Request, succeed } from '../service/request.ts';
import { type Browser, type Visit, visitPage } from '../service/visit-page.ts';
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
/** Lambda's poller sends none, receives and deletes: a request for each ten messages at most. */
const pollerRequests = 2;
const messagesPerRequest = 10;
const recordsPerCall = 100;
const seed = 1;

/** A worker, and under which name its processor time was measured. */
interface MeteredWorker {
  readonly work: Work;
  readonly worker: Worker<SQSEvent>;
}

/** What is hinted of intents and of checkout is done by the time of the hint, where nothing fails. */
const workers: Partial<Record<DueKind, MeteredWorker>> = {
  rails: { work: 'advancePayouts', worker: advancePayouts },
  batches: { work: 'advanceBatches', worker: advanceBatches },
  checkout: { work: 'hintOfDoneWork', worker: advanceCheckout },
  intents: { work: 'hintOfDoneWork', worker: resumeIntents },
  endpoints: { work: 'offerEvents', worker: offerEvents },
};

/** What one invocation used. */
export interface Step {
  readonly work: Work;
  readonly usage: Usage;
}

/** What a request uses besides its function. */
function atTheEdge(answerBytes: number): Usage {
  return {
    edgeRequest: 1,
    edgeFunction: 1,
    firewallRequest: 1,
    gatewayRequest: 1,
    edgeGigabyte: (answerBytes + headerBytes) / bytesPerGigabyte,
    logGigabyte: (accessLogBytes + logLineOverheadBytes) / bytesPerGigabyte,
  };
}

function batchSizeOf({ name, trigger }: Worker<SQSEvent>): number {
  if (trigger.type !== 'queue') throw new Error(`${name} reads no queue`);
  return trigger.batchSize;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}

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
    this.process = fleet.startProcess([], { ...this.#surroundings(), acquirer: createAcquirerAside(model.time.clock) });
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
    const { usage, result } = await this.invoke(work, () => succeed(this.process, caller, request));
    return { usage: sum(usage, atTheEdge(JSON.stringify(result.body).length)), body: result.body };
  }

  /** The same of a page in a browser. */
  async visit(work: Work, browser: Browser, visit: Visit) {
    const { usage, result } = await this.invoke(work, () => visitPage(this.process, browser, visit));
    return { usage: sum(usage, atTheEdge(result.html.length)), leadsTo: result.leadsTo };
  }

  /**
   * What happens afterwards by itself until nothing is left to do: the stream's consumer for the writes that it follows, and the
   * worker of each kind for the hints that are due together.
   */
  async settle(): Promise<Step[]> {
    const steps: Step[] = [];
    for (let hints = await this.#readStream(steps); hints.length > 0; hints = await this.#readStream(steps)) {
      for (const [kind, ofKind] of Map.groupBy(hints, (hint) => hint.kind)) {
        const metered = workers[kind];
        if (!metered) throw new Error(`nobody is metered who works on ${kind}`);
        for (const together of chunks(ofKind, batchSizeOf(metered.worker))) {
          steps.push({ work: metered.work, usage: await this.work(metered, together) });
        }
      }
    }
    return steps;
  }

  /** A queue's worker at hints, once all are due. */
  async work({ work, worker }: MeteredWorker, hints: readonly Hint[]): Promise<Usage> {
    await this.model.time.until(Math.max(...hints.map(({ dueAt }) => dueAt)));
    const Records = hints.map((hint, index) => ({ messageId: String(index), body: JSON.stringify(hint) }));
    const event = { Records } as unknown as SQSEvent;
    const call = () => callInTime(this.model.time, worker, event, this.process.runtime);
    const { usage } = await this.invoke(work, call, hints.length);
    return sum(usage, { queueRequest: pollerRequests * Math.ceil(hints.length / messagesPerRequest) });
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

  /** @returns the hints that the consumer made of what was written since; each moment's writes are handed over together */
  async #readStream(steps: Step[]): Promise<Hint[]> {
    const moments = Map.groupBy(this.#changes.splice(0), ({ at }) => at);
    const made: Hint[] = [];
    for (const written of [...moments.values()].flatMap((changes) => chunks(changes, recordsPerCall))) {
      const Records = written.map(({ record }) => record);
      const { usage } = await this.invoke('hintDueWork', () =>
        runWorker(hintDueWork, { Records } as never, this.process.runtime),
      );
      steps.push({ work: 'hintDueWork', usage });
      made.push(...this.#hints.splice(0));
    }
    return made;
  }

  /**
   * A function's invocation: what the table takes of it, its time and its log.
   *
   * @param pieces of work that it does, each of which takes the processor's time
   */
  async invoke<T>(
    work: Work,
    act: () => Promise<T>,
    pieces = 1,
  ): Promise<{ readonly usage: Usage; readonly result: T }> {
    const { table, time } = this.model;
    const before = { ...table.units, at: time.exact };
    this.#logged = 0;
    this.#sentOut = 0;
    const sentBefore = this.#hints.length;
    const result = await act();
    const sent = Math.ceil((this.#hints.length - sentBefore) / messagesPerRequest);
    const usage: Usage = {
      writeUnit: table.units.write - before.write,
      readUnit: table.units.read - before.read,
      invocation: 1,
      gigabyteSecond: gigabyteSeconds(work, time.exact - before.at, pieces),
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
    const webhooks: WholeRuntime['webhooks'] = {
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
    return { hints, webhooks, log: log as unknown as WholeRuntime['log'] };
  }
}
