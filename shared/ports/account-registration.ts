import type { ScreeningSubject } from './screening.ts';

/**
 * Why a wallet must not be paid. `own`: the address is one of ours, such as a vault, a treasury or the funding address
 * of a payout. `elsewhere`: the address belongs to a contract on another chain and is unused on the wallet's own chain,
 * so nobody could move what arrives.
 */
export type WalletFault = 'own' | 'elsewhere';

/** A wallet that an organization wants to pay. */
export interface AskedWallet {
  readonly chain: string;
  /** With its checksum. */
  readonly address: string;
}

/** The port that examines an address before it becomes a recipient. */
export interface WalletInspection {
  /**
   * Answers or throws within six seconds. An answer is confirmed by every node of each of the organization's
   * connections. A throw counts as silence: the same question can be asked again.
   */
  faultOf(
    organization: {
      readonly organizationId: string;
      readonly connections?: Readonly<Record<string, string>> | undefined;
    },
    wallet: AskedWallet,
  ): Promise<WalletFault | undefined>;
}

/** The port that registers an account with the routing that will pay it. Registering twice is harmless. */
export interface AccountRegistration {
  /** @returns `unavailable` if the provider did not register the account; the caller then saves nothing */
  register(subject: ScreeningSubject): Promise<'registered' | 'unavailable'>;
}
