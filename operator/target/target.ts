import type { OperationAnswer, OperationRequest } from '../../shared/contract/operation.ts';
import type { SealedFor } from '../../shared/ports/connections.ts';

/** Where operations are performed: a stack on this machine, or a deployed stage. */
export interface Target {
  /** Seals credentials, for nobody but the service at the target. */
  seal(text: string, sealedFor: SealedFor): Promise<string>;
  /** Name to show to people: `the stack in .sluice`. */
  readonly name: string;
  /** @throws Error when no answer came; the operation may have been performed all the same */
  perform(operation: string, request: OperationRequest): Promise<OperationAnswer>;
}
