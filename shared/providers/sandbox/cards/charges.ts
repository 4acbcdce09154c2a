import type { CardAcquirer, Charge, ChargeDispute } from '../../../ports/card-acquirer.ts';
import { amountDigits } from '../outcome-digits.ts';
import type { AcquirerMemory } from './memory.ts';
import { refundsRef, type SandboxRefunds } from './refund-record.ts';
import { madeAt, nextRefundChange, refundedBy } from './refund-timeline.ts';
import { type ChargeStep, scenarioOf } from './scenarios.ts';
import { brandOf } from './test-cards.ts';

/** What was charged. */
interface ChargeFacts {
  readonly amount: bigint;
  readonly currency: string;
  /** From the test card. */
  readonly last4: string;
}

/** The time and random part, and what was charged. */
const CHARGE_ID = /^ch_([a-z0-9]{9})([a-z0-9]{16})_([a-z0-9]{1,12})_([A-Z]{3})_(\d{4})$/;

/**
 * The id of a new charge. It contains everything that the sandbox must remember, so creating a charge needs no call, an
 * existing one cannot be lost, and its outcome follows from the time alone.
 * @param suffix the time and 16 random digits (`Ids.suffix`)
 */
export function chargeId(suffix: string, { amount, currency, last4 }: ChargeFacts): string {
  const externalId = `ch_${suffix}_${amount.toString(36)}_${currency}_${last4}`;
  if (!CHARGE_ID.test(externalId)) throw new Error(`${externalId} is no id of a charge`);
  return externalId;
}

/** The charges of the sandbox's acquirer. */
export function sandboxCharges({ store }: AcquirerMemory): Pick<CardAcquirer, 'readCharge'> {
  return {
    async readCharge(_organizationId, externalId, nowMs) {
      const known = await store.get(refundsRef(externalId));
      const charge = chargeAt(externalId, nowMs, known);
      const changes = [charge?.nextChangeAt, nextRefundChange(known, nowMs)].filter((change) => change !== undefined);
      return charge && { ...charge, ...(changes.length > 0 && { nextChangeAt: Math.min(...changes) }) };
    },
  };
}

/**
 * The state of a charge at a time.
 * @param known its refunds
 * @returns undefined for an id that is not a charge of the sandbox
 * @throws Error while it does not answer about the charge
 */
export function chargeAt(externalId: string, nowMs: number, known?: SandboxRefunds): Charge | undefined {
  const [, time, chance, base36 = '', currency, last4] = CHARGE_ID.exec(externalId) ?? [];
  if (!time || !chance || !currency || !last4) return undefined;
  const amount = amountOf(base36);
  const chargedAt = Number.parseInt(time, 36);
  const { timeline } = scenarioOf(amountDigits(amount.toString()));
  const step = timeline.findLast(({ afterMs }) => chargedAt + afterMs <= nowMs) ?? timeline[0];
  if (step.silent) throw new Error('the sandbox does not answer for a while');
  const next = timeline.find(({ afterMs }) => afterMs > step.afterMs);
  const disputedAfterMs = timeline.find(({ dispute }) => dispute && dispute !== 'inquiry')?.afterMs ?? 0;
  const left = amount - refundedBy(known, chargedAt + disputedAfterMs);
  return {
    externalId,
    status: step.status,
    amount,
    currency,
    madeAt: chargedAt,
    ...(step.status === 'paid' && !step.feeUnknown && { fee: feeOf(amount) }),
    brand: brandOf(last4),
    last4,
    disputes: disputesOf(step, `dp_${chance}`, left),
    refunds: madeAt(known, nowMs),
    ...(next && { nextChangeAt: chargedAt + next.afterMs }),
  };
}

function amountOf(base36: string): bigint {
  return [...base36].reduce((sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)), 0n);
}

/** 2.9 percent, half up. */
function feeOf(amount: bigint): bigint {
  return (amount * 29n + 500n) / 1_000n;
}

/**
 * A dispute takes what was left when it was opened, and returns it when it is won. A refund that fails later does not
 * affect it.
 */
function disputesOf({ dispute }: ChargeStep, disputeId: string, left: bigint): ChargeDispute[] {
  if (!dispute) return [];
  if (dispute === 'chargeback') return [{ disputeId, status: 'lost', contestable: false, taken: left }];
  const taken = dispute === 'open' || dispute === 'lost' ? left : 0n;
  return [{ disputeId, status: dispute, contestable: true, taken }];
}
