import type { ChargeRefund } from '../../../ports/card-acquirer.ts';
import { amountDigits } from '../outcome-digits.ts';
import type { SandboxRefund, SandboxRefunds } from './refund-record.ts';
import { type RefundScenario, type RefundStep, refundScenarioOf } from './refund-scenarios.ts';

export function scenarioOf({ amount }: SandboxRefund): RefundScenario {
  return refundScenarioOf(amountDigits(amount.toString()));
}

/** The refunds of a charge at a time, without refused ones. */
export function madeAt(known: SandboxRefunds | undefined, nowMs: number): ChargeRefund[] {
  return accepted(known).map((asked) => refundAt(asked, nowMs));
}

/** A refund that was not refused, at a time. */
export function refundAt(asked: SandboxRefund, nowMs: number): ChargeRefund {
  const { key, refundId, amount, askedAt } = asked;
  const status = stepsOf(asked).findLast(({ afterMs }) => askedAt + afterMs <= nowMs)?.status ?? 'pending';
  return { refundId, externalId: `rf_${key}`, status, amount };
}

/** What refunds of a charge had returned by a time, or were about to, in minor units. */
export function refundedBy(known: SandboxRefunds | undefined, ms: number): bigint {
  const asked = accepted(known).filter(({ askedAt }) => askedAt <= ms);
  const standing = asked.map((one) => refundAt(one, ms)).filter(({ status }) => status !== 'failed');
  return standing.reduce((sum, { amount }) => sum + amount, 0n);
}

/** When one of them changes next, in milliseconds. Undefined if none will. */
export function nextRefundChange(known: SandboxRefunds | undefined, nowMs: number): number | undefined {
  const changes = accepted(known).flatMap((asked) => stepsOf(asked).map(({ afterMs }) => asked.askedAt + afterMs));
  const later = changes.filter((changeAt) => changeAt > nowMs);
  return later.length > 0 ? Math.min(...later) : undefined;
}

function accepted(known: SandboxRefunds | undefined): readonly SandboxRefund[] {
  return (known?.refunds ?? []).filter(({ refused }) => !refused);
}

function stepsOf(asked: SandboxRefund): readonly RefundStep[] {
  return scenarioOf(asked).timeline ?? [];
}
