import { refuseUnknown } from '../../ground/table/known-values.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { KnownItems } from '../../journal/commit/read-state.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endWork } from '../../journal/due/end-work.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { WorkerRuntime } from '../../ports/runtime.ts';
import { linkRef } from '../links/link.ts';
import { askAcquirer, endAcquirerWork } from './ask-acquirer.ts';
import { linkOfPayment, type Payment, PaymentEntity, paymentRef } from './payment.ts';
import { recordCharge } from './record-charge.ts';
import { reportDifferences } from './report-differences.ts';

/** If a change was expected before now, the charge is read again after this time. */
const shortestPauseMs = 1_000;

/**
 * Reads the charge of a payment from its acquirer and records its changes. Then ends the work, or schedules it again if
 * more changes are expected. If the acquirer does not answer, the work is postponed. A charge of different money parks
 * it.
 */
export async function advancePayment(runtime: WorkerRuntime<'cards'>, hint: Hint): Promise<void> {
  await withClaim(runtime, hint, (work) => advanceClaimed(runtime, work), endAcquirerWork);
}

async function advanceClaimed(runtime: WorkerRuntime<'cards'>, work: ClaimedWork): Promise<void> {
  const { organizationId, resourceId: paymentId } = work;
  const wanted = paymentRef(organizationId, paymentId);
  const payment = await runtime.store.get(wanted);
  refuseUnknown(PaymentEntity, payment);
  const { externalId } = payment ?? {};
  if (!payment || externalId === undefined) return endWork(runtime, work, checkUnchanged(wanted, payment));
  const now = runtime.clock();
  const charge = await askAcquirer(runtime, payment, (acquirer) =>
    acquirer.readCharge(organizationId, externalId, now),
  );
  if (!charge) throw new Error('the acquirer does not know the charge');
  reportDifferences(runtime, payment, charge);
  // A process that dies between two commits leaves the work behind, and the next reading continues where it ended.
  let part = await recordPart(runtime, payment, charge, { payment });
  while ('mayHaveMore' in part && part.mayHaveMore) part = await recordPart(runtime, payment, charge);
  const { nextChangeAt } = charge;
  const dueAt = nextChangeAt && Math.max(nextChangeAt, runtime.clock() + shortestPauseMs);
  if ('nothingFor' in part) return endWork(runtime, work, checkUnchanged(wanted, part.nothingFor), dueAt);
  await endClaim(runtime.store, work, dueAt === undefined ? undefined : rescheduleUpdate(work.claim, dueAt));
}

/**
 * `mayHaveMore` tells whether there may be more to record. `nothingFor` is the payment as it was read, if the charge
 * has nothing new.
 */
type Part = { readonly mayHaveMore: boolean } | { readonly nothingFor: Payment | undefined };

/** Commits some of the changes of a charge. */
async function recordPart(
  runtime: WorkerRuntime<'cards'>,
  { organizationId, paymentId, status }: Payment,
  charge: Charge,
  known?: KnownItems,
): Promise<Part> {
  let read: Payment | undefined;
  const outcome = await decideAndCommit(runtime, {
    organizationId,
    reads: { payment: paymentRef(organizationId, paymentId) },
    known,
    lookUps: status === charge.status ? [] : [linkRef(organizationId, linkOfPayment(paymentId))],
    decide: ({ payment }, draft) => {
      read = payment;
      const recorded = payment && recordCharge(draft, payment, charge);
      return recorded && { reply: { status: 200, body: recorded } };
    },
  });
  return outcome === undefined ? { nothingFor: read } : replyOf(outcome).body;
}
