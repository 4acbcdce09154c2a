import { setTimeout as sleep } from 'node:timers/promises';
import { type Payout, PayoutEntity } from '../../../../shared/payouts/payout/payout.ts';
import type { Fleet, LambdaProcess } from '../service/fleet.ts';
import { percentile, round } from '../statistics.ts';

export interface SettlementLag {
  /** Seconds from acceptance to `completed`; two of them are the sandbox rail's own. */
  readonly p50Seconds: number;
  readonly p99Seconds: number;
  readonly maxSeconds: number;
  /** When the last payout was accepted: the age of the oldest that was not completed yet. */
  readonly oldestWaitingSeconds: number;
  /** Not completed when the wait for them was given up. */
  readonly unsettled: number;
}

const patienceMs = 60_000;
const pollMs = 500;
const pageSize = 1000;

/** Waits until everything accepted is completed, and says how long that took each. */
export async function measureLag(fleet: Fleet, organizationIds: readonly string[]): Promise<SettlementLag> {
  const process = fleet.startProcess([]);
  const acceptedUntil = Date.now();
  const deadline = acceptedUntil + patienceMs;
  let payouts = await allPayouts(process, organizationIds);
  while (payouts.some(isUnsettled) && Date.now() < deadline) {
    await sleep(pollMs);
    payouts = await allPayouts(process, organizationIds);
  }
  return lagOf(payouts, acceptedUntil);
}

/** What a payout's lag follows from. */
export type Settling = Pick<Payout, 'status' | 'createdAt' | 'updatedAt'>;

/** @param acceptedUntil when the last one was accepted, milliseconds */
export function lagOf(payouts: readonly Settling[], acceptedUntil: number): SettlementLag {
  const settledAt = (payout: Settling) =>
    isUnsettled(payout) ? Number.POSITIVE_INFINITY : Date.parse(payout.updatedAt);
  const acceptedAt = (payout: Settling) => Date.parse(payout.createdAt);
  const lags = payouts.map((payout) => (settledAt(payout) - acceptedAt(payout)) / 1000);
  const waiting = payouts.filter((payout) => settledAt(payout) > acceptedUntil);
  const ages = waiting.map((payout) => (acceptedUntil - acceptedAt(payout)) / 1000);
  return {
    p50Seconds: round(percentile(lags, 0.5)),
    p99Seconds: round(percentile(lags, 0.99)),
    maxSeconds: round(percentile(lags, 1)),
    oldestWaitingSeconds: round(percentile([0, ...ages], 1)),
    unsettled: payouts.filter(isUnsettled).length,
  };
}

export function isUnsettled({ status }: Pick<Payout, 'status'>): boolean {
  return status === 'pending' || status === 'processing';
}

async function allPayouts({ runtime }: LambdaProcess, organizationIds: readonly string[]): Promise<Payout[]> {
  const payouts: Payout[] = [];
  for (const organizationId of organizationIds) {
    let after: string | undefined;
    do {
      const page = await runtime.store.range(PayoutEntity, {
        partition: `PAYOUT#${organizationId}`,
        after,
        limit: pageSize,
      });
      payouts.push(...page.items);
      after = page.examinedTo;
    } while (after !== undefined);
  }
  return payouts;
}
