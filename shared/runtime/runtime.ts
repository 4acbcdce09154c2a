import type { Logger } from '@aws-lambda-powertools/logger';
import type { EventBus } from '../bus/event-bus.ts';
import type { HintQueue } from '../due/hint-queue.ts';
import type { Pace } from '../journal/pace.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { AccountRegistration } from '../rails/account-registration.ts';
import type { PayoutRail } from '../rails/payout-rail.ts';
import type { Screening } from '../rails/screening.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { Store } from '../table/store.ts';
import type { ProcessLoad } from '../webhooks/process-share.ts';
import type { WebhookSender } from '../webhooks/webhook-sender.ts';
import type { Clock, Sleep } from './clock.ts';
import type { Ids } from './ids.ts';
import type { Secrets } from './secrets.ts';

export type Mode = 'live' | 'sandbox';

/** The outside world of an organization's mode. A live stage without adapters has none. */
export interface Rails {
  readonly payouts: PayoutRail;
  readonly screening: Screening;
  readonly registration: AccountRegistration;
}

/** Everything that is not a decision, passed in: time, randomness, the table and the ports. */
export interface Runtime {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly ids: Ids;
  readonly store: Store;
  /** What this process remembers of how long its commits take. */
  readonly pace: Pace;
  readonly secrets: () => Promise<Secrets>;
  readonly sessions: Sessions;
  readonly webhooks: WebhookSender;
  /** Undefined where no adapter is configured for the mode. */
  readonly rails: (mode: Mode) => Rails | undefined;
  /** Raises every per-credential rate limit, for load tests on one machine; requests a minute. */
  readonly rateLimitOverride?: number;
  readonly log: Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;
}

/** What workers have besides. An endpoint sends no hints: its commit asks for work by a row. */
export interface WorkerRuntime extends Runtime {
  readonly hints: HintQueue;
  readonly mailer: Mailer;
  /** What this process has under way for webhook endpoints. */
  readonly webhookLoad: ProcessLoad;
  /** Undefined where the stage has none. */
  readonly bus?: EventBus | undefined;
  /** Whether the stage has one: then every event is worth waking for. */
  readonly everyEventWakes?: boolean;
}
