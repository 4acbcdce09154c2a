import type { JournalDraft } from '../journal/commit/draft.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import type { Runtime, WorkerPorts } from '../ports/runtime.ts';
import type { Approval, ApprovalKind } from './approval.ts';
import type { ApprovalEnd } from './transitions.ts';

/** What approvals are executed with: prices of rails, the keys that seal mail, and where pages are. */
export type ApprovalRuntime = Runtime<'prices' | 'sealing' | 'pages' | 'depositChain' | 'depositRecords'>;

/** How approvals of one kind are handled. The domain of the kind implements this, and the worker calls it. */
export interface ApprovalKindHandler {
  /** Executes an approval that has enough votes, and ends it. */
  readonly execute: (runtime: ApprovalRuntime, approval: Approval) => Promise<void>;
  /** Changes what waits for the approval when it ends without being executed, in the same commit. `end`: how it ends. */
  readonly ended?: (draft: JournalDraft, approval: Approval, end: ApprovalEnd) => void;
  /** For pending approvals that wait for something other than votes: which ones they are, and how they proceed. */
  readonly pending?: {
    readonly isFor: (approval: Approval) => boolean;
    readonly settle: (runtime: ApprovalRuntime & WorkerPorts, work: ClaimedWork, approval: Approval) => Promise<void>;
  };
}

export type ApprovalKindHandlers = Readonly<Record<ApprovalKind, ApprovalKindHandler>>;

/** The same of those kinds whose approvals something waits for, for what can end an approval and execute none. */
export type ApprovalEndings = { readonly [Kind in ApprovalKind]?: Required<Pick<ApprovalKindHandler, 'ended'>> };
