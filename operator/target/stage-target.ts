import { EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { InvokeCommand, LambdaClient, type LambdaClientConfig } from '@aws-sdk/client-lambda';
import { connectionsKeyAlias } from '../../shared/connections/key-alias.ts';
import { sealingContext } from '../../shared/connections/sealing-context.ts';
import { type OperationAnswer, operationFunctionName } from '../../shared/contract/operation.ts';
import { UsageError } from '../usage-error.ts';
import { proveIdentity } from './prove-identity.ts';
import type { Target } from './target.ts';

type ClientConfig = Pick<LambdaClientConfig, 'region' | 'credentials'> & { readonly endpoint?: string };

const noRegion = 'No AWS region is set. Name the region of the stage with --region, or set AWS_REGION.';

/** A little longer than an operation can run. */
const requestTimeout = 70_000;

/**
 * A deployed stage: its operations are Lambdas that the caller's IAM identity must be allowed to invoke, and to which it
 * proves itself.
 */
export function stageTarget(stage: string, config: ClientConfig = {}): Target {
  // The operator decides whether to repeat a call.
  const lambda = new LambdaClient({
    ...config,
    maxAttempts: 1,
    requestHandler: { requestTimeout, throwOnRequestTimeout: true },
  });
  const sts = config.endpoint === undefined ? undefined : new URL(config.endpoint);
  return {
    name: `the stage ${stage}`,
    async seal(text, sealedFor) {
      if (!(await lambda.config.region().catch(() => undefined))) throw new UsageError(noRegion);
      const { CiphertextBlob } = await new KMSClient(config).send(
        new EncryptCommand({
          KeyId: connectionsKeyAlias(stage),
          Plaintext: Buffer.from(text),
          EncryptionContext: sealingContext(sealedFor),
        }),
      );
      return Buffer.from(CiphertextBlob ?? []).toString('base64');
    },
    async perform(operation, request) {
      if (!(await lambda.config.region().catch(() => undefined))) throw new UsageError(noRegion);
      const proof = await proveIdentity(lambda.config, { stage, operation, ...request }, sts);
      const { FunctionError, Payload } = await lambda.send(
        new InvokeCommand({
          FunctionName: operationFunctionName(stage, operation),
          Payload: Buffer.from(JSON.stringify({ ...request, proof })),
        }),
      );
      const text = Buffer.from(Payload ?? []).toString();
      if (FunctionError) throw new Error(`${operation} crashed (${FunctionError}); see the runbook.`);
      return JSON.parse(text) as OperationAnswer;
    },
  };
}
