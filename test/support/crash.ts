import type { Intercept } from './faults.ts';

/** Where a process is killed: at its n-th call to the table, before or after the call took effect. */
export interface CrashPoint {
  readonly call: number;
  readonly moment: 'before' | 'after';
}

/** Simulates a killed process: the call is never answered, and nothing is sent any more. */
export function crashAt({ call, moment }: CrashPoint) {
  const { promise: crashed, resolve: crash } = Promise.withResolvers<'crashed'>();
  let calls = 0;
  const intercept: Intercept = async (_call, send) => {
    calls += 1;
    if (calls < call) return send();
    if (calls === call && moment === 'after') await send().catch(() => undefined);
    crash('crashed');
    return new Promise<never>(() => {});
  };
  return { intercept, crashed };
}
