import { AlteredApproval } from '../../approvals/content.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { DueWorkEntity } from '../../journal/due/due-work.ts';
import { readMemo } from '../../payouts/lifecycle/payout-memo.ts';
import { catchUpPayout, restorePayout } from '../../payouts/lifecycle/restore-payout.ts';
import { PayoutEntity } from '../../payouts/payout/payout.ts';
import type { NamedRecord, RailRecord } from '../../ports/payout-rail.ts';
import { compareRecord, type Known, type Standing } from './compare-record.ts';
import type { RestoreCall } from './restore-call.ts';
import { restoreOrigin } from './restore-origin.ts';

/** The discrepancies in an organization. */
export interface Unsettled {
  readonly organizationId: string;
  /** The organization itself is not in the table, because it was created after the restore point. */
  readonly isLost: boolean;
  readonly findings: readonly string[];
}

/**
 * Compares records of a rail with the table, and settles what can be settled if requested. The rail is read first, so
 * that a payout which is accepted and sent in the meantime is in the table.
 * @returns every organization that the records name, including those without a finding
 */
export async function checkRailRecords(call: RestoreCall, records: readonly NamedRecord[]): Promise<Unsettled[]> {
  const { store } = call.runtime;
  const [payouts, work] = await Promise.all([
    store.getMany(
      PayoutEntity,
      records.map(({ organizationId, key }) => ({ organizationId, payoutId: key })),
    ),
    store.getMany(
      DueWorkEntity,
      records.map(({ organizationId, key }) => ({ organizationId, kind: 'rails' as const, resourceId: key })),
    ),
  ]);
  const byOrganization = Map.groupBy(records, ({ organizationId }) => organizationId);
  const keys = [...byOrganization.keys()].map((organizationId) => ({ organizationId }));
  const there = new Set((await store.getMany(OrganizationEntity, keys)).map(({ organizationId }) => organizationId));
  const unsettled: Unsettled[] = [];
  for (const [organizationId, own] of byOrganization) {
    const isLost = !there.has(organizationId);
    const findings: string[] = [];
    for (const record of own) {
      const known: Known = {
        payout: payouts.find((one) => one.payoutId === record.key && one.organizationId === organizationId),
        work: work.find((one) => one.resourceId === record.key && one.organizationId === organizationId),
      };
      findings.push(...(await checkRecord(call, record, known, isLost)));
    }
    unsettled.push({ organizationId, isLost, findings });
  }
  return unsettled;
}

async function checkRecord(call: RestoreCall, record: NamedRecord, known: Known, isLost: boolean): Promise<string[]> {
  const standing = compareRecord(record, known);
  if (standing.as === 'agrees') return [];
  const why = 'why' in standing ? standing.why : lostText(record);
  if (isLost) return [`${record.key}: ${why}; its organization was made after the restore point and is lost as well`];
  if (!call.settle || standing.as === 'differs') return [`${record.key}: ${why}${adviceOn(standing)}`];
  try {
    return await settleRecord(call, record, standing);
  } catch (error) {
    if (error instanceof AlteredApproval) return [`${record.key}: ${why}; ${error.message}: adjust, then resume`];
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    return [`${record.key}: ${why}; it cannot be written back (${error.type})${shortfallAdvice(error, record)}`];
  }
}

async function settleRecord(call: RestoreCall, record: NamedRecord, { as }: Standing): Promise<string[]> {
  const { runtime } = call;
  const audit = () => call.auditAs(record.organizationId);
  if (as === 'lost') {
    const memo = readMemo(record.memo);
    if (!memo) return [`${record.key}: ${lostText(record)}; its memo cannot be read: adjust, then resume`];
    await restorePayout(runtime, record, memo, audit(), restoreOrigin);
  }
  await catchUpPayout(runtime, record, audit());
  return [];
}

function lostText(record: RailRecord): string {
  const { destinationAmount, destinationCurrency, news } = record;
  const debit = debitOf(record);
  const paid = `${formatAmount(destinationAmount, destinationCurrency)} ${destinationCurrency}`;
  return `the rail has it (${paid}, ${news.status}${debit ? `, for ${debit}` : ''}), the table has not`;
}

/** The amount that the payout debited: `100.00 USD`. */
function debitOf({ memo }: RailRecord): string | undefined {
  const told = readMemo(memo)?.payout;
  return told && `${formatAmount(told.sourceAmount, told.sourceCurrency)} ${told.sourceCurrency}`;
}

function adviceOn({ as }: Standing): string {
  return as === 'differs' ? '; ask the rail, adjust, then resume' : '; --settle writes it back';
}

function shortfallAdvice({ type }: ServiceError, record: RailRecord): string {
  const debit = debitOf(record);
  if (type !== 'INSUFFICIENT_BALANCE' || !debit) return '';
  const { organizationId, key } = record;
  const adjust = `adjust ${organizationId} credit ${debit} --reason 'payout ${key}, lost by a restore'`;
  return `: credit the deposits that were lost (credit-deposit), or run \`${adjust}\``;
}
