import { absent, read } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { Store } from '../../../ground/table/store.ts';
import {
  mostRecords,
  type PayoutInstruction,
  type PayoutRail,
  type RailPage,
  type RailRecord,
  type RailStatus,
} from '../../../ports/payout-rail.ts';
import { outcomeNamed } from './outcomes.ts';
import {
  hashOf,
  paymentOf,
  paymentPartition,
  paymentShards,
  type SandboxPayment,
  SandboxPaymentEntity,
} from './rail-record.ts';
import { outcomeFor, sandboxRail } from './simulator.ts';
import { statusAt } from './timeline.ts';

type Memory = Pick<Store, 'get' | 'put' | 'range'>;

/**
 * The sandbox's rail with a memory, as real ones have: a key pays once, and what was received is listed. It never answers
 * `unknown`: an earlier release sent payouts to a rail without a memory, so a payout that it is asked about counts as
 * received.
 * @param memory not the payments table
 */
export function rememberingRail(memory: Memory): PayoutRail {
  return {
    ...sandboxRail,
    submit: (instruction, nowMs) => submit(memory, instruction, nowMs),
    async status(instruction, nowMs) {
      const known = await memory.get(read(SandboxPaymentEntity, { key: instruction.key }));
      return known ? newsOf(sameAs(instruction, known), nowMs) : submit(memory, instruction, nowMs);
    },
    since: (sinceMs, nowMs, page) => listSince(memory, { sinceMs, nowMs }, page),
  };
}

async function submit(memory: Memory, instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
  const payment = paymentOf(instruction, outcomeFor(instruction).outcome, nowMs);
  try {
    await memory.put(SandboxPaymentEntity, payment, absent);
    return newsOf(payment, nowMs);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const first = await memory.get(read(SandboxPaymentEntity, { key: instruction.key }));
    if (!first) throw error;
    return newsOf(sameAs(instruction, first), nowMs);
  }
}

/** The first instruction under a key counts. @throws Error when the key came with another one */
function sameAs(instruction: PayoutInstruction, known: SandboxPayment): SandboxPayment {
  if (known.instruction === hashOf(instruction)) return known;
  throw new Error(`the rail was sent ${instruction.key} before, with another payee or amount`);
}

function newsOf({ outcome, acceptedAt }: SandboxPayment, nowMs: number): RailRecord['news'] {
  const news = statusAt(outcomeNamed(outcome).timeline, nowMs - acceptedAt);
  if (news.status === 'unknown') throw new Error(`the outcome ${outcome} has no status`);
  return news;
}

/** Most queries for one page, whatever they find. */
const queriesPerPage = 20;

/**
 * Reads everything that is remembered, partition by partition, and leaves out what came before. That is dear, and needed
 * after a restore only: an index by time would cost a write unit for each payout.
 */
async function listSince(
  memory: Memory,
  { sinceMs, nowMs }: { readonly sinceMs: number; readonly nowMs: number },
  page = '0/',
): Promise<RailPage> {
  let [shard, after] = positionOf(page);
  for (let queries = 0; queries < queriesPerPage && shard < paymentShards; queries += 1) {
    const partition = paymentPartition(shard);
    const found = await memory.range(SandboxPaymentEntity, {
      partition,
      limit: mostRecords,
      ...(after && { after }),
    });
    [shard, after] = found.examinedTo === undefined ? [shard + 1, ''] : [shard, found.examinedTo];
    const records = found.items.filter(({ receivedAt }) => receivedAt >= sinceMs).map((item) => recordOf(item, nowMs));
    if (records.length > 0) return { records, ...nextOf(shard, after) };
  }
  return { records: [], ...nextOf(shard, after) };
}

function nextOf(shard: number, after: string): Pick<RailPage, 'next'> {
  return shard < paymentShards ? { next: `${shard}/${after}` } : {};
}

/** @throws Error for what no page has named */
function positionOf(page: string): [shard: number, after: string] {
  const [, shard, after = ''] = /^(\d{1,2})\/(.*)$/.exec(page) ?? [];
  if (shard === undefined) throw new Error('no page of the rail has this position');
  return [Number(shard), after];
}

function recordOf(payment: SandboxPayment, nowMs: number): RailRecord {
  const { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, receivedAt } = payment;
  const news = newsOf(payment, nowMs);
  return { key, organizationId, memo, corridorId, destinationAmount, destinationCurrency, receivedAt, news };
}
