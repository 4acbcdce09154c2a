import type { JournalDraft } from '../journal/commit/draft.ts';
import type { ClaimedWork } from '../journal/due/claim-work.ts';
import type { Runtime, WorkerPorts } from '../ports/runtime.ts';
import type { Approval, ApprovalKind } from './approval.ts';
import type { ApprovalEnd } from './transitions.ts';

/** What the execution of approvals needs: prices of rails, the keys that seal mail, and the addresses of pages. */
export type ApprovalRuntime = Runtime<'prices' | 'sealing' | 'pages' | 'depositChain' | 'depositRecords'>;

/** How approvals of one kind are handled. The domain of the kind implements this, and the worker calls it. */
export interface ApprovalKindHandler {
  /** Executes an approval that has enough votes, and ends it. */
  readonly execute: (runtime: ApprovalRuntime, approval: Approval) => Promise<void>;
  /**
   * Changes whatever waits for the approval, in the same commit, when the approval ends without being executed. `end`:
   * how it ends.
   */
  readonly ended?: (draft: JournalDraft, approval: Approval, end: ApprovalEnd) => void;
  /** For pending approvals that wait for something other than votes: which ones they are, and how they proceed. */
  readonly pending?: {
    readonly isFor: (approval: Approval) => boolean;
    readonly settle: (runtime: ApprovalRuntime & WorkerPorts, work: ClaimedWork, approval: Approval) => Promise<void>;
  };
}

export type ApprovalKindHandlers = Readonly<Record<ApprovalKind, ApprovalKindHandler>>;

/** For callers that only end approvals: the kinds on which another resource waits. */
export type ApprovalEndings = { readonly [Kind in ApprovalKind]?: Required<Pick<ApprovalKindHandler, 'ended'>> };
