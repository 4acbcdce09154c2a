import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { worker } from '../../../../../functions/queues/advance-funding.ts';
import { clientSettings } from '../../../../../local/queues/clients.ts';
import { runWorker } from '../../../../../shared/contract/run-worker.ts';
import { createStore } from '../../../../../shared/ground/table/create-store.ts';
import { createIds } from '../../../../../shared/ground/time/ids.ts';
import { systemClock, systemSleep } from '../../../../../shared/ground/time/system-time.ts';
import { tokenWork } from '../../../../../shared/payouts/flushing/token-work.ts';
import type { DepositChain, DepositToken } from '../../../../../shared/ports/deposit-chain.ts';
import type { WholeRuntime } from '../../../../../shared/ports/runtime.ts';
import { createRuntime } from '../../../../../shared/ports/wiring/create-runtime.ts';

export interface ReadFigures {
  /** Lists of transfers that one range of blocks was asked for. */
  readonly queriesOfARange: number;
  /** Addresses whose sums were compared. */
  readonly compared: number;
  /** The most that the process had resident at any time. */
  readonly peakMb: number;
}

/** Reads a token as the deployed worker does, tells its parent the figures, and ends with it. */
process.on('disconnect', () => process.exit());
const [endpoint = '', tableName = '', token = ''] = process.argv.slice(2);
process.send?.(await readOnce(JSON.parse(token)));
process.disconnect();

async function readOnce(token: DepositToken): Promise<ReadFigures> {
  const { chain, ranges, compared } = countingChain();
  const runtime = runtimeWith(chain);
  const hint = { ...tokenWork('funding', token), dueAt: runtime.clock() };
  const event = { Records: [{ messageId: '1', body: JSON.stringify(hint) }] };
  await runWorker(worker, event as never, runtime);
  return {
    queriesOfARange: ranges.length / new Set(ranges).size,
    compared: compared.size,
    peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

function runtimeWith(deposits: DepositChain): WholeRuntime {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient(clientSettings(endpoint, 'bench')));
  const [clock, sleep, ids] = [systemClock, systemSleep, createIds()];
  const store = createStore({ client, tableName, sleep, random: Math.random });
  const log = { debug() {}, info() {}, warn: console.warn, error: console.error };
  return createRuntime({ clock, sleep, ids, store, log }, { deposits }) as WholeRuntime;
}

/** A chain on which nothing has come, which knows what it was asked for. */
function countingChain() {
  const ranges: number[] = [];
  const compared = new Set<string>();
  const chain: Pick<DepositChain, 'head' | 'transfers' | 'received' | 'strays' | 'worth'> = {
    head: async () => ({ latest: 4_000, final: 4_000 }),
    transfers: async (_token, { fromBlock }) => {
      ranges.push(fromBlock);
      return [];
    },
    received: async (_token, payoutIds) => {
      for (const payoutId of payoutIds) compared.add(payoutId);
      return { block: 4_000, amounts: payoutIds.map(() => 0n) };
    },
    strays: async () => ({ tokens: [], coins: [], silent: [] }),
    worth: async () => ({ token: 'USDC' }),
  };
  return { chain: chain as DepositChain, ranges, compared };
}
