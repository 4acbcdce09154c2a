import { randomUUID } from 'node:crypto';
import { refTo } from '../../../ground/table/expressions.ts';
import { readUpTo } from '../../../ground/table/read-up-to.ts';
import { TransactionRefused } from '../../../ground/table/refusals.ts';
import type { Store } from '../../../ground/table/store.ts';
import { sortable } from '../../../ground/table/table.ts';
import { create } from '../../../ground/table/writes.ts';
import type { Clock } from '../../../ground/time/clock.ts';
import type { TestTransfers, TokenChain, TokenTransfer } from '../../../ports/token-chain.ts';
import {
  type SandboxTransfer,
  SandboxTransferEntity,
  SandboxTransferKeyEntity,
  transferKeyRef,
  transferPartition,
  transferTtl,
} from './transfer-record.ts';

/** The memory of the sandbox's chain: a table other than the payments table, and a clock. */
export interface ChainMemory {
  readonly store: Pick<Store, 'get' | 'range' | 'transact'>;
  readonly clock: Clock;
}

/** A block every two seconds by the clock, which is final five blocks later. */
export const blockMs = 2_000;
const finalAfter = 5;

/**
 * The number of logs per query, and the maximum number of queries: more than a sandbox's keys can send in any range.
 */
const perQuery = 500;
const queries = 40;

/** The height of the chains of sandbox organizations, which follows from the time alone. */
export function sandboxHead(clock: Clock): TokenChain['head'] {
  return async () => headAt(clock());
}

/**
 * The chains of sandbox organizations. Each organization has its own: nobody pays to another's address, and nobody sees
 * another's transfers.
 */
export function sandboxChain(memory: ChainMemory): TokenChain {
  return {
    head: sandboxHead(memory.clock),
    async transfers({ fromBlock, toBlock, ...to }) {
      // A caller that took a partial answer for a complete one would never read the rest.
      if (toBlock > headAt(memory.clock()).final) throw new Error(`the block ${toBlock} is not final yet`);
      const range = {
        partition: transferPartition(to),
        from: sortable(fromBlock),
        // After every hash of the block.
        to: `${sortable(toBlock)}~`,
        limit: perQuery,
      };
      const { items, examinedTo } = await readUpTo(memory.store, SandboxTransferEntity, range, { queries });
      if (examinedTo !== undefined) throw new Error('the range has more logs than the sandbox reads at once');
      return items.map(transferOf);
    },
    isPerOrganization: true,
    testTransfers: { send: (ids, transfer) => sendTestTransfer(memory, ids, transfer) },
  };
}

function headAt(now: number) {
  const latest = Math.floor(now / blockMs);
  return { latest, final: latest - finalAfter };
}

type Send = TestTransfers['send'];

/** Adds a log to the next block. */
async function sendTestTransfer(
  memory: ChainMemory,
  ids: Parameters<Send>[0],
  { key, amount, organizationId, chain, token, address }: Parameters<Send>[1],
): ReturnType<Send> {
  const to = { organizationId, chain, token, address };
  const now = memory.clock();
  const block = headAt(now).latest + 1;
  const hash = `0x${ids.token()}${ids.token()}`;
  const ttl = transferTtl(now);
  const made: SandboxTransfer = { ...to, block, hash, logIndex: 0, amount, madeAt: block * blockMs, ttl };
  const used = { organizationId, key, block, hash, ttl };
  try {
    await memory.store.transact(
      [create(SandboxTransferKeyEntity, used), create(SandboxTransferEntity, made)],
      randomUUID(),
    );
    return withEnd(made);
  } catch (error) {
    const first = error instanceof TransactionRefused && (await memory.store.get(transferKeyRef(organizationId, key)));
    const sent =
      first && (await memory.store.get(refTo(SandboxTransferEntity, { ...to, block: first.block, hash: first.hash })));
    if (!sent) throw error;
    return withEnd(sent);
  }
}

function withEnd(made: SandboxTransfer): TokenTransfer & { readonly finalAt: number } {
  return { ...transferOf(made), finalAt: (made.block + finalAfter) * blockMs };
}

function transferOf({ hash, logIndex, block, amount, madeAt }: SandboxTransfer): TokenTransfer {
  return { hash, logIndex, block, amount, madeAt };
}
