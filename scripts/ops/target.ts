import type { OperationAnswer, OperationRequest } from '../../shared/contract/operation.ts';

/** Where operations are performed: a stack on this machine, or a deployed stage. */
export interface Target {
  /** For people: `the stack in .sluice`. */
  readonly name: string;
  /** Who operates, as the place knows it. */
  identity(): Promise<string>;
  /** @throws Error when no answer came; it may have been performed all the same */
  perform(operation: string, request: OperationRequest): Promise<OperationAnswer>;
}
