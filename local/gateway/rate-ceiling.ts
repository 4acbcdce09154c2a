/** Counts the requests of each source address in whole minutes. */
export interface RateCeiling {
  /**
   * Counts one request.
   * @returns the seconds to wait if the limit is exceeded, otherwise undefined
   */
  count(address: string, nowMs: number): number | undefined;
}

const MINUTE_MS = 60_000;

/** The limit per source address that a rate rule of the web application firewall enforces in AWS. */
export function createRateCeiling(requestsPerMinute: number): RateCeiling {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count(address, nowMs) {
      const current = Math.floor(nowMs / MINUTE_MS);
      // Only the counts of the current minute are kept, so addresses cannot accumulate.
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      if (count <= requestsPerMinute) return undefined;
      return Math.ceil(((minute + 1) * MINUTE_MS - nowMs) / 1000);
    },
  };
}
