import { reply } from '../../contract/reply.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { create, replace } from '../../ground/table/writes.ts';
import { refuseSuspended } from '../../identity/refuse-suspended.ts';
import { decideAndCommit, replyOf } from '../../journal/commit/decide.ts';
import type { JournalDraft } from '../../journal/commit/draft.ts';
import type { Execution } from '../../journal/commit/execution.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { chargeAt, chargeId } from '../../providers/sandbox/cards/charges.ts';
import { foundLink } from '../links/find-link.ts';
import { type Link, LinkEntity, linkRef } from '../links/link.ts';
import { isOver, linkStatusAt } from '../links/link-status.ts';
import { card, offersCards } from '../methods/card/card.ts';
import { takenOver } from '../methods/methods.ts';
import { foundPayment } from '../payments/find-payment.ts';
import { newPayment } from '../payments/new-payment.ts';
import { type Payment, paymentRef } from '../payments/payment.ts';
import { presentPayment } from '../payments/present-payment.ts';
import { createPayment, holdsPlace } from '../payments/record-charge.ts';
import { SimulatedPaymentEntity, simulatedRefs } from '../payments/simulated-payment.ts';

/** The maximum number of simulated payments per link. */
export const mostSimulated = 100;

export interface Simulation {
  /** A second simulation with the same reference returns the first payment. */
  readonly reference?: string | undefined;
  readonly clientReferenceId?: string | undefined;
}

/**
 * Pays a link as a buyer would, without a page (specification, Simulate a payment). The last two digits of the total
 * select the outcome.
 * @throws ServiceError NOT_FOUND; BAD_REQUEST for a draft, paused, expired or full link, for a link without a way to
 * pay, and after a hundred simulated payments; LINK_EXPIRED for a draft whose deadline has passed; ACCOUNT_BLOCKED
 */
export async function simulateCheckoutPayment(
  runtime: Runtime,
  organizationId: string,
  linkId: string,
  simulation: Simulation,
  execution: Execution,
) {
  const { reference } = simulation;
  const suffix = runtime.ids.suffix(runtime.clock());
  const known = reference === undefined ? [] : simulatedRefs(organizationId, linkId, reference);
  const outcome = await decideAndCommit(
    runtime,
    {
      organizationId,
      reads: { link: linkRef(organizationId, linkId) },
      lookUps: known,
      decide: ({ organization, link: found }, draft) => {
        refuseSuspended(organization);
        const link = foundLink(found);
        const [first] = known.flatMap((wanted) => draft.lookUp(wanted) ?? []);
        if (first) {
          const payment = foundPayment(draft.lookUp(paymentRef(organizationId, first.paymentId)));
          return { reply: reply(200, presentPayment(payment)), resourceId: payment.paymentId };
        }
        refuseUnpayable(link, draft.now);
        const payment = pay(runtime, draft, link, { ...simulation, suffix, known });
        return { reply: reply(200, presentPayment(payment)), resourceId: payment.paymentId };
      },
    },
    execution,
  );
  return replyOf(outcome);
}

function refuseUnpayable(link: Link, now: number): void {
  const { expiresAt, methods, simulated, maxPayments, placesTaken } = link;
  const status = linkStatusAt(link, now);
  if (status === 'draft' && isOver(expiresAt, now))
    throw new ServiceError('LINK_EXPIRED', 'the deadline of the draft has passed');
  if (status !== 'sent')
    throw new ServiceError('BAD_REQUEST', `the link is ${status}: only a published link can be paid`);
  if (methods.length === 0) throw new ServiceError('BAD_REQUEST', 'the link offers no way to pay');
  if (maxPayments !== undefined && placesTaken >= maxPayments)
    throw new ServiceError('BAD_REQUEST', `the link accepts ${maxPayments} payments, and has received them`);
  if (simulated >= mostSimulated)
    throw new ServiceError('BAD_REQUEST', `${mostSimulated} payments have already been simulated on the link`);
}

interface Paid extends Simulation {
  readonly suffix: string;
  /** The keys under which the payment is stored, so that its reference finds it again. */
  readonly known: ReturnType<typeof simulatedRefs>;
}

/** The charge is fully determined by its id, so nothing is left behind if the commit is refused. */
function pay(runtime: Runtime, draft: JournalDraft, link: Link, { suffix, clientReferenceId, known }: Paid): Payment {
  const { total, currency } = link;
  const externalId = chargeId(suffix, { amount: total, currency, last4: '4242' });
  const charge = chargeAt(externalId, draft.now);
  if (!charge) throw new Error('the sandbox does not know its own charge');
  const paid = { suffix, externalId, method: methodOf(link), clientReferenceId };
  const payment = createPayment(runtime, draft, newPayment(draft, link, paid), charge);
  const { paymentId, status } = payment;
  const places = link.maxPayments !== undefined && holdsPlace(status) ? 1 : 0;
  draft.write(
    replace(LinkEntity, { ...link, simulated: link.simulated + 1, placesTaken: link.placesTaken + places }),
    ...known.map(({ key }) => create(SimulatedPaymentEntity, { ...key, paymentId, version: 1 })),
  );
  return payment;
}

/** Returns a card if the link accepts cards, otherwise the link's first method. */
function methodOf({ methods }: Link): Payment['method'] {
  const [first] = methods;
  if (!first || offersCards({ methods })) return { kind: card.kind };
  return { kind: first.kind, ...takenOver(first.kind, first) };
}
