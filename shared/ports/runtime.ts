import type { Logger } from '@aws-lambda-powertools/logger';
import type { Store } from '../ground/table/store.ts';
import type { Clock, Sleep } from '../ground/time/clock.ts';
import type { Ids } from '../ground/time/ids.ts';
import type { Pace } from '../ground/time/pace.ts';
import type { Mode } from '../identity/mode.ts';
import type { AccountRegistration, WalletInspection } from './account-registration.ts';
import type { ProcessAttempts } from './attempt-budget.ts';
import type { CanaryPlace, CanaryPublicKey } from './canary.ts';
import type { CardAcquirer } from './card-acquirer.ts';
import type { ArchivedChanges, ChangeArchive } from './change-archive.ts';
import type { ConnectionTrials } from './connections.ts';
import type { DepositChain, DepositFlusher, DepositRecords, NotedDeposits } from './deposit-chain.ts';
import type { EventBus } from './event-bus.ts';
import type { HintQueue } from './hint-queue.ts';
import type { Mailer } from './mailer.ts';
import type { PayoutRail } from './payout-rail.ts';
import type { Screening, ScreeningReviewer, SenderScreening } from './screening.ts';
import type { SecretRotation, Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { TokenChain } from './token-chain.ts';
import type { WebhookSender } from './webhook-sender.ts';

export type { Mode } from '../identity/mode.ts';

/** The rails of a mode, by provider name, in the order of the list of providers. */
export type Named<Rail> = Readonly<Record<string, Rail>>;

/**
 * A provider's ports, with its rail and the registration of accounts keyed by name, because several providers can serve
 * a mode.
 */
type ByName<Ports> = {
  readonly [Port in keyof Ports]: Port extends 'payouts' | 'registration' ? Named<Ports[Port]> : Ports[Port];
};

/** The adapters to outside systems for one mode. */
export type Rails = ByName<ProviderRails>;

/** The adapters of a provider that has all of them. */
export interface ProviderRails {
  readonly payouts: PayoutRail;
  readonly screening: Screening;
  readonly registration: AccountRegistration;
  /** Undefined if cards are not set up. */
  readonly acquirer?: CardAcquirer | undefined;
  /** Undefined if tokens are not accepted. */
  readonly chain?: TokenChain | undefined;
}

export interface RefusedSignature {
  readonly requestId: string;
  /** A sentence. */
  readonly reason: string;
  /** The string that the signature should have covered, if it was known. */
  readonly expected?: string;
}

/** The part of the runtime that every function has: time, randomness, the table and the log. */
export interface BaseRuntime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly ids: Ids;
  readonly store: Store;
  /** Measurements of this process's own commits. */
  readonly pace: Pace;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** The part of a mode's payout rail that calls nothing: its corridors and the payment reasons. */
type RailCatalog = Pick<PayoutRail, 'corridors' | 'paymentReasons' | 'serves'>;

/** The parts of one provider that functions can use, by the name of the capability. */
export interface ProviderPorts {
  /** The available corridors and payment reasons. */
  readonly corridors: { readonly payouts: RailCatalog };
  /** A rail's price. */
  readonly prices: { readonly payouts: RailCatalog & Pick<PayoutRail, 'price'> };
  /** Sending payouts, and asking for their outcome. */
  readonly payouts: Pick<ProviderRails, 'payouts'>;
  /** Reading what was sent to rails. */
  readonly sentPayouts: { readonly payouts: RailCatalog & Pick<PayoutRail, 'rememberKeysForMs' | 'since'> };
  /** Checking whether a recipient may be paid, and registering an account with the rail. */
  readonly screening: Pick<ProviderRails, 'screening' | 'registration'>;
  /** Registering an account with the rail that will pay it. */
  readonly registration: Pick<ProviderRails, 'registration'>;
  /** Checking whether recipients may be paid by the current list. */
  readonly rescreening: Pick<ProviderRails, 'screening'>;
  /** Whether cards are set up, and which totals can be charged. */
  readonly cardRanges: { readonly acquirer?: Pick<CardAcquirer, 'range'> | undefined };
  /** Showing the sandbox's card page. */
  readonly cardPages: { readonly acquirer?: Pick<CardAcquirer, 'range' | 'readSession' | 'testCardPage'> | undefined };
  /** Prices, card pages, charges and refunds of the card acquirer. */
  readonly cards: Pick<ProviderRails, 'acquirer'>;
  /** Whether tokens are accepted. */
  readonly tokens: { readonly chain?: Pick<TokenChain, 'serves'> | undefined };
  /** The current height of a chain. */
  readonly chain: { readonly chain?: Pick<TokenChain, 'head' | 'serves'> | undefined };
  /** Sending transfers in the sandbox. */
  readonly testTransfers: { readonly chain?: Pick<TokenChain, 'serves' | 'testTransfers'> | undefined };
  /** The transfers of a chain. */
  readonly transfers: Pick<ProviderRails, 'chain'>;
}

/** The parts of a mode's adapters (`Rails`) that functions can use, by the name of the capability. */
export type RailCapabilities = { readonly [Name in keyof ProviderPorts]: ByName<ProviderPorts[Name]> };

/** The state after one step of paying from a vault. */
export interface VaultReport {
  /** The number of payments that are still open. */
  readonly open: number;
  /** Whether a transaction waits for a final block. */
  readonly isMoving: boolean;
}

/** The port that pays wallets from vaults. */
export interface VaultPayer {
  /**
   * One step of the payments requested from a connection's vault.
   * @param laterThan milliseconds: nothing is signed or given up before a block that is later than this is final
   * @returns undefined if another worker has its signer; ask again in a few seconds
   * @throws Error if the nodes do not show what is needed; ask again later
   */
  pay(connectionId: string, laterThan: number): Promise<VaultReport | undefined>;
}

/** A payout that is said to belong to a vault's payment without a record. */
export interface PaymentToName {
  readonly organizationId: string;
  readonly payoutId: string;
  readonly connectionId: string;
  readonly chain: string;
}

/** A payment as reported by the vault. The amount is in minor units of the token. */
export interface NamedPayment {
  /** The transaction. */
  readonly hash: string;
  /** Contract address of the token. */
  readonly contract: string;
  readonly to: string;
  readonly amount: bigint;
}

/** The port that records for which payout a vault has made a payment without a record. */
export interface VaultNames {
  /** @throws ServiceError NOT_FOUND if the vault has made no unrecorded payment for the payout */
  name(payment: PaymentToName): Promise<NamedPayment>;
}

/** The other ports that functions can use, by the name of the capability. */
export interface PortCapabilities {
  /** Identifying the person behind a session token. Used by every endpoint that sessions can call. */
  readonly sessions: { readonly sessions: Sessions };
  /** The keys that seal and open texts. */
  readonly sealing: { readonly secrets: Pick<Secrets, 'sealingKeys'> };
  /** Judging the addresses of receivers, without sending anything to them. */
  readonly receiverAddresses: { readonly webhooks: Pick<WebhookSender, 'faultOf'> };
  /** Sending requests to addresses that customers choose. Such a function may not read recipients. */
  readonly receivers: { readonly webhooks: WebhookSender };
  /** The address of pages. */
  readonly pages: {
    /**
     * Scheme and host of the pages, as people reach them: `https://pay.example.com`. Undefined if pages have no public
     * host.
     */
    readonly pagesUrl?: string | undefined;
  };
  /** Paying wallets from vaults, which signs on chains. */
  readonly vaultPayer: {
    /** Undefined if there are no chains. */
    readonly vaults?: VaultPayer | undefined;
  };
  /** Recording for which payouts vaults have made payments without a record. */
  readonly vaultNames: { readonly vaultNames?: VaultNames | undefined };
  /** Passing mail to the mail provider. Every other function requests mail with `mailWrites`. */
  readonly mail: { readonly mailer: Mailer };
  /** Publishing to the stage's event bus. */
  readonly eventBus: {
    /** Undefined if the stage has none. */
    readonly bus?: EventBus | undefined;
  };
  /** Knowing whether there is an event bus. */
  readonly eventBusPresence: {
    /** Every event then gets a hint, not only those that a webhook endpoint may want. */
    readonly busEnabled?: boolean;
  };
  /** Checking webhook endpoints without new events, at the stage's interval. */
  readonly heartbeats: {
    /** Milliseconds. Defaults to ten minutes. */
    readonly heartbeatMs?: number | undefined;
  };
  /** Adding to the archive of changes. */
  readonly archive: {
    /** Undefined if the stage has none. */
    readonly archive?: ChangeArchive | undefined;
  };
  /** Reading the archive of changes. */
  readonly archivedChanges: {
    /** Undefined if the stage has none. */
    readonly archived?: ArchivedChanges | undefined;
  };
  /** Explaining screening results. */
  readonly screeningReview: {
    /** Undefined if the stage has no list. */
    readonly screeningReview?: ScreeningReviewer | undefined;
  };
  /** Testing connections with their credentials, only for operators. */
  readonly connections: {
    /** Undefined if nothing stores credentials. */
    readonly connections?: ConnectionTrials | undefined;
  };
  /** Reading the chains on which organizations fund payouts from their own wallets. */
  readonly depositChain: {
    /** Undefined if nothing stores credentials of connections. */
    readonly deposits?: DepositChain | undefined;
  };
  /** Recording the addresses that are given to payouts, outside the reach of a restore. */
  readonly depositRecords: {
    /** Undefined if no chain is set up. */
    readonly depositRecords?: DepositRecords | undefined;
  };
  /** Listing the addresses that were given to payouts. */
  readonly notedDeposits: {
    /** Undefined if no chain is set up. */
    readonly notedDeposits?: NotedDeposits | undefined;
  };
  /** Sending the contents of payouts' addresses to the treasury, which signs on chains. */
  readonly depositFlusher: {
    /** Undefined if nothing stores credentials of connections. */
    readonly flusher?: DepositFlusher | undefined;
  };
  /** Checking whether money may be accepted from an address on a chain. */
  readonly senderScreening: {
    /** Undefined if the stage has no list, in which case no money is accepted. */
    readonly senders?: SenderScreening | undefined;
  };
  /** Examining the address of a wallet before it is registered. */
  readonly walletInspection: {
    /** Undefined if nothing stores credentials of connections, in which case no wallet is registered. */
    readonly wallets?: WalletInspection | undefined;
  };
  /** Replacing the stage's secrets. */
  readonly secretRotation: { readonly rotation?: SecretRotation | undefined };
  /** The public half of the canary's key. */
  readonly canaryKey: {
    /** Undefined if the stage has no canary. */
    readonly canaryPublicKey?: CanaryPublicKey | undefined;
  };
  /** The configuration with which the canary pays and signs. */
  readonly canary: { readonly canary?: CanaryPlace | undefined };
}

/** A name that a declaration can list in `uses`. */
export type Capability = keyof RailCapabilities | keyof PortCapabilities;

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type RailsOf<Used> = [Used & keyof RailCapabilities] extends [never]
  ? unknown
  : {
      /** Undefined if no adapter is configured for the mode. */
      readonly rails: (mode: Mode) => Together<RailCapabilities[Used & keyof RailCapabilities]> | undefined;
    };

/**
 * Everything besides decisions, injected: the parts that every function has, and the ports of the capabilities that it
 * uses. A port that a function did not request is absent, so using it does not compile.
 */
export type Runtime<Used extends Capability = never> = BaseRuntime &
  RailsOf<Used> &
  ([Used & keyof PortCapabilities] extends [never]
    ? unknown
    : Together<PortCapabilities[Used & keyof PortCapabilities]>);

/** The runtime of workers. An endpoint sends no hints: its commit writes a due row instead. */
export type WorkerRuntime<Used extends Capability = never> = Runtime<Used> & WorkerPorts;

export interface WorkerPorts {
  readonly hints: HintQueue;
  /** Deliveries in flight in this process. */
  readonly webhookLoad: ProcessAttempts;
}

/** The runtime of operations. */
export type OperationRuntime<Used extends Capability = never> = Runtime<Used> & OperationPorts;

export interface OperationPorts {
  /**
   * The most that one operator may move alone on a UTC day, in whole units of an organization's currency (`1000.00`),
   * or `none` for any amount. Only functions that move money at an operator's request get it.
   */
  readonly secondOperatorAbove?: string | undefined;
}

/** The runtime of the stack around every endpoint, whatever the endpoint uses. */
export type EdgeRuntime = Runtime<'sealing' | 'sessions' | 'pages'> & EdgePorts;

export interface EdgePorts {
  readonly secrets: Secrets;
  /** Raises every per-credential rate limit, for load tests on one machine. Requests per minute. */
  readonly rateLimitOverride?: number;
  /**
   * Tells a developer why the signature of a request is refused. Only available on one machine: in a stage, nobody is
   * told what a signature should have covered.
   */
  readonly explainSignature?: (refused: RefusedSignature) => void;
}

/** Every port: the runtime of a process that runs every function. */
export type WholeRuntime = Runtime<Capability> & WorkerPorts & OperationPorts & EdgePorts;
