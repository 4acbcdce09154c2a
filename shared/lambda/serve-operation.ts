import type { AnyOperation, OperationAnswer } from '../contract/operation.ts';
import { performOperation } from '../operations/perform-operation.ts';
import { type ExtraPorts, runtimeFromEnvironment } from './from-environment.ts';

/**
 * The Lambda handler of an operation: IAM has decided who may invoke it.
 * @param ports ports that few operations need, so that the other bundles do not carry them
 */
export function serveOperation(
  operation: AnyOperation,
  ports: ExtraPorts = {},
): (request: unknown) => Promise<OperationAnswer> {
  return (request) => performOperation(operation, request, runtimeFromEnvironment(ports));
}
