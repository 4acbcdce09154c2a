import { refuseUnknown } from '../../../../ground/table/known-values.ts';
import { decideAndCommit } from '../../../../journal/commit/decide.ts';
import type { JournalDraft } from '../../../../journal/commit/draft.ts';
import type { CardAcquirer, Charge, Session } from '../../../../ports/card-acquirer.ts';
import type { Runtime } from '../../../../ports/runtime.ts';
import { type Attempt, AttemptEntity, attemptRef, openAttemptRef, suffixOf } from '../../../attempts/attempt.ts';
import { countHappened, countsRefs } from '../../../attempts/attempt-counts.ts';
import { paidByBrowserRef, rememberPaid } from '../../../attempts/paid-by-browser.ts';
import { type Link, linkRef } from '../../../links/link.ts';
import { hadEnded } from '../../../links/link-status.ts';
import { movePlaces } from '../../../links/places.ts';
import { askAcquirer } from '../../../payments/ask-acquirer.ts';
import { newPayment } from '../../../payments/new-payment.ts';
import { createPayment, holdsPlace } from '../../../payments/record-charge.ts';
import { card } from '../card.ts';
import { closeAttempt, endAttempt, giveUpAttempt } from './close-attempt.ts';

type SettleRuntime = Runtime<'cards'>;

/**
 * Reads the session and charge of an open attempt from the acquirer and records the outcome in one commit. The outcome
 * is either the payment with its event, or the end of the attempt, which frees its place. Money that was taken is
 * recorded whatever status the link has. Repeating the call changes nothing.
 * @param how `close` ends the card page first, unless it was paid
 * @returns the attempt afterwards; still `open` while the buyer can pay
 * @throws AcquirerSilent; OtherCharge
 */
export async function settleAttempt(
  runtime: SettleRuntime,
  attempt: Attempt,
  how: 'read' | 'close' = 'read',
): Promise<Attempt> {
  refuseUnknown(AttemptEntity, attempt);
  const { organizationId, attemptId, status, sessionId } = attempt;
  if (status !== 'open' || sessionId === undefined) return attempt;
  const { session, charge } = await askAcquirer(runtime, attempt, (acquirer) =>
    readBack(acquirer, { organizationId, sessionId }, runtime.clock(), how),
  );
  if (session.state === 'open') return attempt;
  if (charge) await recordPaid(runtime, attempt, charge);
  else await endUnpaid(runtime, attempt, closeAttempt);
  return (await runtime.store.get(attemptRef(organizationId, attemptId))) ?? attempt;
}

/** Gives up an attempt, unless the acquirer has reported in the meantime whether it has a card page. */
export function giveUp(runtime: SettleRuntime, attempt: Attempt): Promise<void> {
  return endUnpaid(runtime, attempt, giveUpAttempt);
}

/** Does nothing if the attempt already has another status. */
async function endUnpaid(
  runtime: SettleRuntime,
  attempt: Attempt,
  end: (draft: JournalDraft, attempt: Attempt) => void,
): Promise<void> {
  const { organizationId, attemptId, status } = attempt;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { attempt: attemptRef(organizationId, attemptId) },
    known: { attempt },
    lookUps: [openAttemptRef(attempt), ...countsRefs(attempt)],
    aside: true,
    decide: ({ attempt: found }, draft) => {
      draft.skipCheck('organization');
      if (found?.status !== status) return undefined;
      end(draft, found);
      return { reply: { status: 200, body: undefined } };
    },
  });
}

/**
 * The only commit of an attempt that changes the head. It does not check the link, so that concurrent payments do not
 * conflict. This is safe because the price of a published link never changes, and everything that ends the link also
 * changes the head.
 */
async function recordPaid(runtime: SettleRuntime, attempt: Attempt, charge: Charge): Promise<void> {
  const { organizationId, attemptId, linkId } = attempt;
  await decideAndCommit(runtime, {
    organizationId,
    reads: { attempt: attemptRef(organizationId, attemptId), link: linkRef(organizationId, linkId) },
    known: { attempt },
    lookUps: [openAttemptRef(attempt), paidByBrowserRef(attempt), ...countsRefs(attempt)],
    decide: ({ attempt: found, link }, draft) => {
      draft.skipCheck('link');
      if (found?.status !== 'open') return undefined;
      if (!link) throw new Error(`there is no link ${linkId}`);
      pay(runtime, draft, { attempt: found, link }, charge);
      return { reply: { status: 200, body: undefined } };
    },
  });
}

type Named = { readonly organizationId: string; readonly sessionId: string };

async function readBack(
  acquirer: CardAcquirer,
  { organizationId, sessionId }: Named,
  now: number,
  how: 'read' | 'close',
): Promise<{ readonly session: Session; readonly charge?: Charge }> {
  const read = how === 'read' ? await acquirer.readSession(organizationId, sessionId, now) : undefined;
  // An expired session is closed as well, because a payment may still be in progress.
  const isToClose = how === 'close' || read?.state === 'closed';
  const session = isToClose ? await acquirer.closeSession(organizationId, sessionId) : read;
  if (!session) throw new Error(`the acquirer does not know the session ${sessionId}`);
  if (session.state !== 'complete') return { session };
  if (session.externalId === undefined) throw new Error('the session is complete and names no charge');
  const charge = await acquirer.readCharge(organizationId, session.externalId, now);
  if (!charge) throw new Error('the acquirer does not know the charge');
  return { session, charge };
}

interface Paid {
  readonly attempt: Attempt;
  readonly link: Link;
}

function pay(runtime: SettleRuntime, draft: JournalDraft, { attempt, link }: Paid, charge: Charge): void {
  const paid = { suffix: suffixOf(attempt), externalId: charge.externalId, method: { kind: card.kind } };
  const late = attempt.givenUp || hadEnded(link, charge.madeAt ?? draft.now) || undefined;
  const payment = newPayment(draft, link, { ...paid, ...(late && { late }) });
  const { status } = createPayment(runtime, draft, payment, charge);
  if (status === 'failed') countHappened(draft, attempt, 'declines');
  else rememberPaid(draft, attempt);
  endAttempt(draft, attempt, 'complete');
  const places = Number(holdsPlace(status)) - Number(attempt.holdsPlace);
  if (link.maxPayments !== undefined && places !== 0) draft.write(movePlaces(link, places));
}
