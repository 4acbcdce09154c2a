import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import { bodyOf, succeeded } from './engine/operation.ts';

/** Reads on in the audit log, as the guide shows it. Where a page fails the caller begins at the same place the next time. */
export async function followAuditLog(caller: Caller, dice: Dice): Promise<void> {
  const { audit } = caller;
  const query = { createdAfter: audit.from, limit: dice.pick(['20', '100']) ?? '' };
  const rows: AuditedRow[] = [];
  let completeUntil: string | undefined;
  let cursor: string | undefined;
  do {
    const answer = await caller.perform('listAuditEvents', { query: { ...query, ...(cursor && { cursor }) } });
    if (!succeeded(answer)) return;
    const page = bodyOf(answer);
    completeUntil ??= page.completeUntil as string;
    rows.push(...page.data);
    cursor = page.nextCursor;
  } while (cursor);
  for (const row of rows) if (row.createdAt < completeUntil) audit.seen.push(audited(row));
  audit.from = completeUntil;
}

interface AuditedRow {
  readonly requestId: string;
  readonly createdAt: string;
}

/** What tells a row from every other. */
export function audited({ requestId, createdAt }: AuditedRow): string {
  return `${requestId} of ${createdAt}`;
}
