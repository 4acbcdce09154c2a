import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { boundClient } from '../ground/aws/bound-client.ts';
import { createStore } from '../ground/table/create-store.ts';
import { documentClient, tableAttemptLimit } from '../ground/table/document-client.ts';
import { systemClock } from '../ground/time/system-time.ts';
import type { WholeRuntime } from '../ports/runtime.ts';
import { type PortCapability, required } from '../ports/wiring/capability.ts';
import { createRuntime } from '../ports/wiring/create-runtime.ts';
import type { UsedProvider } from '../ports/wiring/provider.ts';
import { composeRails } from './compose-rails.ts';
import { createLog } from './create-log.ts';

/** The capabilities that a function uses, passed by its entry, so that its bundle contains no other adapters. */
export interface Used {
  readonly capabilities: readonly PortCapability[];
  readonly providers: readonly UsedProvider[];
}

/**
 * The runtime of a Lambda function, built from the environment that CDK has set. It has the ports of the capabilities
 * that the function uses; its declaration is typed to see no others, whatever the type here says.
 */
export function lambdaRuntime({ capabilities, providers }: Used): WholeRuntime {
  const environment = process.env;
  const client = documentClient(boundClient(new DynamoDBClient({ maxAttempts: 3 }), tableAttemptLimit));
  const store = createStore({ client, tableName: required({ environment }, 'TABLE_NAME'), clock: systemClock });
  const place = { environment, clock: systemClock, store, log: createLog(environment.STAGE) };
  const overrides = {
    sessions: async () => undefined,
    secondOperatorAbove: environment.SECOND_OPERATOR_ABOVE,
    rails: composeRails(providers, place),
    ...Object.assign({}, ...capabilities.map(({ ports }) => ports?.(place))),
  };
  return createRuntime({ store, log: place.log }, overrides) as unknown as WholeRuntime;
}
