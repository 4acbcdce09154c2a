import { runtimeFromEnvironment } from './from-environment.ts';
import type { AnyOperation, OperationAnswer } from './operation.ts';
import { performOperation } from './perform-operation.ts';

/** The Lambda handler of an operation: IAM has decided who may invoke it. */
export function serveOperation(operation: AnyOperation): (request: unknown) => Promise<OperationAnswer> {
  return (request) => performOperation(operation, request, runtimeFromEnvironment());
}
