import {
  type Attempt,
  AttemptEntity,
  attemptWork,
  OpenAttemptEntity,
  openAttemptPartition,
  suffixOf,
} from '../../checkout/attempts/attempt.ts';
import { type Link, LinkEntity, linkPartition, linkRef } from '../../checkout/links/link.ts';
import { PaymentEntity, paymentPartition } from '../../checkout/payments/payment.ts';
import type { Store } from '../../ground/table/store.ts';
import { DueWorkEntity, dueRef } from '../../journal/due/due-work.ts';
import { intentRef, intentWork } from '../../journal/intents/intent.ts';
import { takesPlace } from './payment-findings.ts';
import { readPayments } from './payment-records.ts';

/** What was read about one link. */
export interface LinkProgress {
  readonly linkId: string;
  /** The version of the link when its check started. Places that change in the meantime are left to the next check. */
  readonly version: number;
  readonly stage: 'attempts' | 'payments';
  /** Sort key of the last browser or payment. */
  readonly after?: string | undefined;
  /** The number of places held by payments so far. */
  readonly places: number;
  /**
   * The endings of the ids of attempts that hold a place. If one is paid in the meantime, its payment has the place.
   */
  readonly holders: readonly string[];
}

/** The progress of checking links: after a link, or within one. */
export interface LinkCheckProgress {
  readonly after?: string | undefined;
  readonly link?: LinkProgress | undefined;
}

interface Checked {
  readonly findings: string[];
  /** Absent once every link has been checked. */
  readonly next?: LinkCheckProgress;
}

/** One call reads at most a hundred. */
const attemptsPerPage = 100;
/** Up to seven records are read for each payment. */
const paymentsPerPage = 50;

/** Checks the next page of an organization's links: first a link, then its open attempts, then its payments. */
export async function checkLinks(store: Store, organizationId: string, progress: LinkCheckProgress): Promise<Checked> {
  const { link: begun, after } = progress;
  if (begun?.stage === 'attempts') return checkAttempts(store, organizationId, begun);
  if (begun) return checkPayments(store, organizationId, begun);
  const page = await store.range(LinkEntity, { partition: linkPartition(organizationId), after, limit: 1 });
  const [link] = page.items;
  if (!link) return { findings: [] };
  const { linkId, version } = link;
  const next = { linkId, version, stage: 'attempts', places: 0, holders: [] } as const;
  return { findings: await publicationFindings(store, link), next: { link: next } };
}

async function publicationFindings(store: Store, { organizationId, linkId, publishing }: Link): Promise<string[]> {
  if (!publishing) return [];
  const { intentId } = publishing;
  const key = { organizationId, intentId };
  const { intent, work } = await store.getAll({ intent: intentRef(key), work: dueRef(intentWork(key)) });
  if (!intent) return [`${linkId} is being published by ${intentId}, which does not exist`];
  if (intent.state === 'settled') return [`${linkId} is being published by ${intentId}, which is settled`];
  return work ? [] : [`${linkId} is being published, and nothing is due for it`];
}

async function checkAttempts(store: Store, organizationId: string, progress: LinkProgress): Promise<Checked> {
  const { linkId, after } = progress;
  const partition = openAttemptPartition(organizationId, linkId);
  const page = await store.range(OpenAttemptEntity, { partition, after, limit: attemptsPerPage });
  const ids = page.items.map(({ attemptId }) => attemptId).filter((id) => id.startsWith('att_'));
  const keys = ids.map((attemptId) => ({ organizationId, attemptId }));
  const [attempts, due] = await Promise.all([
    store.getMany(AttemptEntity, keys),
    store.getMany(DueWorkEntity, keys.map(attemptWork)),
  ]);
  const open = attempts.filter(({ status }) => status === 'opening' || status === 'open');
  const holders = [...progress.holders, ...open.filter(({ holdsPlace }) => holdsPlace).map(suffixOf)];
  const isDue = ({ attemptId }: Attempt) => due.some(({ resourceId }) => resourceId === attemptId);
  const findings = [
    ...ids
      .filter((id) => !attempts.some(({ attemptId }) => attemptId === id))
      .map((id) => `a browser has the attempt ${id} on ${linkId}, which does not exist`),
    ...open
      .filter((attempt) => !isDue(attempt))
      .map(({ attemptId, status }) => `${attemptId} is ${status}, and nothing is due for it`),
  ];
  const next =
    page.examinedTo === undefined
      ? ({ ...progress, holders, stage: 'payments', after: undefined } as const)
      : { ...progress, holders, after: page.examinedTo };
  return { findings, next: { link: next } };
}

async function checkPayments(store: Store, organizationId: string, progress: LinkProgress): Promise<Checked> {
  const { linkId, after } = progress;
  const partition = paymentPartition(organizationId, linkId);
  const page = await store.range(PaymentEntity, { partition, after, limit: paymentsPerPage });
  const findings = await readPayments(store, organizationId, page.items);
  const taken = page.items.filter(takesPlace);
  const holders = progress.holders.filter((end) => !page.items.some(({ paymentId }) => paymentId.endsWith(`_${end}`)));
  const read = { ...progress, holders, places: progress.places + taken.length };
  if (page.examinedTo !== undefined) return { findings, next: { link: { ...read, after: page.examinedTo } } };
  return { findings: [...findings, ...(await placeFindings(store, organizationId, read))], next: { after: linkId } };
}

async function placeFindings(
  store: Store,
  organizationId: string,
  { linkId, version, places, holders }: LinkProgress,
): Promise<string[]> {
  const link = await store.get(linkRef(organizationId, linkId));
  if (link?.version !== version || link.maxPayments === undefined) return [];
  const right = places + holders.length;
  return link.placesTaken === right
    ? []
    : [`${linkId} says that ${link.placesTaken} of ${link.maxPayments} places are taken, ${right} are`];
}
