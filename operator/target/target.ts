import type { OperationAnswer, OperationRequest } from '../../shared/contract/operation.ts';
import type { SealedFor } from '../../shared/ports/connections.ts';

/** Where operations are performed: a stack on this machine, or a deployed stage. */
export interface Target {
  /** Seals credentials so that only the service at the target can open them. */
  seal(text: string, sealedFor: SealedFor): Promise<string>;
  /** The name to show to people, such as `the stack in .sluice`. */
  readonly name: string;
  /** @throws Error when there was no answer; the operation may have been performed anyway */
  perform(operation: string, request: OperationRequest): Promise<OperationAnswer>;
}
