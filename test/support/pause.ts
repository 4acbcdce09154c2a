import type { Intercept } from './faults.ts';

/** Simulates a process whose machine has no time for it: its n-th call waits until `resume`. */
export function pauseAt(call: number) {
  const { promise: paused, resolve: reach } = Promise.withResolvers<void>();
  const { promise: resumed, resolve: resume } = Promise.withResolvers<void>();
  let calls = 0;
  const intercept: Intercept = async (_call, send) => {
    calls += 1;
    if (calls === call) {
      reach();
      await resumed;
    }
    return send();
  };
  return { intercept, paused, resume };
}
