import { absent, refTo } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { Store } from '../../../ground/table/store.ts';
import type { PayoutInstruction, PayoutRail, RailRecord, RailStatus } from '../../../ports/payout-rail.ts';
import { listSince } from '../../records/list-records.ts';
import { hashOf, paymentOf, RailRecordEntity, type StoredRecord } from '../../records/rail-record.ts';
import { outcomeNamed } from './outcomes.ts';
import { outcomeFor, sandboxRail } from './simulator.ts';
import { statusAt } from './timeline.ts';

type Memory = Pick<Store, 'get' | 'put' | 'range'>;

/**
 * The sandbox's rail with a memory, like real ones: a key pays once, and what was received is listed. It never answers
 * `unknown`: an earlier release sent payouts to a rail without a memory, so a payout that it is asked about counts as
 * received.
 * @param memory not the payments table
 * @param outcomeOf the outcome of a payout to an account
 */
export function rememberingRail(memory: Memory, outcomeOf = outcomeFor): PayoutRail {
  const rail = { memory, outcomeOf };
  return {
    ...sandboxRail,
    submit: (instruction, nowMs) => submit(rail, instruction, nowMs),
    async status(instruction, nowMs) {
      const known = await memory.get(refTo(RailRecordEntity, { key: instruction.key }));
      return known ? newsOf(sameAs(instruction, known), nowMs) : submit(rail, instruction, nowMs);
    },
    since: (sinceMs, nowMs, page) =>
      listSince(memory, { sinceMs, newsOf: async (record) => newsOf(record, nowMs) }, page),
  };
}

interface Remembering {
  readonly memory: Memory;
  readonly outcomeOf: typeof outcomeFor;
}

async function submit(
  { memory, outcomeOf }: Remembering,
  instruction: PayoutInstruction,
  nowMs: number,
): Promise<RailStatus> {
  const payment = paymentOf(instruction, nowMs, { outcome: outcomeOf(instruction).outcome });
  try {
    await memory.put(RailRecordEntity, payment, absent);
    return newsOf(payment, nowMs);
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
    const first = await memory.get(refTo(RailRecordEntity, { key: instruction.key }));
    if (!first) throw error;
    return newsOf(sameAs(instruction, first), nowMs);
  }
}

/** The first instruction under a key counts. @throws Error if the key came with another one */
function sameAs(instruction: PayoutInstruction, known: StoredRecord): StoredRecord {
  if (known.rail === undefined && known.instruction === hashOf(instruction)) return known;
  throw new Error(`the rail was sent ${instruction.key} before, with another payee or amount`);
}

function newsOf({ outcome = '', acceptedAt }: StoredRecord, nowMs: number): RailRecord['news'] {
  const news = statusAt(outcomeNamed(outcome).timeline, nowMs - acceptedAt);
  if (news.status === 'unknown') throw new Error(`the outcome ${outcome} has no status`);
  return news;
}
