import { type Recipient, RecipientEntity } from '../../corridors/recipients/recipient.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { replace } from '../../ground/table/writes.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { AuditedRequest } from '../../journal/rows/audit-row.ts';
import type { Runtime } from '../../ports/runtime.ts';

/**
 * Blocks a recipient that screening now refuses. Payouts to it that have not been sent to a rail fail when their work
 * is done; decisions in progress that have read the recipient are repeated.
 * @returns false if it was changed since it was screened, by an operator who lifts a block or by another run
 */
export async function blockRecipient(runtime: Runtime, screened: Recipient, audit: AuditedRequest): Promise<boolean> {
  const { organizationId, recipientId, version } = screened;
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { recipient: refTo(RecipientEntity, { organizationId, recipientId }) },
      decide: ({ recipient }, draft) => {
        if (recipient?.version !== version) return undefined;
        draft.write(replace(RecipientEntity, { ...recipient, status: 'blocked', blockedAt: draft.now }));
        return { reply: { status: 200, body: undefined }, resourceId: recipientId };
      },
    },
    { audit },
  );
  return outcome !== undefined;
}
