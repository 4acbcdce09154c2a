const minuteMs = 60_000;

/** What the stage says in minutes, in milliseconds; undefined where it says nothing. */
export function heartbeatFromEnvironment({ HEARTBEAT_MINUTES: minutes } = process.env): number | undefined {
  return minutes === undefined ? undefined : Number(minutes) * minuteMs;
}
