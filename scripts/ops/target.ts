import type { OperationAnswer, OperationRequest } from '../../shared/contract/operation.ts';

/** Where operations are performed: a stack on this machine, or a deployed stage. */
export interface Target {
  /** Name to show to people: `the stack in .sluice`. */
  readonly name: string;
  /** @throws Error when no answer came; the operation may have been performed all the same */
  perform(operation: string, request: OperationRequest): Promise<OperationAnswer>;
}
