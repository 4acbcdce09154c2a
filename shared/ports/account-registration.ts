import type { ScreeningSubject } from './screening.ts';

/**
 * Why a wallet must not be paid. `own`: the address is one of ours, such as a vault, a treasury or where a payout is funded. `elsewhere`: a contract
 * has the address on another chain, and nothing has it on the wallet's own chain, so that nobody could move what arrives.
 */
export type WalletFault = 'own' | 'elsewhere';

/** What an organization is to pay. */
export interface AskedWallet {
  readonly chain: string;
  /** With its checksum. */
  readonly address: string;
}

/** The port that looks at an address before it becomes a recipient. */
export interface WalletInspection {
  /**
   * Answers or throws within six seconds, and answers only what every node of each of the organization's connections shows. A throw is silence: the same
   * question may be asked again.
   */
  faultOf(
    organization: {
      readonly organizationId: string;
      readonly connections?: Readonly<Record<string, string>> | undefined;
    },
    wallet: AskedWallet,
  ): Promise<WalletFault | undefined>;
}

/** The port that makes an account known to the routing that will pay it. Registering twice is harmless. */
export interface AccountRegistration {
  /** @returns `unavailable` when the provider did not register the account; the caller saves nothing. */
  register(subject: ScreeningSubject): Promise<'registered' | 'unavailable'>;
}
