import { canary as payCanary } from '../../../../functions/canary/pay-canary.ts';
import {
  accessLogBytes,
  canaryLineBytes,
  canaryRunMs,
  gigabyteSeconds,
  logLineOverheadBytes,
  minutesPerMonth,
} from './assumptions.ts';
import type { Done } from './measure.ts';
import { sum, times, type Usage } from './usage.ts';

/** The payer looks at its endpoints, its recipient and its balance, and signs these calls and those two that pay. */
const reads = 3;
const signatures = reads + 2;

/**
 * What its runs count all month: `ApiLatency` by five operations, `DueWorkLag` of two kinds, `CommitAttempts` and `DeliveryLag`.
 */
const metricsCounted = signatures + 2 + 2;

export function runsOfCanary(): number {
  const { trigger } = payCanary;
  if (trigger.type !== 'schedule') throw new Error(`${payCanary.name} has no schedule`);
  return minutesPerMonth / trigger.everyMinutes;
}

/** A month of the canary's runs: the calls and the payout of a customer, what its own two functions use, and its metrics. */
export function measureCanary(done: readonly Done[]): Usage {
  const [read, ...paying] = partsOfRun(done).map(({ usage }) => usage);
  const runs = times(runsOfCanary(), sum(times(reads, read ?? {}), ...paying, ownOfRun()));
  return sum(runs, { customMetric: metricsCounted });
}

/** Gigabytes that the canary has in the table when it has run for one year, and for seven. */
export function storedOfCanary(done: readonly Done[]): { readonly year: number; readonly sevenYears: number } {
  const stored = partsOfRun(done).map((part) => part.stored);
  const total = (of: 'monthsOfOneYear' | 'monthsOfSevenYears') =>
    runsOfCanary() * stored.reduce((gigabytes, one) => gigabytes + one[of], 0);
  return { year: total('monthsOfOneYear'), sevenYears: total('monthsOfSevenYears') };
}

function partsOfRun(done: readonly Done[]): Done[] {
  return ['signed read', 'quote', 'payout of a quote, settled', 'delivery of a webhook'].map((name) => {
    const part = done.find((one) => one.name === name);
    if (!part) throw new Error(`nothing measures a ${name}`);
    return part;
  });
}

/** The payer waits, and looks at its receipt every second; the receiver answers one call through the edge. */
function ownOfRun(): Usage {
  const looks = canaryRunMs / 1000;
  const lines = 2 * (canaryLineBytes + logLineOverheadBytes) + accessLogBytes + logLineOverheadBytes;
  return {
    signature: signatures,
    invocation: 2,
    gigabyteSecond: gigabyteSeconds('offerEvents', canaryRunMs) + gigabyteSeconds('getBalance', 20),
    readUnit: 1 + looks + 1,
    writeUnit: 1,
    edgeRequest: 1,
    edgeFunction: 1,
    firewallRequest: 1,
    gatewayRequest: 1,
    logGigabyte: lines / 1e9,
  };
}
