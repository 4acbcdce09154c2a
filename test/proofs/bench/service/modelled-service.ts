import type { DynamoDBRecord } from 'aws-lambda';
import { worker as advanceBatches } from '../../../../functions/queues/advance-batches.ts';
import { worker as hintDueWork } from '../../../../functions/streams/hint-due-work.ts';
import type { Change } from '../../../../local/table/embedded-table.ts';
import { streamRecord } from '../../../../local/table/stream-record.ts';
import { isStartedBy } from '../../../../shared/contract/stream-filter.ts';
import type { DueKind } from '../../../../shared/ports/due-kinds.ts';
import type { HintQueue } from '../../../../shared/ports/hint-queue.ts';
import type { Intercept } from '../store/intercept.ts';
import { createTransactionCounter, type TransactionCounts } from '../store/record-calls.ts';
import type { Fleet } from './fleet.ts';
import type { ModelledTable } from './modelled-table.ts';
import { startAdvancing, startWorker } from './settlement.ts';
import type { VirtualTime } from './virtual-time.ts';
import { callInTime } from './worker-call.ts';

/** From a write to the consumer of its stream record: what AWS takes at the median. */
const streamMs = 200;
/** As the event source has it. */
const recordsPerCall = 100;
/** Six timeouts of the worker, as the queue has it. */
const visibilitySeconds = 120;

/** The service on the modelled table. */
export interface ModelledService {
  readonly fleet: Fleet;
  readonly transactions: TransactionCounts;
  /** The queues by kind. */
  readonly hints: HintQueue;
  /** Told of each written item. */
  onChange: (change: Change) => void;
}

interface Options {
  /** Stands between the worker of runs and the table. */
  readonly batches?: readonly Intercept[];
  /** No payout is sent: its hints are lost. */
  readonly railsFrozen?: boolean;
  /** Takes the hints of payouts, in place of the queue whose worker sends them. */
  readonly rails?: HintQueue;
}

/** Starts it with settlement and runs: workers, queues, and the stream with its consumer. */
export async function startModelledService(
  model: ModelledTable,
  { batches = [], railsFrozen = false, rails }: Options = {},
): Promise<ModelledService> {
  const { table, time } = model;
  const { intercept, counts: transactions } = createTransactionCounter();
  const fleet = await model.start(intercept);
  model.limit();
  const options = { time, visibilitySeconds };
  const queues = new Map<DueKind, HintQueue>([['batches', startWorker(fleet, advanceBatches, batches, options)]]);
  if (!railsFrozen) queues.set('rails', rails ?? startAdvancing(fleet, [], options));
  const hints = byKind(queues);
  const { runtime } = fleet.startProcess([], { hints });
  const offer = gather(time, (Records) => callInTime(time, hintDueWork, { Records }, runtime));
  const service: ModelledService = { fleet, transactions, hints, onChange: () => {} };
  table.onChange = (change) => {
    service.onChange(change);
    const record = streamRecord(change, time.clock());
    if (isStartedBy(hintDueWork, record?.dynamodb?.NewImage, false)) offer(record);
  };
  return service;
}

/** Each hint to the queue of its kind, if there is one. */
function byKind(queues: ReadonlyMap<DueKind, HintQueue>): HintQueue {
  return {
    async send(hints, now) {
      for (const [kind, some] of Map.groupBy(hints, (hint) => hint.kind)) await queues.get(kind)?.send(some, now);
    },
    backlog: async (kind) => (await queues.get(kind)?.backlog(kind)) ?? 0,
  };
}

/** Hands over records some time after they were written, those of a moment together. */
function gather(time: VirtualTime, deliver: (records: DynamoDBRecord[]) => Promise<unknown>) {
  let open: { readonly at: number; readonly records: DynamoDBRecord[] } | undefined;
  const deliverLater = async (records: DynamoDBRecord[]) => {
    await time.sleep(streamMs);
    while (records.length > 0) await deliver(records.splice(0, recordsPerCall));
  };
  return (record: DynamoDBRecord | undefined) => {
    if (!record) return;
    if (open?.at === time.exact) return void open.records.push(record);
    open = { at: time.exact, records: [record] };
    void deliverLater(open.records);
  };
}
