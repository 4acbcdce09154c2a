import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type LambdaPlace,
  type LiveScreening,
  type PortCapability,
  type RailCapability,
  required,
} from '../capabilities/capability.ts';
import { boundClient } from '../ground/aws/bound-client.ts';
import { createStore } from '../ground/table/create-store.ts';
import { documentClient, tableAttemptLimit } from '../ground/table/document-client.ts';
import { systemClock } from '../ground/time/clock.ts';
import { createRuntime } from '../ports/create-runtime.ts';
import type { Rails, WholeRuntime } from '../ports/runtime.ts';
import { composeRails } from './compose-rails.ts';
import { createLog } from './create-log.ts';

/** The capabilities that a function uses, given by its entry: its bundle carries no other one's adapters. */
export type Used = readonly (PortCapability | RailCapability | (RailCapability & LiveScreening))[];

/**
 * The runtime of a Lambda function, from what CDK put into its environment. It has the ports of the capabilities that the
 * function uses, and its declaration is typed to see no other, whatever the type here says.
 */
export function lambdaRuntime(used: Used): WholeRuntime {
  const environment = process.env;
  const client = documentClient(boundClient(new DynamoDBClient({ maxAttempts: 3 }), tableAttemptLimit));
  const store = createStore({ client, tableName: required({ environment }, 'TABLE_NAME'), clock: systemClock });
  const place = { environment, clock: systemClock, store, log: createLog(environment.STAGE) };
  const overrides = {
    sessions: async () => undefined,
    secondOperatorAbove: environment.SECOND_OPERATOR_ABOVE,
    rails: railsOf(place, used),
    ...Object.assign({}, ...used.map((one) => ('ports' in one ? one.ports?.(place) : {}))),
  };
  return createRuntime({ store, log: place.log }, overrides) as unknown as WholeRuntime;
}

/** No live rail is built yet. The stage's list will screen recipients for any of them. */
function railsOf(place: LambdaPlace, used: Used) {
  const parts: Record<string, object> = {};
  let screening: ReturnType<LiveScreening['liveScreening']>;
  for (const one of used) {
    if (!('sandbox' in one)) continue;
    for (const [part, port] of Object.entries(one.sandbox(place))) parts[part] = { ...parts[part], ...port };
    if ('liveScreening' in one) screening = one.liveScreening(place);
  }
  return composeRails({ sandbox: parts as unknown as Rails, screening });
}
