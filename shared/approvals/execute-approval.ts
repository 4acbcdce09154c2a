import { ServiceError } from '../ground/errors/service-error.ts';
import type { ItemRef } from '../ground/table/expressions.ts';
import type { ItemRefs } from '../ground/table/store.ts';
import { decideAndCommit } from '../journal/commit/decide.ts';
import type { JournalDraft } from '../journal/commit/draft.ts';
import type { DecisionInput } from '../journal/commit/read-state.ts';
import type { Runtime } from '../ports/runtime.ts';
import { type Approval, approvalRef } from './approval.ts';
import type { ApprovalKindHandler } from './approval-kind.ts';
import { refuseAltered } from './content.ts';
import { endApproval } from './end-approval.ts';
import { initiatorRefs, refuseInitiator } from './initiator.ts';

/** The parts of an execution that differ between kinds of approvals. */
export interface ApprovalExecution<R extends ItemRefs, Asked> {
  readonly reads: R;
  readonly lookUps?: readonly ItemRef[];
  /**
   * Makes one request outside the table, for example for a price. A refusal below 500 is final; any other error is
   * retried later.
   */
  readonly ask: (found: DecisionInput<R>) => Promise<Asked>;
  /** Throws a ServiceError if the approval can no longer be executed. Changes nothing. */
  readonly refuse: (found: DecisionInput<R>, draft: JournalDraft, asked: Asked) => void;
  /** Fields to add to the executed approval. */
  readonly became?: Pick<Approval, 'payoutId' | 'payoutLinkId'>;
  /**
   * Makes the changes. The hold of the approval has already been released; `executedIn` is the sequence of its event.
   */
  readonly apply: (found: DecisionInput<R>, draft: JournalDraft, asked: Asked, executedIn: number) => void;
  /** Changes whatever waits for the approval when it can no longer be executed. */
  readonly ended?: ApprovalKindHandler['ended'];
}

/**
 * Executes an approval that has enough votes, in one commit. The approval ends as executed and names what was created,
 * or ends as failed with the reason. Suspension, caps, policy and withdrawn access of the requester apply as they do to
 * a request. A second execution finds the approval ended and changes nothing.
 * @throws Error when it cannot be done now; AlteredApproval when the stored approval differs from what was voted on
 */
export async function executeApproval<R extends ItemRefs, Asked>(
  runtime: Runtime,
  approved: Approval,
  { reads, lookUps, ask, refuse, became, apply, ended }: ApprovalExecution<R, Asked>,
): Promise<void> {
  const { organizationId, approvalId } = approved;
  refuseAltered(approved);
  await decideAndCommit(runtime, {
    organizationId,
    reads: { ...reads, approval: approvalRef(organizationId, approvalId), ...initiatorRefs(approved) },
    ...(lookUps && { lookUps }),
    ask: (found) =>
      finalAnswer(async () => {
        refuseInitiator(approved, found);
        return ask(found as DecisionInput<R>);
      }),
    decide: (state, draft, answer) => {
      const found = state as DecisionInput<R>;
      const approval = state.approval as Approval | undefined;
      if (approval?.status !== 'approved') return undefined;
      refuseAltered(approval, approved.hash);
      const refusal = refusalOf(() => {
        refuseInitiator(approved, state);
        if ('refusal' in answer) throw answer.refusal;
        refuse(found, draft, answer.asked);
      });
      if (refusal) {
        endApproval(draft, approval, 'failed', { failureReason: refusal.type });
        ended?.(draft, approval, 'failed');
      } else if ('asked' in answer) {
        apply(found, draft, answer.asked, endApproval(draft, approval, 'executed', became).sequence);
      }
      return { reply: { status: 200, body: undefined } };
    },
  });
}

type Answer<Asked> = { readonly asked: Asked } | { readonly refusal: ServiceError };

async function finalAnswer<Asked>(ask: () => Promise<Asked>): Promise<Answer<Asked>> {
  try {
    return { asked: await ask() };
  } catch (error) {
    return { refusal: finalRefusal(error) };
  }
}

function refusalOf(act: () => void): ServiceError | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return finalRefusal(error);
  }
}

/** A refusal that asks the caller to change something is final, because nobody can change an approval. */
function finalRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status < 500) return error;
  throw error;
}
