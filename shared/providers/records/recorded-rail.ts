import { allOf, equals, itemExists, notExists } from '../../ground/table/conditions.ts';
import { absent, refTo } from '../../ground/table/expressions.ts';
import { ConditionFailed } from '../../ground/table/refusals.ts';
import type { Store } from '../../ground/table/store.ts';
import { updateOf } from '../../ground/table/update-expression.ts';
import type { PayoutInstruction, PayoutRail, RailStatus, Unknown } from '../../ports/payout-rail.ts';
import { listSince } from './list-records.ts';
import { rememberedMs } from './memory-row.ts';
import { hashOf, paymentOf, RailRecordEntity, type StoredRecord } from './rail-record.ts';

type Known = Exclude<RailStatus, Unknown>;

/**
 * States that a bank does not list a key, and for which period its list is complete, in milliseconds. Absent if nothing
 * guarantees that.
 */
export interface NotListed {
  readonly status: 'unknown';
  readonly complete?: { readonly from: number; readonly until: number };
}

/** The operations of a bank. It keeps no record; `recordedRail` turns it into a rail. */
export interface Bank extends Omit<PayoutRail, 'submit' | 'status' | 'since'> {
  /**
   * Sends the instruction, or returns the outcome under the key while it is remembered.
   * @throws RailUnavailable
   */
  send(instruction: PayoutInstruction): Promise<Known>;
  /**
   * The outcome under a key, from the bank's list.
   * @throws RailUnavailable
   */
  find(key: string): Promise<Known | NotListed>;
}

type Memory = Pick<Store, 'get' | 'put' | 'range' | 'update'>;

/** How much later a call that was given up may still arrive. Milliseconds. */
const settleMs = 60_000;
/** The pause before the bank is asked again about a payment for which it has not answered. Milliseconds. */
const recheckInMs = 60_000;

/**
 * A rail that records what it is about to send before it sends it, on condition that no rail has done so (design, rail
 * records). A record without the bank's answer may or may not have been sent. It is sent again only if a list of the
 * bank is complete from before the record until after the last attempt, while the bank remembers the key, or with
 * permission from an operator.
 * @param name of the provider
 * @param memory the second table
 */
export function recordedRail(name: string, bank: Bank, memory: Memory): PayoutRail {
  const recordOf = (key: string) => refTo(RailRecordEntity, { key });

  async function submit(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
    const record = paymentOf(instruction, nowMs, { rail: name, sentAt: nowMs });
    try {
      await memory.put(RailRecordEntity, record, absent);
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const status = await sendAgain(instruction, nowMs);
      if (status) return status;
    }
    const answer = await bank.send(instruction);
    await noteAnswer(instruction.key, nowMs);
    return answer;
  }

  /** @returns undefined if it may be sent once more, which nobody else then does */
  async function sendAgain(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus | undefined> {
    const known = await memory.get(recordOf(instruction.key));
    const found = await status(instruction, nowMs);
    if (!known || found.status !== 'unknown' || (found.perhapsSent && !instruction.resend)) return found;
    const isUnanswered = allOf<StoredRecord>(equals({ sentAt: known.sentAt ?? 0 }), notExists('answeredAt'));
    await memory.update(recordOf(instruction.key), updateOf<StoredRecord>({ set: { sentAt: nowMs } }, isUnanswered));
    return undefined;
  }

  async function status(instruction: PayoutInstruction, nowMs: number): Promise<RailStatus> {
    const record = await memory.get(recordOf(instruction.key));
    // Everything that is sent was recorded first.
    if (!record) return { status: 'unknown' };
    if (record.rail !== name || record.instruction !== hashOf(instruction)) {
      throw new Error(`a rail was sent ${instruction.key} before, with another payee or amount, or another rail was`);
    }
    const found = await bank.find(instruction.key);
    if (found.status !== 'unknown') {
      if (record.answeredAt === undefined) await noteAnswer(instruction.key, nowMs);
      return found;
    }
    if (record.answeredAt !== undefined) throw new Error(`${name} has forgotten ${instruction.key}`);
    return isDefinite(found, record, nowMs) ? { status: 'unknown' } : { status: 'unknown', perhapsSent: true };
  }

  function isDefinite(
    { complete }: NotListed,
    { receivedAt, sentAt = receivedAt }: StoredRecord,
    nowMs: number,
  ): boolean {
    if (!complete || nowMs - receivedAt >= bank.rememberKeysForMs) return false;
    return complete.from <= receivedAt && complete.until >= sentAt + settleMs;
  }

  async function noteAnswer(key: string, nowMs: number): Promise<void> {
    await memory.update(recordOf(key), updateOf<StoredRecord>({ set: { answeredAt: nowMs } }, itemExists));
  }

  async function newsOf({ key }: StoredRecord): Promise<Known> {
    const found = await bank.find(key);
    return found.status === 'unknown' ? { status: 'pending', recheckInMs } : found;
  }

  return {
    corridors: () => bank.corridors(),
    paymentReasons: (currency) => bank.paymentReasons(currency),
    price: (corridor, wanted) => bank.price(corridor, wanted),
    ...(bank.serves && { serves: (organizationId) => bank.serves?.(organizationId) ?? true }),
    rememberKeysForMs: rememberedMs,
    submit,
    status,
    since: (sinceMs, _nowMs, page) => listSince(memory, { sinceMs, rail: name, newsOf }, page),
  };
}
