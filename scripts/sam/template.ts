import type { Discovered } from '../../functions/discover.ts';
import { folderOf } from '../../lib/build-functions.ts';
import { pascalCase } from '../../lib/names.ts';
import { type AnyEndpoint, fullPath } from '../../shared/contract/endpoint.ts';
import type { AnyOperation } from '../../shared/contract/operation.ts';
import type { Worker } from '../../shared/contract/worker.ts';
import { dueKinds, queueUrlVariable } from '../../shared/ports/due-kinds.ts';

/** The declarations in `functions/`. */
export interface Functions {
  readonly endpoints: readonly Discovered<AnyEndpoint>[];
  readonly workers: readonly Discovered<Worker>[];
  readonly operations: readonly Discovered<AnyOperation>[];
}

/** The environment of the functions in the template. SAM sets no variable that its template does not name. */
export const variables = [
  'AWS_ENDPOINT_URL_DYNAMODB',
  'AWS_ENDPOINT_URL_SECRETS_MANAGER',
  'AWS_ENDPOINT_URL_SQS',
  'LOCAL_OPERATOR',
  'SEALING_SECRET_ARN',
  'SECOND_OPERATOR_ABOVE',
  'TABLE_NAME',
  ...dueKinds.map(queueUrlVariable),
] as const;

/** As in the stage: `endpointTimeoutSeconds` and the operations' own, in `lib/constructs`. */
const endpointTimeoutSeconds = 10;
const operationTimeoutSeconds = 60;

/**
 * The names of functions in the template. Operators and callers can both issue API keys, so the names of operations are
 * distinct.
 */
export const samName = {
  endpoint: ({ operation }: AnyEndpoint) => pascalCase(operation),
  worker: ({ name }: Worker) => `${pascalCase(name)}Worker`,
  operation: ({ name }: AnyOperation) => `${pascalCase(name)}Operation`,
};

/** A template for running single functions under SAM. Stages are deployed only with CDK. */
export function samTemplate({ endpoints, workers, operations }: Functions) {
  const resources = [
    ...endpoints.map(({ file, declaration }) => [
      samName.endpoint(declaration),
      samFunction(file, declaration.summary, endpointTimeoutSeconds, routeOf(declaration)),
    ]),
    ...workers.map(({ file, declaration }) => [
      samName.worker(declaration),
      samFunction(file, `The worker ${declaration.name}`, declaration.timeoutSeconds),
    ]),
    ...operations.map(({ file, declaration }) => [
      samName.operation(declaration),
      samFunction(file, declaration.summary, operationTimeoutSeconds),
    ]),
  ];
  return {
    AWSTemplateFormatVersion: '2010-09-09',
    Transform: 'AWS::Serverless-2016-10-31',
    Description: 'Sluice, for sam local only: cdk deploys it',
    Globals: {
      Function: {
        Runtime: 'nodejs24.x',
        // The architecture of this machine, so that SAM's container need not be emulated.
        Architectures: [process.arch === 'arm64' ? 'arm64' : 'x86_64'],
        Handler: 'index.handler',
        MemorySize: 1024,
        Environment: { Variables: { STAGE: 'sam', ...Object.fromEntries(variables.map((name) => [name, ''])) } },
      },
    },
    Resources: Object.fromEntries(resources),
  };
}

function samFunction(file: string, summary: string, timeoutSeconds: number, events?: object) {
  const Properties = {
    Description: summary.slice(0, 256),
    CodeUri: `../dist/functions/${folderOf(file)}`,
    Timeout: timeoutSeconds,
  };
  return { Type: 'AWS::Serverless::Function', Properties: { ...Properties, ...(events && { Events: events }) } };
}

/** The route for `sam local start-api`. The catch-all route has no method. */
function routeOf(endpoint: AnyEndpoint): object {
  if (endpoint.operation === 'routeNotFound') return { Route: { Type: 'HttpApi' } };
  return { Route: { Type: 'HttpApi', Properties: { Method: endpoint.method, Path: fullPath(endpoint) } } };
}
