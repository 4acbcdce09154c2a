/** How often something happened, in parts of the time that is looked at; the latest part last. */
export type RecentCounts = readonly { readonly since: number; readonly count: number }[];

/** Milliseconds. A part is looked at for `lookBackMs` after it began. */
export interface Period {
  readonly partMs: number;
  readonly lookBackMs: number;
}

/** @param now milliseconds */
export function countRecent(counts: RecentCounts, period: Period, now: number): number {
  return recentParts(counts, period, now).reduce((sum, { count }) => sum + count, 0);
}

/** @returns what is stored once it has happened again */
export function withOneMore(counts: RecentCounts, period: Period, now: number): { since: number; count: number }[] {
  const recent = recentParts(counts, period, now);
  const since = Math.floor(now / period.partMs) * period.partMs;
  const last = recent.at(-1);
  // A clock that is a little behind counts into the part of the one before.
  if (!last || last.since < since) return [...recent, { since, count: 1 }];
  return [...recent.slice(0, -1), { ...last, count: last.count + 1 }];
}

function recentParts(counts: RecentCounts, { lookBackMs }: Period, now: number): RecentCounts {
  return counts.filter(({ since }) => since > now - lookBackMs);
}
