import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { putIf } from '../../../../../shared/ground/table/writes.ts';
import { createIds } from '../../../../../shared/ground/time/ids.ts';
import { replaceWork } from '../../../../../shared/journal/due/due-work.ts';
import { tokenWork } from '../../../../../shared/payouts/flushing/token-work.ts';
import { FundingAddressEntity, FundingWatchEntity } from '../../../../../shared/payouts/funding/watch.ts';
import { createFleet } from '../../service/fleet.ts';
import type { ReadFigures } from './reading-process.ts';

export interface FundingSizes {
  /** Addresses at which payouts await their funds. */
  readonly addresses: number;
}

/** What one step of the worker takes that reads a token with many addresses. */
export interface FundingFigures extends ReadFigures {
  readonly addresses: number;
}

/** DynamoDB takes no more items in a transaction. */
const itemsAtOnce = 100;
const token = { connectionId: 'conn_bench', contract: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' } as const;

/** Writes the addresses, and has a process of its own read what came to them and compare what they have received. */
export async function measureFunding(databaseEndpoint: string, { addresses }: FundingSizes): Promise<FundingFigures> {
  const fleet = await createFleet(databaseEndpoint);
  try {
    const { runtime } = fleet.startProcess();
    const rows = Array.from({ length: addresses }, (_, index) => addressWrite(index));
    for (let start = 0; start < addresses; start += itemsAtOnce)
      await runtime.store.transact(rows.slice(start, start + itemsAtOnce), runtime.ids.token());
    const now = runtime.clock();
    await runtime.store.transact([watchWrite(now), replaceWork(tokenWork('funding', token), now)], runtime.ids.token());
    return { addresses, ...(await readIn(databaseEndpoint, fleet.tableName)) };
  } finally {
    fleet.stop();
  }
}

const ids = createIds();

function addressWrite(index: number) {
  const row = {
    ...token,
    list: 'ADDRESS',
    payoutId: ids.next('po', 1_700_000_000_000 + index),
    organizationId: `org_${index % 50}`,
    address: `0x${index.toString(16).padStart(40, '0')}`,
    sinceBlock: 1,
    recorded: 0n,
  };
  return putIf(FundingAddressEntity, row, {});
}

function watchWrite(now: number) {
  const watch = { ...token, version: 1, nextBlock: 1, oftenUntil: now, compareAt: now, comparedBlock: 0 };
  return putIf(FundingWatchEntity, watch, {});
}

/** As Lambda runs it: bundled, because what strips types from TypeScript takes memory of its own. */
async function readIn(databaseEndpoint: string, tableName: string): Promise<ReadFigures> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-bench-'));
  try {
    const bundle = join(directory, 'reading-process.mjs');
    const entry = fileURLToPath(new URL('reading-process.ts', import.meta.url));
    await build({ ...bundleOptions, entryPoints: [entry], outfile: bundle });
    const child = fork(bundle, [databaseEndpoint, tableName, JSON.stringify(token)]);
    const exit = once(child, 'exit').then(() => {
      throw new Error('the process that reads addresses ended without figures');
    });
    const [figures] = await Promise.race([once(child, 'message'), exit]);
    return figures as ReadFigures;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

const bundleOptions = {
  bundle: true,
  platform: 'node',
  format: 'esm',
  logLevel: 'silent',
  banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
} as const;
