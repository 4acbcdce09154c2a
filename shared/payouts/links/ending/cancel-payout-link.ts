import { reply } from '../../../contract/reply.ts';
import { ServiceError } from '../../../ground/errors/service-error.ts';
import { decideAndCommit, replyOf } from '../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../journal/commit/draft.ts';
import type { Execution } from '../../../journal/commit/execution.ts';
import type { Runtime } from '../../../ports/runtime.ts';
import { restoredTableRef } from '../../payout/restored-table.ts';
import { openLinksRef } from '../open-links.ts';
import { type PayoutLink, payoutLinkRef } from '../payout-link.ts';
import { presentPayoutLink } from '../present-payout-link.ts';
import { isKeptOpen } from './closed-by-restore.ts';
import { endPayoutLink } from './end-payout-link.ts';

/**
 * Cancels a link and releases its hold. A link that is already canceled or expired is returned unchanged.
 * @throws ServiceError NOT_FOUND; CONFLICT, naming the payout, for a link that was claimed, and for one that a restore
 * keeps open
 */
export async function cancelPayoutLink(
  runtime: Runtime,
  organizationId: string,
  payoutLinkId: string,
  execution: Execution,
) {
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: payoutLinkRef(organizationId, payoutLinkId), restored: restoredTableRef },
      lookUps: [openLinksRef(organizationId)],
      decide: ({ link, restored }, draft) => {
        draft.skipCheck('restored');
        if (link && isKeptOpen(link, restored)) throw notSettled();
        const canceled = canceledLink(draft, link);
        return { reply: reply(200, presentPayoutLink(canceled)), resourceId: payoutLinkId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function notSettled(): ServiceError {
  const detail = 'our data was restored, and it is not known yet whether the payout link was claimed';
  return new ServiceError('CONFLICT', detail, { resolution: 'Nobody can claim the link. Cancel it in an hour.' });
}

function canceledLink(draft: JournalDraft, link: PayoutLink | undefined): PayoutLink {
  if (!link) throw new ServiceError('NOT_FOUND', 'no such payout link');
  if (link.status === 'open') return endPayoutLink(draft, link, 'canceled', { canceledBecause: 'canceled' });
  if (link.status !== 'claimed') return link;
  throw new ServiceError('CONFLICT', `the payout link was claimed, as ${link.payoutId}`, {
    resolution: 'Read that payout: what was claimed is paid.',
  });
}
