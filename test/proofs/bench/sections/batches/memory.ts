import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildFunctions, folderOf } from '../../../../../lib/build-functions.ts';
import { batchRef } from '../../../../../shared/payouts/batches/batch/batch.ts';
import { largestRun } from '../../../../e2e/support/largest-run.ts';
import { createCustomer } from '../../service/customer.ts';
import { createFleet } from '../../service/fleet.ts';
import { signedEvent } from '../../service/request.ts';
import { type FunctionProcess, startFunction } from './function-process.ts';

/** The most memory that each function's process has had, MB, as Lambda would report it. */
export interface MemoryFigures {
  readonly acceptMb: number;
  readonly workerMb: number;
  /** Lines of the largest fields that became payouts. */
  readonly created: number;
}

const files = { accept: 'batches/create-payout-batch.ts', worker: 'queues/advance-batches.ts' };
const pauseMs = 100;
const patienceMs = 10 * 60 * 1000;

/** Accepts and creates the largest run there can be, by the bundles that are deployed, each in a process of its own. */
export async function measureMemory(databaseEndpoint: string, lines: number): Promise<MemoryFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  const fleet = await createFleet(databaseEndpoint);
  const functions: FunctionProcess[] = [];
  const start = async (file: string) => {
    const bundle = join(directory, 'functions', folderOf(file), 'index.mjs');
    const started = await startFunction(bundle, environmentOf(fleet.tableName, databaseEndpoint));
    functions.push(started);
    return started;
  };
  try {
    await buildFunctions(Object.values(files), join(directory, 'functions'));
    const process = fleet.startProcess();
    const customer = await createCustomer(process);
    const accept = await start(files.accept);
    const body = { ...largestRun(customer.destinationAccountId, lines), autoCommit: true };
    const { endpoint } = process.handlerOf('createPayoutBatch');
    const request = { operation: 'createPayoutBatch', body };
    const { statusCode, body: answer = '' } = await accept.invoke(signedEvent(process, endpoint, customer, request));
    if (statusCode !== 202) throw new Error(`the largest run was answered ${statusCode}: ${answer}`);
    const { batchId: resourceId } = JSON.parse(answer);
    const worker = await start(files.worker);
    const { organizationId } = customer;
    const { clock, store } = process.runtime;
    const latest = clock() + patienceMs;
    while (clock() < latest) {
      const hint = { kind: 'batches', organizationId, resourceId, dueAt: clock() };
      await worker.invoke({ Records: [{ messageId: '1', body: JSON.stringify(hint) }] } as never);
      const run = await store.get(batchRef(organizationId, resourceId));
      if (run?.status === 'completed') {
        return { acceptMb: accept.peakMb, workerMb: worker.peakMb, created: run.counts.created };
      }
      await sleep(pauseMs);
    }
    throw new Error('the largest run was not completed in ten minutes');
  } finally {
    for (const started of functions) started.end();
    fleet.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

/** What the functions are given when they are deployed, with the keys of the fleet's database. */
function environmentOf(tableName: string, databaseEndpoint: string): Record<string, string> {
  return {
    TABLE_NAME: tableName,
    STAGE: 'bench',
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: databaseEndpoint,
    // Lines that an organization funds itself would need them; these lines have none.
    CONNECTIONS_KEY_ARN: 'arn:connections',
    SANDBOX_PAYMENTS_TABLE: tableName,
  };
}
