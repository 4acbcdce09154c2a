import type { ConnectionSecrets, ConnectionTrials, TrialPlace } from '../ports/connections.ts';

/** Trials of every kind of connection, whose code is loaded with the first of them: a function starts without it. */
export function lateTrials(secrets: ConnectionSecrets, place: TrialPlace): ConnectionTrials {
  let loaded: Promise<ConnectionTrials> | undefined;
  async function load(): Promise<ConnectionTrials> {
    const [{ connectionTrials }, { connectionKinds }] = await Promise.all([
      import('./connection-trials.ts'),
      import('./connection-kinds.ts'),
    ]);
    return connectionTrials(secrets, place, connectionKinds);
  }
  const trials = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    read: async (...asked) => (await trials()).read(...asked),
    check: async (...asked) => (await trials()).check(...asked),
  };
}
