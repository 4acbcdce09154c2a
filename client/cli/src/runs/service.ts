import type { Sluice } from '../../../src/index.ts';

/** The service, for as long as the user does not stop the command. */
export interface Service {
  readonly sluice: Sluice;
  readonly signal: AbortSignal;
  readonly pause: (ms: number) => Promise<void>;
}
