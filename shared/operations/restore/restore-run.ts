import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import * as z from 'zod';
import type { Store } from '../../ground/table/store.ts';
import { table } from '../../ground/table/table.ts';
import { ttlSeconds } from '../../ground/time/clock.ts';
import { Progress } from '../../records/books/progress.ts';

/**
 * What one run of the check after a restore has found about an organization named in a rail's records. Each run has its
 * own row: simultaneous runs do not disturb each other, and a run that died is simply started again.
 */
export const RestoreFindingsEntity = new Entity({
  name: 'restoreFindings',
  table,
  timestamps: false,
  schema: item({
    run: string().key(),
    organizationId: string().key(),
    /** The first findings, in words. */
    findings: list(string()),
    ttl: number(),
  }),
  computeKey: ({ run, organizationId }: { run: string; organizationId: string }) => ({
    pk: runPartition(run),
    sk: organizationId,
  }),
});

export type RestoreFindings = FormattedItem<typeof RestoreFindingsEntity>;

export function runPartition(run: string): string {
  return `RESTORE_CHECK#${run}`;
}

/** The existence of findings keeps an organization suspended. The answers of the run have shown all of them. */
const mostKept = 20;
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Adds to a run's findings about an organization. An organization without findings is also recorded, because its books
 * are checked.
 */
export async function keepFindings(
  { get, put }: Pick<Store, 'get' | 'put'>,
  {
    run,
    organizationId,
    findings,
  }: { readonly run: string; readonly organizationId: string; readonly findings: readonly string[] },
  now: number,
): Promise<void> {
  const known = await get({ entity: RestoreFindingsEntity, key: { run, organizationId } });
  if (known && findings.length === 0) return;
  const all = [...(known?.findings ?? []), ...findings].slice(0, mostKept);
  const kept = known ?? { run, organizationId, ttl: ttlSeconds(now + keptMs) };
  await put(RestoreFindingsEntity, { ...kept, findings: all });
}

/**
 * The progress of a run: first through the records of the rails, then through the addresses that were given to payouts,
 * then through the books of the organizations named by both, and finally through the payout links that the restore has
 * closed.
 */
export const RestoreProgress = z.discriminatedUnion('part', [
  z.strictObject({
    part: z.literal('rails'),
    run: z.string().max(100),
    startedAt: z.int().min(0),
    mode: z.enum(['live', 'sandbox']),
    /** The rail whose records are read. Absent before the first rail of the mode. */
    rail: z.string().max(100).optional(),
    page: z.string().max(1_000).optional(),
  }),
  z.strictObject({
    part: z.literal('deposits'),
    run: z.string().max(100),
    startedAt: z.int().min(0),
    page: z.string().max(1_000).optional(),
  }),
  z.strictObject({
    part: z.literal('books'),
    run: z.string().max(100),
    startedAt: z.int().min(0),
    /** The organizations up to this one are done. */
    after: z.string().max(100).optional(),
    check: Progress.optional(),
  }),
  z.strictObject({
    part: z.literal('links'),
    run: z.string().max(100),
    startedAt: z.int().min(0),
    after: z.strictObject({ pk: z.string().max(2_048), sk: z.string().max(1_024) }).optional(),
    /** The organization that was notified last. */
    mailed: z.string().max(100).optional(),
    noted: z.int().min(0).optional(),
  }),
]);

export type RestoreProgress = z.output<typeof RestoreProgress>;
export type RailsProgress = Extract<RestoreProgress, { part: 'rails' }>;
export type DepositsProgress = Extract<RestoreProgress, { part: 'deposits' }>;
export type BooksProgress = Extract<RestoreProgress, { part: 'books' }>;
export type LinksProgress = Extract<RestoreProgress, { part: 'links' }>;

/** The progress in the form used in an answer. */
export type PresentedProgress = z.input<typeof RestoreProgress>;

export interface RestoreAnswer {
  /** Discrepancies, each with its organization. */
  readonly findings: readonly string[];
  /** What happened to organizations that are settled. */
  readonly notes: readonly string[];
  /** Absent once everything has been checked. */
  readonly progress?: PresentedProgress;
}
