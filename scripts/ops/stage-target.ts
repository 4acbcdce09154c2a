import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { type OperationAnswer, operationFunctionName } from '../../shared/contract/operation.ts';
import type { Target } from './target.ts';

type ClientConfig = Pick<LambdaClientConfig, 'region' | 'endpoint' | 'credentials'>;

/** A little longer than an operation may run. */
const requestTimeout = 70_000;

/** A deployed stage: its operations are Lambdas that the caller's IAM identity must be allowed to invoke. */
export function stageTarget(stage: string, config: ClientConfig = {}): Target {
  // The operator decides whether to repeat a call.
  const lambda = new LambdaClient({ ...config, maxAttempts: 1, requestHandler: { requestTimeout } });
  const sts = new STSClient(config);
  return {
    name: `the stage ${stage}`,
    async identity() {
      const { Arn } = await sts.send(new GetCallerIdentityCommand());
      if (!Arn) throw new Error('AWS does not say who calls.');
      return Arn;
    },
    async perform(operation, request) {
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: operationFunctionName(stage, operation),
          Payload: Buffer.from(JSON.stringify(request)),
        }),
      );
      const text = Buffer.from(Payload ?? []).toString();
      if (FunctionError) throw new Error(`${operation} crashed (${FunctionError}); see the runbook.`);
      return JSON.parse(text) as OperationAnswer;
    },
  };
}
