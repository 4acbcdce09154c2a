import type { Logger } from '@aws-lambda-powertools/logger';
import type { Store } from '../ground/table/store.ts';
import type { Clock, Sleep } from '../ground/time/clock.ts';
import type { Ids } from '../ground/time/ids.ts';
import type { Pace } from '../ground/time/pace.ts';
import type { AccountRegistration } from './account-registration.ts';
import type { ProcessAttempts } from './attempt-budget.ts';
import type { CanaryPlace, CanaryPublicKey } from './canary.ts';
import type { CardAcquirer } from './card-acquirer.ts';
import type { ArchivedChanges, ChangeArchive } from './change-archive.ts';
import type { EventBus } from './event-bus.ts';
import type { HintQueue } from './hint-queue.ts';
import type { Mailer } from './mailer.ts';
import type { PayoutRail } from './payout-rail.ts';
import type { Screening } from './screening.ts';
import type { SecretRotation, Secrets } from './secrets.ts';
import type { Sessions } from './sessions.ts';
import type { TokenChain } from './token-chain.ts';
import type { WebhookSender } from './webhook-sender.ts';

export type Mode = 'live' | 'sandbox';

/** The adapters to outside systems for one mode. A live stage without adapters has none. */
export interface Rails {
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

/** Everything that is not a decision, passed in: time, randomness, the table and the ports. */
export interface Runtime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly ids: Ids;
  readonly store: Store;
  /** What this process has learned from its commits. */
  readonly pace: Pace;
  readonly secrets: Secrets;
  readonly sessions: Sessions;
  readonly webhooks: WebhookSender;
  /** Undefined where no adapter is configured for the mode. */
  readonly rails: (mode: Mode) => Rails | undefined;
  /**
   * Scheme and host of the pages, as people reach them: `https://pay.example.com`. Undefined where pages have no public
   * host, or where the function needs none.
   */
  readonly pagesUrl?: string | undefined;
  /**
   * What one operator may move alone on a UTC day, in whole units of an organization's currency (`1000.00`), or `none`
   * for any amount. Functions that move no money at an operator's word are not told.
   */
  readonly secondOperatorAbove?: string | undefined;
  /** Raises every per-credential rate limit, for load tests on one machine; requests a minute. */
  readonly rateLimitOverride?: number;
  /**
   * Tells a developer why the signature of a request is refused. Only the stack on one machine has it: elsewhere nobody
   * is told what a signature should have covered.
   */
  readonly explainSignature?: (refused: RefusedSignature) => void;
  /** For the operation that rotates secrets, and on one machine, where every operation has the same runtime. */
  readonly rotation?: SecretRotation | undefined;
  /** For the operation that reads the archive of changes; undefined where the stage has none. */
  readonly archived?: ArchivedChanges | undefined;
  /** For the operation that creates the canary's organization; undefined where the stage has no canary. */
  readonly canaryPublicKey?: CanaryPublicKey | undefined;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** What workers have in addition. An endpoint sends no hints: its commit writes a due row instead. */
export interface WorkerRuntime extends Runtime {
  readonly hints: HintQueue;
  readonly mailer: Mailer;
  /** What this process has under way for webhook endpoints. */
  readonly webhookLoad: ProcessAttempts;
  /** How often an endpoint without events is looked at, in milliseconds; ten minutes when absent. */
  readonly heartbeatMs?: number | undefined;
  /** Undefined where the stage has no event bus. */
  readonly bus?: EventBus | undefined;
  /**
   * Whether the stage has an event bus: every event is then hinted at, not only those that a webhook endpoint may want.
   */
  readonly busEnabled?: boolean;
  /** For the worker that adds to the archive of changes; undefined where the stage has none. */
  readonly archive?: ChangeArchive | undefined;
}

/** What functions of the canary have in addition. */
export interface CanaryRuntime extends Runtime {
  /** For the function that pays. */
  readonly canary?: CanaryPlace | undefined;
}
