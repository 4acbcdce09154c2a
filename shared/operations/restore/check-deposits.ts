import { refTo } from '../../ground/table/expressions.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import { watchLost } from '../../payouts/funding/watch-late.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import type { DepositRecord } from '../../ports/deposit-chain.ts';
import { marginMs, type RestoreCall } from './restore-call.ts';
import { type DepositsProgress, keepFindings, type RestoreAnswer } from './restore-run.ts';

/**
 * Examines the next addresses that were given to payouts. If the restore has lost a payout that was not sent to a rail,
 * its address is read from now on, and everything that arrives there becomes a held deposit of its organization.
 */
export async function checkDeposits(call: RestoreCall, progress: DepositsProgress): Promise<RestoreAnswer> {
  const { runtime, sinceMs, settle } = call;
  const { run, startedAt, page } = progress;
  const books = { part: 'books', run, startedAt } as const;
  if (!runtime.notedDeposits) return { findings: [], notes: [], progress: books };
  const { records, next } = await runtime.notedDeposits.since(sinceMs - marginMs, page);
  const lost = await lostOf(call, records);
  if (settle) for (const record of lost) await readFromNowOn(call, record);
  const organizations = [...Map.groupBy(lost, ({ organizationId }) => organizationId)];
  for (const [organizationId] of organizations)
    await keepFindings(runtime.store, { run, organizationId, findings: [] }, runtime.clock());
  const notes = organizations.map(([organizationId, own]) => `${organizationId}: ${noteOn(own, settle)}`);
  return { findings: [], notes, progress: next === undefined ? books : { ...progress, page: next } };
}

function noteOn(lost: readonly DepositRecord[], isSettled: boolean): string {
  const ids = lost.map(({ payoutId }) => payoutId).join(', ');
  const what = 'what came or comes to their addresses is a held deposit';
  return `self-funded payouts that were not sent are not in the table: ${ids}; ${isSettled ? what : `with --settle ${what}`}`;
}

/**
 * The addresses whose payout is not in the table. A payout that was sent to a rail is written back from the rail's
 * records, or is reported there.
 */
async function lostOf(
  { runtime: { store, notedDeposits } }: RestoreCall,
  records: readonly DepositRecord[],
): Promise<readonly DepositRecord[]> {
  const keys = records.map(({ organizationId, payoutId }) => ({ organizationId, payoutId }));
  const organizationIds = [...new Set(records.map(({ organizationId }) => organizationId))];
  const [payouts, organizations] = await Promise.all([
    store.getMany(PayoutEntity, keys),
    store.getMany(
      OrganizationEntity,
      organizationIds.map((organizationId) => ({ organizationId })),
    ),
  ]);
  const known = new Set(payouts.map(({ payoutId }) => payoutId));
  const there = new Set(organizations.map(({ organizationId }) => organizationId));
  const missing = records.filter(({ organizationId, payoutId }) => there.has(organizationId) && !known.has(payoutId));
  const sent = await Promise.all(missing.map(({ payoutId }) => notedDeposits?.wasSent(payoutId)));
  return missing.filter((_, index) => sent[index] === false);
}

async function readFromNowOn(
  { runtime, auditAs }: RestoreCall,
  { organizationId, payoutId, ...place }: DepositRecord,
): Promise<void> {
  await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { payout: refTo(PayoutEntity, { organizationId, payoutId }) },
      decide: ({ payout }, draft) => {
        if (payout) return undefined;
        watchLost(draft, { organizationId, payoutId, ...place });
        return { reply: { status: 200, body: undefined }, resourceId: payoutId };
      },
    },
    { audit: auditAs(organizationId) },
  );
}
