import { UnknownValue } from '../../ground/table/known-values.ts';
import { isToBeNoted, noteClosed } from '../../payouts/links/ending/note-closed.ts';
import { PayoutLinkEntity } from '../../payouts/links/payout-link.ts';
import { restoredTableRef } from '../../payouts/payout/restored-table.ts';
import type { RestoreCall } from './restore-call.ts';
import type { LinksProgress, RestoreAnswer } from './restore-run.ts';

const itemsInPage = 500;
/**
 * Well below the timeout of an operator's function. The next call continues with the same page, skipping what is
 * already marked.
 */
const workingMs = 20_000;

/**
 * Marks the next payout links that the restore has closed, and notifies their organizations by mail. A scan returns the
 * links of an organization one after another, so that each organization gets one mail.
 */
export async function noteClosedLinks(
  { runtime }: Pick<RestoreCall, 'runtime'>,
  progress: LinksProgress,
): Promise<RestoreAnswer> {
  const { store, clock } = runtime;
  const until = clock() + workingMs;
  const restored = await store.get(restoredTableRef);
  const findings: string[] = [];
  let { after, mailed, noted = 0 } = progress;
  const goOn = () => ({
    findings,
    notes: [],
    progress: { ...progress, noted, ...(after && { after }), ...(mailed && { mailed }) },
  });
  while (clock() < until) {
    const { items, examinedTo } = await store.scan(PayoutLinkEntity, { after, limit: itemsInPage });
    const closed = items.filter((link) => isToBeNoted(link, restored));
    for (const [organizationId, own] of Map.groupBy(closed, (link) => link.organizationId)) {
      if (clock() >= until) return goOn();
      try {
        await noteClosed(runtime, own, restored, organizationId === mailed);
      } catch (error) {
        if (!(error instanceof UnknownValue)) throw error;
        findings.push(`${organizationId}: its closed payout links do not say so: ${error.message}`);
      }
      mailed = organizationId;
      noted += own.length;
    }
    if (!examinedTo) return { findings, notes: noted > 0 ? [summary(noted)] : [] };
    after = examinedTo;
  }
  return goOn();
}

function summary(noted: number): string {
  return `${noted} open payout links of before the restore are closed; their organizations cancel them, and make others`;
}
