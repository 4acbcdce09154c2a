import type { AnyOperation, OperationAnswer } from '../contract/operation.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Operators } from '../ports/operators.ts';
import type { WholeRuntime } from '../ports/runtime.ts';
import { lambdaRuntime, type Used } from './lambda-runtime.ts';
import { operatorsFromEnvironment } from './operators-from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

/** The Lambda handler of an operation. IAM has decided who may invoke it, and STS identifies the caller. */
export function serveOperation(
  operation: AnyOperation,
  used: Used,
): (request: unknown, invocation: Invocation) => Promise<OperationAnswer> {
  let runtime: WholeRuntime | undefined;
  let operators: Operators | undefined;
  return (request, invocation) =>
    withinInvocation(invocation, () => {
      runtime ??= lambdaRuntime(used);
      operators ??= operatorsFromEnvironment(process.env);
      return performOperation(operation, request, runtime, operators);
    });
}
