import type { PortCapability } from '../ports/wiring/capability.ts';

const minuteMs = 60_000;

export const heartbeats: PortCapability<'heartbeats'> = {
  environment: { HEARTBEAT_MINUTES: 'heartbeatMinutes' },
  ports: ({ environment: { HEARTBEAT_MINUTES: minutes } }) => ({
    heartbeatMs: minutes === undefined ? undefined : Number(minutes) * minuteMs,
  }),
};
