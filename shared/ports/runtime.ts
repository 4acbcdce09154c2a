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

/** The rails of a mode, by the names of their providers, in the order of the list of providers. */
export type Named<Rail> = Readonly<Record<string, Rail>>;

/** What one provider has, with its rail and the registration of accounts by name where several providers can serve a mode. */
type ByName<Ports> = {
  readonly [Port in keyof Ports]: Port extends 'payouts' | 'registration' ? Named<Ports[Port]> : Ports[Port];
};

/** The adapters to outside systems for one mode. A live stage without adapters has none. */
export type Rails = ByName<ProviderRails>;

/** The adapters of one provider, if it has all. */
export interface ProviderRails {
  readonly payouts: PayoutRail;
  readonly screening: Screening;
  readonly registration: AccountRegistration;
  /** Undefined where cards are not set up. */
  readonly acquirer?: CardAcquirer | undefined;
  /** Undefined where tokens are not taken. */
  readonly chain?: TokenChain | undefined;
}

export interface RefusedSignature {
  readonly requestId: string;
  /** A sentence. */
  readonly reason: string;
  /** The string that the signature should have been made of, where it was known. */
  readonly expected?: string;
}

/** What every function has that is not a decision: time, randomness, the table and the log. */
export interface BaseRuntime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly ids: Ids;
  readonly store: Store;
  /** What this process has learned from its commits. */
  readonly pace: Pace;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** What the payout rail of a mode tells without being asked for anything: its corridors and the reasons for payments. */
type RailCatalog = Pick<PayoutRail, 'corridors' | 'paymentReasons' | 'serves'>;

/** What functions can use of one provider, by the name of the capability. */
export interface ProviderPorts {
  /** Which corridors and reasons for payments there are. */
  readonly corridors: { readonly payouts: RailCatalog };
  /** A rail's price. */
  readonly prices: { readonly payouts: RailCatalog & Pick<PayoutRail, 'price'> };
  /** Sending payouts, and asking what has become of them. */
  readonly payouts: Pick<ProviderRails, 'payouts'>;
  /** What rails were sent. */
  readonly sentPayouts: { readonly payouts: RailCatalog & Pick<PayoutRail, 'rememberKeysForMs' | 'since'> };
  /** Whether a recipient may be paid, and making an account known to the rail. */
  readonly screening: Pick<ProviderRails, 'screening' | 'registration'>;
  /** Making an account known to the rail that will pay it. */
  readonly registration: Pick<ProviderRails, 'registration'>;
  /** Whether recipients may be paid by the list as it is now. */
  readonly rescreening: Pick<ProviderRails, 'screening'>;
  /** Whether cards are set up, and what can be charged. */
  readonly cardRanges: { readonly acquirer?: Pick<CardAcquirer, 'range'> | undefined };
  /** The sandbox's card page as it is read. */
  readonly cardPages: { readonly acquirer?: Pick<CardAcquirer, 'range' | 'readSession' | 'testCardPage'> | undefined };
  /** Prices, card pages, charges and refunds of the card acquirer. */
  readonly cards: Pick<ProviderRails, 'acquirer'>;
  /** Whether tokens are taken. */
  readonly tokens: { readonly chain?: Pick<TokenChain, 'serves'> | undefined };
  /** How far a chain has come. */
  readonly chain: { readonly chain?: Pick<TokenChain, 'head' | 'serves'> | undefined };
  /** Transfers that the sandbox is asked to send. */
  readonly testTransfers: { readonly chain?: Pick<TokenChain, 'serves' | 'testTransfers'> | undefined };
  /** The transfers of a chain. */
  readonly transfers: Pick<ProviderRails, 'chain'>;
}

/** What functions can use of the adapters of a mode (`Rails`), by the name of the capability. */
export type RailCapabilities = { readonly [Name in keyof ProviderPorts]: ByName<ProviderPorts[Name]> };

/** What one step of paying from a vault has left. */
export interface VaultReport {
  /** How many payments are open still. */
  readonly open: number;
  /** Whether a transaction waits for a final block. */
  readonly isMoving: boolean;
}

/** The port that pays wallets from vaults. */
export interface VaultPayer {
  /**
   * One step of paying what the vault of a connection is asked for.
   * @returns undefined where another worker has its signer: ask again in some seconds
   * @throws Error where the nodes do not show what it takes: ask again later
   */
  pay(connectionId: string): Promise<VaultReport | undefined>;
}

/** What functions can use besides, by the name of the capability: the ports that their runtime then has. */
export interface PortCapabilities {
  /** Who a session's token is of. Every endpoint that sessions may call uses it. */
  readonly sessions: { readonly sessions: Sessions };
  /** The keys that seal and open texts. */
  readonly sealing: { readonly secrets: Pick<Secrets, 'sealingKeys'> };
  /** Judging the addresses of receivers, without sending anything to them. */
  readonly receiverAddresses: { readonly webhooks: Pick<WebhookSender, 'faultOf'> };
  /** Sending requests to addresses that customers choose: such a function may not read recipients. */
  readonly receivers: { readonly webhooks: WebhookSender };
  /** Where pages are. */
  readonly pages: {
    /**
     * Scheme and host of the pages, as people reach them: `https://pay.example.com`. Undefined where pages have no public
     * host.
     */
    readonly pagesUrl?: string | undefined;
  };
  /** Paying wallets from vaults: signing on chains. */
  readonly vaultPayer: {
    /** Undefined where there are no chains. */
    readonly vaults?: VaultPayer | undefined;
  };
  /** Handing mail to the mail provider. Every other function asks for mail with `mailWrites`. */
  readonly mail: { readonly mailer: Mailer };
  /** Publishing to the stage's event bus. */
  readonly eventBus: {
    /** Undefined where the stage has none. */
    readonly bus?: EventBus | undefined;
  };
  /** Knowing whether there is an event bus. */
  readonly eventBusPresence: {
    /** Every event is then hinted at, not only those that a webhook endpoint may want. */
    readonly busEnabled?: boolean;
  };
  /** Looking at webhook endpoints without events, as often as the stage says. */
  readonly heartbeats: {
    /** Milliseconds; ten minutes when absent. */
    readonly heartbeatMs?: number | undefined;
  };
  /** Adding to the archive of changes. */
  readonly archive: {
    /** Undefined where the stage has none. */
    readonly archive?: ChangeArchive | undefined;
  };
  /** Reading the archive of changes. */
  readonly archivedChanges: {
    /** Undefined where the stage has none. */
    readonly archived?: ArchivedChanges | undefined;
  };
  /** Explaining what screening answers. */
  readonly screeningReview: {
    /** Undefined where the stage has no list. */
    readonly screeningReview?: ScreeningReviewer | undefined;
  };
  /** Trying connections, with their credentials: for operators alone. */
  readonly connections: {
    /** Undefined where nothing keeps credentials. */
    readonly connections?: ConnectionTrials | undefined;
  };
  /** Reading the chains on which organizations fund payouts from their own wallets. */
  readonly depositChain: {
    /** Undefined where nothing keeps credentials of connections. */
    readonly deposits?: DepositChain | undefined;
  };
  /** Noting the addresses that are given to payouts, where no restore forgets them. */
  readonly depositRecords: {
    /** Undefined where no chain is set up. */
    readonly depositRecords?: DepositRecords | undefined;
  };
  /** Listing the addresses that were given to payouts. */
  readonly notedDeposits: {
    /** Undefined where no chain is set up. */
    readonly notedDeposits?: NotedDeposits | undefined;
  };
  /** Sending what the addresses of payouts hold to the treasury: what signs on chains. */
  readonly depositFlusher: {
    /** Undefined where nothing keeps credentials of connections. */
    readonly flusher?: DepositFlusher | undefined;
  };
  /** Whether money may be taken from an address of a chain. */
  readonly senderScreening: {
    /** Undefined where the stage has no list: then no money is taken. */
    readonly senders?: SenderScreening | undefined;
  };
  /** Looking at the address of a wallet before it is registered. */
  readonly walletInspection: {
    /** Undefined where nothing keeps credentials of connections: then no wallet is registered. */
    readonly wallets?: WalletInspection | undefined;
  };
  /** Replacing the stage's secrets. */
  readonly secretRotation: { readonly rotation?: SecretRotation | undefined };
  /** The public half of the canary's key. */
  readonly canaryKey: {
    /** Undefined where the stage has no canary. */
    readonly canaryPublicKey?: CanaryPublicKey | undefined;
  };
  /** Where the canary pays, and what signs for it. */
  readonly canary: { readonly canary?: CanaryPlace | undefined };
}

/** Something that a declaration names in `uses`. */
export type Capability = keyof RailCapabilities | keyof PortCapabilities;

type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? All
  : never;

type RailsOf<Used> = [Used & keyof RailCapabilities] extends [never]
  ? unknown
  : {
      /** Undefined where no adapter is configured for the mode. */
      readonly rails: (mode: Mode) => Together<RailCapabilities[Used & keyof RailCapabilities]> | undefined;
    };

/**
 * Everything that is not a decision, passed in: what every function has, and the ports of the capabilities that it uses.
 * A port that a function did not ask for is not there, so using it does not compile.
 */
export type Runtime<Used extends Capability = never> = BaseRuntime &
  RailsOf<Used> &
  ([Used & keyof PortCapabilities] extends [never]
    ? unknown
    : Together<PortCapabilities[Used & keyof PortCapabilities]>);

/** What workers have in addition. An endpoint sends no hints: its commit writes a due row instead. */
export type WorkerRuntime<Used extends Capability = never> = Runtime<Used> & WorkerPorts;

export interface WorkerPorts {
  readonly hints: HintQueue;
  /** What this process has under way for webhook endpoints. */
  readonly webhookLoad: ProcessAttempts;
}

/** What operations have in addition. */
export type OperationRuntime<Used extends Capability = never> = Runtime<Used> & OperationPorts;

export interface OperationPorts {
  /**
   * What one operator may move alone on a UTC day, in whole units of an organization's currency (`1000.00`), or `none`
   * for any amount. Functions that move no money at an operator's word are not told.
   */
  readonly secondOperatorAbove?: string | undefined;
}

/** What the stack around every endpoint has, whatever the endpoint uses. */
export type EdgeRuntime = Runtime<'sealing' | 'sessions' | 'pages'> & EdgePorts;

export interface EdgePorts {
  readonly secrets: Secrets;
  /** Raises every per-credential rate limit, for load tests on one machine; requests a minute. */
  readonly rateLimitOverride?: number;
  /**
   * Tells a developer why the signature of a request is refused. Only the stack on one machine has it: elsewhere nobody
   * is told what a signature should have covered.
   */
  readonly explainSignature?: (refused: RefusedSignature) => void;
}

/** Every port there is: the runtime where one process has every function. */
export type WholeRuntime = Runtime<Capability> & WorkerPorts & OperationPorts & EdgePorts;
