import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import type { Runtime, WorkerRuntime } from '../../ports/runtime.ts';
import type { Approval, ApprovalKind } from './approval.ts';

/** What a kind of approval is to its domain, which hands this to the worker. */
export interface ApprovalKindHandler {
  /** Executes one that has its votes, and ends it. */
  readonly execute: (runtime: Runtime, approval: Approval) => Promise<void>;
  /** Whether a pending one waits for something else than votes, and how it goes on then. */
  readonly pending?: {
    readonly isFor: (approval: Approval) => boolean;
    readonly settle: (runtime: WorkerRuntime, work: ClaimedWork, approval: Approval) => Promise<void>;
  };
}

export type ApprovalKindHandlers = Readonly<Record<ApprovalKind, ApprovalKindHandler>>;
