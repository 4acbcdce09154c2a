import type { AnyOperation, OperationAnswer } from '../contract/operation.ts';
import { performOperation } from '../operations/perform-operation.ts';
import { runtimeFromEnvironment } from './from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/** The Lambda handler of an operation: IAM has decided who may invoke it. */
export function serveOperation(
  operation: AnyOperation,
): (request: unknown, invocation: Invocation) => Promise<OperationAnswer> {
  return (request, invocation) =>
    withinInvocation(invocation, () => performOperation(operation, request, runtimeFromEnvironment()));
}
