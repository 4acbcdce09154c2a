import { refTo } from '../../ground/table/expressions.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { noteRestore, restoredTableRef, settleRestore } from '../../payouts/payout/restored-table.ts';
import { checkRailPage } from '../../ports/check-rail-page.ts';
import { checkBooks } from '../../records/books/check-books.ts';
import { beginCheck, presentProgress } from '../../records/books/progress.ts';
import { checkDeposits } from './check-deposits.ts';
import { checkRailRecords } from './check-rail-records.ts';
import { noteClosedLinks } from './closed-links.ts';
import { holdOrganization, releaseOrganization } from './hold-organization.ts';
import { marginMs, type RestoreCall } from './restore-call.ts';
import {
  type BooksProgress,
  keepFindings,
  type PresentedProgress,
  type RailsProgress,
  type RestoreAnswer,
  RestoreFindingsEntity,
  type RestoreProgress,
  runPartition,
} from './restore-run.ts';
import { noteRestoredFeed, readRestoredFeed } from './restored-feed.ts';

export function beginRestoreCheck({ runtime }: RestoreCall): RestoreProgress {
  const startedAt = runtime.clock();
  return { part: 'rails', run: runtime.ids.next('req', startedAt), startedAt, mode: 'live' };
}

/**
 * Does the next part of checking what rails were sent after the restore point: a page of a rail's records, or of an
 * organization's books (docs/adr/0032). Organizations with discrepancies are suspended as soon as these are found. From
 * then on, nobody can claim payout links older than the restore point (docs/adr/0122).
 */
export function continueRestoreCheck(call: RestoreCall, progress: RestoreProgress): Promise<RestoreAnswer> {
  switch (progress.part) {
    case 'rails':
      return checkRail(call, progress);
    case 'deposits':
      return checkDeposits(call, progress);
    case 'books':
      return checkOrganization(call, progress);
    case 'links':
      return noteClosedLinks(call, progress);
  }
}

async function checkRail(call: RestoreCall, progress: RailsProgress): Promise<RestoreAnswer> {
  const { runtime, sinceMs } = call;
  const { mode, page } = progress;
  const rails = Object.entries(runtime.rails(mode)?.payouts ?? {});
  const at = progress.rail === undefined ? 0 : rails.findIndex(([name]) => name === progress.rail);
  // The run was started by another release. Continuing could skip the records of a rail.
  if (at < 0) throw new Error(`there is no rail ${progress.rail}: begin the check anew`);
  await noteRestore(runtime.store, sinceMs, runtime.clock());
  const [name, rail] = rails[at] ?? [];
  if (name === undefined || !rail) return { findings: [], notes: [], progress: afterMode(progress) };
  const { records, next } = checkRailPage(await rail.since(sinceMs - marginMs, runtime.clock(), page));
  // Done before anything is written back, which would extend the feed.
  for (const organizationId of new Set(records.map((record) => record.organizationId))) {
    await noteRestoredFeed(runtime.store, organizationId, { sinceMs, now: runtime.clock() });
  }
  const findings: string[] = [];
  for (const found of await checkRailRecords(
    call,
    records.map((record) => ({ ...record, rail: name })),
  )) {
    const { organizationId, isLost } = found;
    if (found.findings.length > 0 && !isLost) {
      await holdOrganization(call, organizationId);
    }
    await keepFindings(runtime.store, { run: progress.run, organizationId, findings: found.findings }, runtime.clock());
    findings.push(...found.findings.map((text) => `${organizationId}: ${text}`));
  }
  if (next !== undefined) return { findings, notes: [], progress: { ...progress, rail: name, page: next } };
  const [following] = rails[at + 1] ?? [];
  if (following === undefined) return { findings, notes: [], progress: afterMode(progress) };
  return { findings, notes: [], progress: { ...progress, rail: following, page: undefined } };
}

function afterMode({ mode, run, startedAt }: RailsProgress): PresentedProgress {
  return mode === 'live' ? { part: 'rails', run, startedAt, mode: 'sandbox' } : { part: 'deposits', run, startedAt };
}

/**
 * Links closed by the restore can be canceled, and can expire, once a run that releases has seen everything. They are
 * marked then.
 */
async function afterBooks(
  { runtime, release, sinceMs }: RestoreCall,
  { run, startedAt }: BooksProgress,
): Promise<RestoreAnswer> {
  const waiting = 'open payout links of before the restore keep what they hold until a run with --release';
  if (!release) return { findings: [], notes: [waiting] };
  if (await settleRestore(runtime.store, sinceMs, runtime.clock()))
    return { findings: [], notes: [], progress: { part: 'links', run, startedAt } };
  const noted = await runtime.store.get(restoredTableRef);
  return { findings: [`${waiting} --since ${timestamp(noted?.since ?? sinceMs)}, which a check has noted`], notes: [] };
}

/**
 * Checks a page of the books of the next organization named by the rails. At the end of the books, reports the result.
 */
async function checkOrganization(call: RestoreCall, progress: BooksProgress): Promise<RestoreAnswer> {
  const { runtime } = call;
  const { store } = runtime;
  const { run, startedAt, after, check } = progress;
  const range = { partition: runPartition(run), after, limit: 1 };
  const [next] = (await store.range(RestoreFindingsEntity, range)).items;
  if (!next) return afterBooks(call, progress);
  const { organizationId } = next;
  const done: PresentedProgress = { part: 'books', run, startedAt, after: organizationId };
  if (!(await store.get(refTo(OrganizationEntity, { organizationId })))) {
    return { findings: [], notes: [`${organizationId}: is lost`], progress: done };
  }
  const checked = await checkBooks(runtime, organizationId, check ?? (await beginCheck(store, organizationId)));
  const findings = checked.findings.map((text) => `${organizationId}: ${text}`);
  if (checked.findings.length > 0) {
    await holdOrganization(call, organizationId);
    await keepFindings(store, { run, organizationId, findings: checked.findings }, runtime.clock());
  }
  if (checked.progress) {
    return { findings, notes: [], progress: { ...progress, check: presentProgress(checked.progress) } };
  }
  const verdict = await verdictOn(call, organizationId, progress);
  const feed = `integrators read its feed again after event ${await readRestoredFeed(store, organizationId)}`;
  const line = `${organizationId}: ${verdict.text}; ${feed}`;
  return verdict.failed
    ? { findings: [...findings, line], notes: [], progress: done }
    : { findings, notes: [line], progress: done };
}

/** The result for an organization. `failed`: the command must end with exit code 1, although nothing else was found. */
interface Verdict {
  readonly text: string;
  readonly failed?: true;
}

async function verdictOn(
  call: RestoreCall,
  organizationId: string,
  { run, startedAt }: BooksProgress,
): Promise<Verdict> {
  const { store } = call.runtime;
  const [kept, organization] = await Promise.all([
    store.get(refTo(RestoreFindingsEntity, { run, organizationId })),
    store.get(refTo(OrganizationEntity, { organizationId })),
  ]);
  if (kept && kept.findings.length > 0) return { text: 'stays suspended until this is settled' };
  if (!organization?.restoreHold) {
    const isSuspended = organization?.status === 'suspended';
    return { text: isSuspended ? 'settled; an operator suspended it, and may resume it' : 'sound' };
  }
  if (!call.release) return { text: 'settled, may be released' };
  const obstacle = await releaseOrganization(call, organizationId, startedAt);
  return obstacle === undefined ? { text: 'released' } : { text: `stays suspended: ${obstacle}`, failed: true };
}
