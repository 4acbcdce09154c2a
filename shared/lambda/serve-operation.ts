import type { AnyOperation, OperationAnswer } from '../contract/operation.ts';
import { performOperation } from '../operations/perform-operation.ts';
import type { Operators } from '../ports/operators.ts';
import { type ExtraPorts, runtimeFromEnvironment } from './from-environment.ts';
import { operatorsFromEnvironment } from './operators-from-environment.ts';
import { type Invocation, withinInvocation } from './within-invocation.ts';

let operators: Operators | undefined;

/**
 * The Lambda handler of an operation: IAM has decided who may invoke it, and STS says who did.
 * @param ports ports that few operations need, so that the other bundles do not carry them
 */
export function serveOperation(
  operation: AnyOperation,
  ports: ExtraPorts = {},
): (request: unknown, invocation: Invocation) => Promise<OperationAnswer> {
  return (request, invocation) =>
    withinInvocation(invocation, () => {
      operators ??= operatorsFromEnvironment(process.env);
      return performOperation(operation, request, runtimeFromEnvironment(ports), operators);
    });
}
