import type { Sluice } from '../../../src/index.ts';

/** The service, until the user stops the command. */
export interface Service {
  readonly sluice: Sluice;
  readonly signal: AbortSignal;
  readonly pause: (ms: number) => Promise<void>;
}
