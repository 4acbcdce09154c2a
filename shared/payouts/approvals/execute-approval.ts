import { ServiceError } from '../../ground/errors/service-error.ts';
import type { Read } from '../../ground/table/expressions.ts';
import type { Reads } from '../../ground/table/store.ts';
import type { ApiKey } from '../../identity/api-key.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Decided } from '../../journal/commit/read-state.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Approval, approvalRead } from './approval.ts';
import { refuseAltered } from './content.ts';
import { endApproval } from './end-approval.ts';
import { initiatorReads, refuseRevoked } from './initiator.ts';

/** What the execution of one kind of approval consists of. */
export interface ApprovalExecution<R extends Reads, Asked> {
  readonly reads: R;
  readonly lookUps?: readonly Read[];
  /** Asks outside, once. A refusal below 500 is final; everything else is tried again later. */
  readonly ask: (found: Decided<R>) => Promise<Asked>;
  /** Refuses by a ServiceError what may not be executed any more, and changes nothing. */
  readonly refuse: (found: Decided<R>, draft: JournalDraft, asked: Asked) => void;
  /** What the executed approval names. */
  readonly became?: Pick<Approval, 'payoutId'>;
  /** Makes the changes; the approval has given back what it held. */
  readonly apply: (found: Decided<R>, draft: JournalDraft, asked: Asked, executedIn: number) => void;
}

/**
 * Executes an approval that has its votes, as one commit: it ends as executed with what it became, or as failed with the
 * reason. Suspension, caps, policy and the revocation of the key that asked bind here as they do on a request. Who comes
 * second finds it ended.
 * @throws Error when it cannot be done now; AlteredApproval when what is stored is not what was voted on
 */
export async function executeApproval<R extends Reads, Asked>(
  runtime: Runtime,
  approved: Approval,
  { reads, lookUps, ask, refuse, became, apply }: ApprovalExecution<R, Asked>,
): Promise<void> {
  const { organizationId, approvalId, initiator } = approved;
  const refuseInitiator = (found: Decided<Reads>) =>
    refuseRevoked(initiator, found as Decided<Reads> & { readonly initiatorKey?: ApiKey });
  refuseAltered(approved);
  await decideAndCommit(runtime, {
    organizationId,
    reads: { ...reads, approval: approvalRead(organizationId, approvalId), ...initiatorReads(initiator) } as Reads,
    ...(lookUps && { lookUps }),
    ask: (found) =>
      finalAnswer(async () => {
        refuseInitiator(found);
        return ask(found as Decided<R>);
      }),
    decide: (state, draft, answer) => {
      const found = state as Decided<R>;
      const approval = state.approval as Approval | undefined;
      if (approval?.status !== 'approved') return undefined;
      refuseAltered(approval, approved.hash);
      const refusal = refusalOf(() => {
        refuseInitiator(found);
        if ('refusal' in answer) throw answer.refusal;
        refuse(found, draft, answer.asked);
      });
      if (refusal) endApproval(draft, approval, 'failed', { failureReason: refusal.type });
      else if ('asked' in answer) {
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

/** What a caller would have to change is final for an approval, which nobody can change. */
function finalRefusal(error: unknown): ServiceError {
  if (error instanceof ServiceError && error.status < 500) return error;
  throw error;
}
