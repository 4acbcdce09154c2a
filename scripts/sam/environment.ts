import { userInfo } from 'node:os';
import type { StandIns } from '../../local/data/stand-ins.ts';
import { dueKinds, queueUrlVariable } from '../../shared/ports/due-kinds.ts';

/** The address of the secret for functions under SAM, because the one-machine stack has no Secrets Manager. */
export interface SamSecret {
  readonly endpoint: string;
  readonly arn: string;
}

/**
 * The environment of functions outside the stack, in which the stack's parts replace AWS. Also the `Parameters` of
 * SAM's env.json.
 */
export function samEnvironment(standIns: StandIns, secret: SamSecret): Record<string, string> {
  return {
    AWS_REGION: standIns.region,
    AWS_ACCESS_KEY_ID: standIns.databaseKeyId,
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: standIns.dynamoDb,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secret.endpoint,
    AWS_ENDPOINT_URL_SQS: standIns.sqs,
    // The environment belongs to one machine. The person who starts its functions operates, and there is no second
    // operator.
    LOCAL_OPERATOR: userInfo().username,
    SEALING_SECRET_ARN: secret.arn,
    SECOND_OPERATOR_ABOVE: 'none',
    TABLE_NAME: standIns.tableName,
    SANDBOX_PAYMENTS_TABLE: standIns.railTableName,
    ...Object.fromEntries(dueKinds.map((kind) => [queueUrlVariable(kind), standIns.queueUrls[kind] ?? ''])),
  };
}
