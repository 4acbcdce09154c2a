import type { ScreeningSubject } from './screening.ts';

/** The port that makes an account known to the routing that will pay it. Registering twice is harmless. */
export interface AccountRegistration {
  /** @returns `unavailable` when the provider did not register the account; the caller saves nothing. */
  register(subject: ScreeningSubject): Promise<'registered' | 'unavailable'>;
}
