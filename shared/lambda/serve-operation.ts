import type { AnyOperation, OperationAnswer } from '../contract/operation.ts';
import { performOperation } from '../operations/perform-operation.ts';
import { runtimeFromEnvironment } from './from-environment.ts';

/** The Lambda handler of an operation: IAM has decided who may invoke it. */
export function serveOperation(operation: AnyOperation): (request: unknown) => Promise<OperationAnswer> {
  return (request) => performOperation(operation, request, runtimeFromEnvironment());
}
