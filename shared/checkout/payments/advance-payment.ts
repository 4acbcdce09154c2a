import { measurement } from '../../ground/metrics/catalog.ts';
import { metricFields } from '../../ground/metrics/embed.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { checkUnchanged } from '../../ground/table/writes.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { decideAndCommit } from '../../journal/commit/decide.ts';
import type { ClaimedWork } from '../../journal/due/claim-work.ts';
import { rescheduleUpdate } from '../../journal/due/due-work.ts';
import { endClaim } from '../../journal/due/end-claim.ts';
import { endFailedWork } from '../../journal/due/end-failed-work.ts';
import { endWork } from '../../journal/due/end-work.ts';
import { postponeForOutage } from '../../journal/due/postpone-for-outage.ts';
import { parkWork } from '../../journal/due/postpone-or-park.ts';
import { withClaim } from '../../journal/due/with-claim.ts';
import type { Charge } from '../../ports/card-acquirer.ts';
import type { Hint } from '../../ports/hint-queue.ts';
import type { Runtime, WorkerRuntime } from '../../ports/runtime.ts';
import { linkRead } from '../links/link.ts';
import type { ApplyPart } from './applied.ts';
import { applyCharge, moneyDifference } from './apply-charge.ts';
import { linkOfPayment, type Payment, PaymentEntity, paymentRead } from './payment.ts';
import { recordCharge } from './record-charge.ts';

/** The acquirer does not answer, or is not set up any more. The work waits for it. */
class AcquirerSilent extends Error {
  override readonly name = 'AcquirerSilent';
}

/** The acquirer's charge is not the one that was recorded. A person must look. */
class OtherCharge extends Error {
  override readonly name = 'OtherCharge';
}

/** What was expected by now is asked for again after this time. */
const shortestPauseMs = 1_000;

/**
 * Reads the charge of a payment back from its acquirer and records what it has become, then ends the work or makes it
 * due again when more is expected. The acquirer's silence only postpones it; a charge of other money parks it.
 */
export async function advancePayment(runtime: WorkerRuntime, hint: Hint, applyRefunds?: ApplyPart): Promise<void> {
  await withClaim(
    runtime,
    hint,
    (work) => advanceClaimed(runtime, work, applyRefunds),
    (_runtime, work, error) => endingOf(error)(runtime, work, error),
  );
}

function endingOf(error: unknown) {
  if (error instanceof AcquirerSilent) return postponeForOutage;
  return error instanceof OtherCharge ? parkWork : endFailedWork;
}

async function advanceClaimed(runtime: WorkerRuntime, work: ClaimedWork, applyRefunds?: ApplyPart): Promise<void> {
  const { organizationId, resourceId: paymentId } = work;
  const wanted = paymentRead(organizationId, paymentId);
  const payment = await runtime.store.get(wanted);
  refuseUnknown(PaymentEntity, payment);
  if (payment?.externalId === undefined) return endWork(runtime, work, checkUnchanged(wanted, payment));
  const charge = await readCharge(runtime, payment, payment.externalId);
  reportDifferences(runtime, payment, charge, applyRefunds);
  let seen: Payment | undefined;
  const changed = await decideAndCommit(runtime, {
    organizationId,
    reads: { payment: wanted },
    known: { payment },
    lookUps: payment.status === charge.status ? [] : [linkRead(organizationId, linkOfPayment(paymentId))],
    decide: ({ payment: found }, draft) => {
      seen = found;
      return found && recordCharge(draft, found, charge, applyRefunds)
        ? { reply: { status: 200, body: undefined } }
        : undefined;
    },
  });
  const { nextChangeAt } = charge;
  // A commit is of the payment as it is. Without one it may have been older than the work.
  if (!changed && nextChangeAt === undefined) return endWork(runtime, work, checkUnchanged(wanted, seen));
  const dueAt = nextChangeAt && Math.max(nextChangeAt, runtime.clock() + shortestPauseMs);
  await endClaim(runtime.store, work, dueAt === undefined ? undefined : rescheduleUpdate(work.claim, dueAt));
}

/** @throws AcquirerSilent; Error for a charge that the acquirer does not know */
async function readCharge({ rails, clock }: Runtime, payment: Payment, externalId: string): Promise<Charge> {
  const acquirer = rails(payment.livemode ? 'live' : 'sandbox')?.acquirer;
  if (!acquirer) throw new AcquirerSilent('no acquirer is set up');
  const charge = await acquirer.readCharge(payment.organizationId, externalId, clock()).catch((cause: unknown) => {
    throw new AcquirerSilent('the acquirer does not answer', { cause });
  });
  if (!charge) throw new Error('the acquirer does not know the charge');
  return charge;
}

/** What the log says where an acquirer and our books part. */
export const differenceMessage = 'an acquirer and our books differ';

/**
 * Says what of a charge our books cannot follow, before the rest is committed: so it is said twice rather than never. An
 * alarm counts these lines.
 * @throws OtherCharge where the money differs
 */
function reportDifferences(
  { log, clock }: Runtime,
  payment: Payment,
  charge: Charge,
  applyRefunds: ApplyPart | undefined,
): void {
  const { organizationId, paymentId, externalId } = payment;
  const { differences } = applyCharge(payment, charge, timestamp(clock()), applyRefunds);
  if (differences.length > 0) {
    const counted = metricFields(clock(), measurement('AcquirerDiffers', 1));
    log.error(differenceMessage, { organizationId, paymentId, externalId, differences, ...counted });
  }
  const difference = moneyDifference(payment, charge);
  if (difference) throw new OtherCharge(difference);
}
