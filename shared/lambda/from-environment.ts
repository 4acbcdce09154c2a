import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { jwtSessions } from '../adapters/jwt-sessions.ts';
import { secretsFromManager } from '../adapters/secrets-from-manager.ts';
import { sandboxWithoutMemory } from '../checkout/sandbox/rails-without-memory.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import { createStore } from '../ground/table/create-store.ts';
import { documentClient, tableAttemptLimit } from '../ground/table/document-client.ts';
import { systemClock, systemSleep } from '../ground/time/clock.ts';
import { createIds } from '../ground/time/ids.ts';
import { Pace } from '../ground/time/pace.ts';
import type { ArchivedChanges } from '../ports/change-archive.ts';
import type { Runtime } from '../ports/runtime.ts';
import type { Screening } from '../ports/screening.ts';
import type { SecretRotation } from '../ports/secrets.ts';
import type { Sessions } from '../ports/sessions.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import { composeRails } from './compose-rails.ts';
import { createLog } from './create-log.ts';

let runtime: Runtime | undefined;

/** Ports that are passed in by the functions that need them. */
export interface ExtraPorts {
  /** For functions that register recipients. */
  readonly screening?: (
    environment: NodeJS.ProcessEnv,
    runtime: Pick<Runtime, 'clock' | 'log'>,
  ) => Screening | undefined;
  /** For functions that ask a processor, and the operation that asks rails what they were sent. */
  readonly rails?: (
    environment: NodeJS.ProcessEnv,
    runtime: Pick<Runtime, 'store' | 'rails' | 'clock'>,
  ) => Runtime['rails'];
  /** For functions that judge the addresses of webhook endpoints, or send to them. */
  readonly webhooks?: () => WebhookSender;
  /** For the operation that rotates secrets. */
  readonly rotation?: (environment: NodeJS.ProcessEnv) => SecretRotation;
  /** For the operation that reads the archive of changes. */
  readonly archived?: (environment: NodeJS.ProcessEnv) => ArchivedChanges | undefined;
  /** For the operation that creates the canary's organization. */
  readonly canaryPublicKey?: (environment: NodeJS.ProcessEnv) => Runtime['canaryPublicKey'];
}

/** The runtime of a Lambda function, made once a process from what CDK put into its environment. */
export function runtimeFromEnvironment(ports: ExtraPorts = {}): Runtime {
  runtime ??= createRuntime(process.env, ports);
  return runtime;
}

function createRuntime(environment: NodeJS.ProcessEnv, ports: ExtraPorts): Runtime {
  const { screening, rotation, archived, canaryPublicKey, rails, webhooks } = ports;
  const log = createLog(environment.STAGE);
  const client = documentClient(boundClient(new DynamoDBClient({ maxAttempts: 3 }), tableAttemptLimit));
  const made: Runtime = {
    clock: systemClock,
    sleep: systemSleep,
    ids: createIds(),
    pace: new Pace(),
    store: createStore({ client, tableName: required(environment, 'TABLE_NAME'), clock: systemClock }),
    secrets: secretsFromManager(
      { sealingSecretArn: environment.SEALING_SECRET_ARN, originSecretArn: environment.ORIGIN_SECRET_ARN },
      systemClock,
    ),
    rotation: rotation?.(environment),
    archived: archived?.(environment),
    canaryPublicKey: canaryPublicKey?.(environment),
    sessions: sessionsFromEnvironment(environment),
    webhooks: webhooks?.() ?? noSender,
    // No live rail is built yet. The stage's list will screen recipients for any of them.
    rails: composeRails({
      sandbox: sandboxWithoutMemory,
      screening: screening?.(environment, { clock: systemClock, log }),
    }),
    pagesUrl: environment.PAGES_URL,
    secondOperatorAbove: environment.SECOND_OPERATOR_ABOVE,
    log,
  };
  return rails ? { ...made, rails: rails(environment, made) } : made;
}

const noSender: WebhookSender = {
  faultOf: () => {
    throw new Error('this function sends no webhooks: it declares no sender');
  },
  send: async () => {
    throw new Error('this function sends no webhooks: it declares no sender');
  },
};

/** Functions that take no sessions have no issuer in their environment. */
function sessionsFromEnvironment({ SESSION_ISSUER, SESSION_CLIENT_ID }: NodeJS.ProcessEnv): Sessions {
  if (!SESSION_ISSUER || !SESSION_CLIENT_ID) return async () => undefined;
  return jwtSessions({ issuer: SESSION_ISSUER, clientId: SESSION_CLIENT_ID });
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name];
  if (!value) throw new Error(`the environment variable ${name} is not set`);
  return value;
}
