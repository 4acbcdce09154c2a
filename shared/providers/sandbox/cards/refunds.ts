import { conditionOf, equals } from '../../../ground/table/conditions.ts';
import { absent } from '../../../ground/table/expressions.ts';
import { ConditionFailed } from '../../../ground/table/refusals.ts';
import type { CardAcquirer, Charge, RefundCall } from '../../../ports/card-acquirer.ts';
import type { ProcessorFinding, ProcessorReport } from '../../../ports/processor.ts';
import { chargeAt } from './charges.ts';
import type { AcquirerMemory } from './memory.ts';
import {
  hashOf,
  refundsRef,
  type SandboxRefund,
  type SandboxRefunds,
  SandboxRefundsEntity,
  withAsked,
} from './refund-record.ts';
import { refundAt, scenarioOf } from './refund-timeline.ts';
import { refuseForAnHour } from './silence.ts';

type Refunds = CardAcquirer['refunds'];
type Accepted = Refunds extends { call(...args: never[]): Promise<ProcessorReport<infer Result>> } ? Result : never;

/** The refunds of the sandbox's acquirer. It remembers keys, and refunds no more of a charge than is left. */
export function sandboxRefunds(memory: AcquirerMemory): Pick<CardAcquirer, 'refunds'> {
  return {
    refunds: {
      rememberKeysForMs: Number.POSITIVE_INFINITY,
      call: (key, call) => refund(memory, key, call),
      find: (key, call) => find(memory, key, call),
    },
  };
}

async function refund(memory: AcquirerMemory, key: string, call: RefundCall): Promise<ProcessorReport<Accepted>> {
  const { asked, isNew } = await firstUnder(memory, key, call);
  const { answer } = scenarioOf(asked);
  if (answer === 'silent_once' && isNew) throw new Error('the sandbox does not answer once');
  refuseWhileSilent(asked, memory.clock());
  return answer === 'unclear' ? { outcome: 'unclear' } : reportOf(asked, call, memory.clock());
}

async function find(
  { store, clock }: AcquirerMemory,
  key: string,
  call: RefundCall,
): Promise<ProcessorFinding<Accepted>> {
  const known = await store.get(refundsRef(call.externalId));
  const asked = known?.refunds.find((one) => one.key === key);
  if (!asked) return { outcome: 'absent' };
  refuseWhileSilent(asked, clock());
  return reportOf(asked, call, clock());
}

/** Remembers a call. @returns the first one under its key */
async function firstUnder(
  { store, clock }: AcquirerMemory,
  key: string,
  call: RefundCall,
): Promise<{ readonly asked: SandboxRefund; readonly isNew: boolean }> {
  for (;;) {
    const known = await store.get(refundsRef(call.externalId));
    const first = known?.refunds.find((one) => one.key === key);
    if (first) return { asked: first, isNew: false };
    const asked = decided(known, key, call, clock());
    const condition = known ? conditionOf<SandboxRefunds>(equals({ version: known.version })) : absent;
    try {
      await store.put(SandboxRefundsEntity, withAsked(known, call.externalId, asked), condition);
      return { asked, isNew: true };
    } catch (error) {
      // Another refund of the charge came first, so what is left of it is decided again.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

/** Also refuses a charge that is not paid, or that has an open or lost dispute, and more than is left of it. */
function decided(known: SandboxRefunds | undefined, key: string, call: RefundCall, now: number): SandboxRefund {
  const refundId = call.refundId;
  const asked = { key, call: hashOf(call), refundId, amount: BigInt(call.amount), refused: false, askedAt: now };
  const charge = chargeAt(call.externalId, now, known);
  const isFit = charge?.currency === call.currency && isRefundable(charge) && asked.amount <= leftOf(charge);
  return { ...asked, refused: !isFit || scenarioOf(asked).timeline === undefined };
}

function isRefundable({ status, disputes }: Charge): boolean {
  return status === 'paid' && disputes.every((dispute) => dispute.status === 'inquiry' || dispute.status === 'won');
}

function leftOf({ amount, refunds }: Charge): bigint {
  return refunds.reduce((left, { status, amount: taken }) => (status === 'failed' ? left : left - taken), amount);
}

function refuseWhileSilent(asked: SandboxRefund, now: number): void {
  if (scenarioOf(asked).answer === 'silent_for_an_hour') refuseForAnHour(asked.askedAt, now);
}

/**
 * A key that was used for something else reveals nothing. Whether a refund has failed since is reported by its charge.
 */
function reportOf(asked: SandboxRefund, call: RefundCall, now: number): ProcessorReport<Accepted> {
  if (asked.call !== hashOf(call)) return { outcome: 'unclear' };
  if (asked.refused) return { outcome: 'refused' };
  const { externalId, status } = refundAt(asked, now);
  return { outcome: 'done', result: { externalId, status: status === 'failed' ? 'pending' : status } };
}
