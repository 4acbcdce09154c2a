import { randomUUID } from 'node:crypto';
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { expect } from 'vitest';
import { worker as advanceBatches } from '../../functions/queues/advance-batches.ts';
import { worker as advanceCheckout } from '../../functions/queues/advance-checkout.ts';
import { worker as advanceFlushes } from '../../functions/queues/advance-flushes.ts';
import { worker as advanceFunding } from '../../functions/queues/advance-funding.ts';
import { worker as advancePayoutLinks } from '../../functions/queues/advance-payout-links.ts';
import { worker as advancePayouts } from '../../functions/queues/advance-payouts.ts';
import { worker as advanceVaults } from '../../functions/queues/advance-vaults.ts';
import { worker as executeApprovals } from '../../functions/queues/execute-approvals.ts';
import { worker as offerEvents } from '../../functions/queues/offer-events.ts';
import { worker as resumeIntents } from '../../functions/queues/resume-intents.ts';
import { worker as retryDeliveries } from '../../functions/queues/retry-deliveries.ts';
import { worker as sendMails } from '../../functions/queues/send-mails.ts';
import { runWorker } from '../../shared/contract/run-worker.ts';
import { corridorById } from '../../shared/corridors/catalog/find-corridor.ts';
import { sweepDueWork } from '../../shared/journal/due/sweep-due-work.ts';
import type { DueKind } from '../../shared/ports/due-kinds.ts';
import type { Hint } from '../../shared/ports/hint-queue.ts';
import { sandboxCorridors } from '../../shared/providers/sandbox/corridors/catalog.ts';
import { sandboxOutcomes } from '../../shared/providers/sandbox/payouts/outcomes.ts';
import { scenarioDetails } from '../../shared/providers/sandbox/payouts/scenario-details.ts';
import type { Answer, Credentials, TestService } from './service.ts';

export type TestOrganization = Credentials & { readonly organizationId: string };
type Body = Answer['body'];

/** The path prefix `P` of the specification. */
export function pathOf({ organizationId }: TestOrganization): string {
  return `/payments/organizations/${organizationId}`;
}

/** The body of an answer that must have this status. */
export function bodyOf(answer: Answer, status = 200): Body {
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status });
  return answer.body;
}

export function fund(service: TestService, of: TestOrganization, amount = '1000.00'): Promise<Body> {
  return service.arrange('fundSandbox', of, { amount });
}

interface RecipientOptions {
  readonly corridorId?: string;
  /** Name of an outcome of the sandbox. */
  readonly outcome?: string;
  /** Each one gives another account. */
  readonly serial?: number;
  readonly externalId?: string;
  readonly endUserId?: string;
  readonly name?: string;
}

/** A valid body of `POST /recipients/{orgId}`. */
export function recipientBody({ corridorId = 'eur_de_iban', outcome, serial = 0, ...more }: RecipientOptions = {}) {
  const corridor = corridorById(sandboxCorridors, corridorId);
  if (!corridor) throw new Error(`no corridor ${corridorId}`);
  const digits = sandboxOutcomes.find((candidate) => candidate.outcome === (outcome ?? 'completed'))?.digits;
  if (!digits) throw new Error(`no outcome ${outcome}`);
  return {
    type: 'individual' as const,
    name: 'Ana Souza',
    country: corridor.country,
    ...more,
    method: {
      kind: 'fiat' as const,
      currency: corridor.currency,
      recipientDetails: scenarioDetails(corridor, digits, serial),
    },
  };
}

export function addRecipient(
  service: TestService,
  of: TestOrganization,
  options: RecipientOptions = {},
): Promise<Body> {
  return service.arrange('createRecipient', of, recipientBody(options));
}

/** Creates a quote for a recipient, of 100.00 by default. */
export async function addQuote(
  service: TestService,
  of: TestOrganization,
  recipient: Body,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Body> {
  const destinationAccountId = recipient.methods[0].destinationAccountId;
  const quote = { amount: '100.00', destinationAccountId, ...body };
  return bodyOf(await service.post(`${pathOf(of)}/quotes/offramp`, of, quote));
}

/** Accepts a quote, with a new reference by default, so that two calls are never taken for duplicates. */
export function accept(
  service: TestService,
  of: TestOrganization,
  { snapshotId }: Body,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  return service.post(`${pathOf(of)}/quotes/accept`, of, { snapshotId, reference: randomUUID(), ...body });
}

/** Sends a payout without a quote, of 100.00 and with a new reference by default. */
export function sendPayout(
  service: TestService,
  of: TestOrganization,
  recipient: Body,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Answer> {
  const { destinationAccountId } = recipient.methods[0];
  const payout = { amount: '100.00', destinationAccountId, reference: randomUUID(), ...body };
  return service.post(`${pathOf(of)}/payouts`, of, payout);
}

/** Adds a payout that was just accepted, to a new recipient unless one is given. */
export async function addPayout(
  service: TestService,
  of: TestOrganization,
  {
    recipient,
    amount = '100.00',
    ...options
  }: RecipientOptions & { readonly recipient?: Body; readonly amount?: string } = {},
): Promise<Body> {
  const payee = recipient ?? (await addRecipient(service, of, options));
  const { destinationAccountId } = payee.methods[0];
  const { snapshotId } = await service.arrange('createQuote', of, { amount, destinationAccountId });
  return service.arrange('acceptQuote', of, { snapshotId, reference: randomUUID() });
}

/** An organization with money. */
export async function fundedOrganization(service: TestService, amount?: string): Promise<TestOrganization> {
  const organization = await service.organization();
  await fund(service, organization, amount);
  return organization;
}

const workers = {
  rails: advancePayouts,
  funding: advanceFunding,
  flushes: advanceFlushes,
  vaults: advanceVaults,
  approvals: executeApprovals,
  batches: advanceBatches,
  intents: resumeIntents,
  checkout: advanceCheckout,
  'payout-links': advancePayoutLinks,
  endpoints: offerEvents,
  deliveries: retryDeliveries,
  mails: sendMails,
} as const satisfies Record<DueKind, unknown>;

/** Delivers hints to the workers of their kinds, as SQS does. */
export async function deliver(
  service: Pick<TestService, 'runtime'>,
  hints: readonly Hint[],
): Promise<SQSBatchResponse> {
  const batches = Map.groupBy(hints, ({ kind }) => kind);
  const responses = await Promise.all(
    [...batches].map(([kind, batch]) => {
      const Records = batch.map((hint, index) => ({ messageId: index.toString(), body: JSON.stringify(hint) }));
      return runWorker(workers[kind], { Records } as SQSEvent, service.runtime);
    }),
  );
  return { batchItemFailures: responses.flatMap(({ batchItemFailures }) => batchItemFailures) };
}

/** Delivers hints in batches of ten, as a queue does. */
export async function deliverInBatches(service: Pick<TestService, 'runtime'>, hints: readonly Hint[]): Promise<void> {
  for (let start = 0; start < hints.length; start += 10) await deliver(service, hints.slice(start, start + 10));
}

/**
 * Moves the clock from one due row to the next, sweep by sweep, until only the endless heartbeats of webhook endpoints
 * are due within a sweep's horizon.
 * @param of the organization whose work is done; that of others waits. Without one, everybody's is.
 */
export async function settle(service: TestService, of?: { readonly organizationId: string }): Promise<void> {
  for (;;) {
    service.hints.take();
    await sweepDueWork(service.runtime);
    const hints = service.hints.take().filter(({ organizationId }) => !of || organizationId === of.organizationId);
    if (hints.every(({ kind }) => kind === 'endpoints')) return;
    service.clock.now = Math.max(service.clock.now, Math.min(...hints.map(({ dueAt }) => dueAt)));
    const due = hints.filter(({ dueAt }) => dueAt <= service.clock.now);
    await deliverInBatches(service, due);
  }
}

/** The whole feed, read page by page. */
export async function readFeed(service: TestService, of: TestOrganization, query = ''): Promise<Body[]> {
  const events: Body[] = [];
  let since = '0';
  for (;;) {
    const page = bodyOf(await service.get(`${pathOf(of)}/events?since=${since}${query && `&${query}`}`, of));
    events.push(...page.data);
    if (page.nextSince === since) return events;
    since = page.nextSince;
  }
}

/** The whole ledger, oldest first. */
export async function readLedger(service: TestService, of: TestOrganization): Promise<Body[]> {
  const rows: Body[] = [];
  let cursor = '';
  for (;;) {
    const page = bodyOf(await service.get(`${pathOf(of)}/balance_transactions?limit=100${cursor}`, of));
    rows.push(...page.data);
    if (!page.nextCursor) return rows.reverse();
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** Cents of an amount text. */
export function cents(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/**
 * Checks the books of an organization: every row follows from the one before, the balance is that of the last row, the
 * held amount is what open approvals hold, and the feed has no gap.
 */
export async function expectSoundBooks(service: TestService, of: TestOrganization): Promise<void> {
  const [rows, events, balance, approvals] = await Promise.all([
    readLedger(service, of),
    readFeed(service, of),
    service.get(`${pathOf(of)}/balance`, of),
    service.get(`${pathOf(of)}/payouts/approvals?limit=100`, of),
  ]);
  let [available, held] = [0n, 0n];
  for (const row of rows) {
    available += cents(row.amount);
    expect(cents(row.balanceAfter), row.id).toBe(available);
    if (row.type.startsWith('hold')) held -= cents(row.amount);
    expect(available).toBeGreaterThanOrEqual(0n);
    expect(held).toBeGreaterThanOrEqual(0n);
  }
  const open = bodyOf(approvals).data.filter(({ status }: Body) => status === 'pending' || status === 'approved');
  const holds = open.map((approval: Body) => (approval.held ? cents(approval.held.amount) : 0n));
  expect(holds.reduce((sum: bigint, amount: bigint) => sum + amount, 0n)).toBe(held);
  expect(cents(bodyOf(balance).held)).toBe(held);
  expect(cents(bodyOf(balance).available)).toBe(available);
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => String(index + 1)));
}
