/** How often something happened, in parts of the examined period, latest part last. */
export type RecentCounts = readonly { readonly since: number; readonly count: number }[];

/** Milliseconds. A part is examined for `lookBackMs` after it started. */
export interface Period {
  readonly partMs: number;
  readonly lookBackMs: number;
}

/** @param now milliseconds */
export function countRecent(counts: RecentCounts, period: Period, now: number): number {
  return recentParts(counts, period, now).reduce((sum, { count }) => sum + count, 0);
}

/** @returns the counts to store after one more occurrence */
export function withOneMore(counts: RecentCounts, period: Period, now: number): { since: number; count: number }[] {
  const recent = recentParts(counts, period, now);
  const since = Math.floor(now / period.partMs) * period.partMs;
  const last = recent.at(-1);
  // A clock that is slightly behind counts into the previous part.
  if (!last || last.since < since) return [...recent, { since, count: 1 }];
  return [...recent.slice(0, -1), { ...last, count: last.count + 1 }];
}

function recentParts(counts: RecentCounts, { lookBackMs }: Period, now: number): RecentCounts {
  return counts.filter(({ since }) => since > now - lookBackMs);
}
