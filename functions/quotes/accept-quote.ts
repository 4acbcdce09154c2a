import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { Id, label, PurposeOfPayment } from '../../shared/contract/fields.ts';
import { P } from '../../shared/contract/paths.ts';
import { walletErrors } from '../../shared/corridors/recipients/refuse-wallet.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { acceptQuote } from '../../shared/payouts/lifecycle/accept-quote.ts';
import { givenFields } from '../../shared/payouts/payout/given.ts';
import { payoutSubject } from '../../shared/payouts/payout/payout-subject.ts';
import { PayoutView } from '../../shared/payouts/payout/present-payout.ts';

const FORBIDDEN_FIELDS = ['provider', 'billId', 'fundingId'];

/** Refuses fields as the specification requires (Accept a quote), with BAD_REQUEST. */
function refuseForbiddenFields(json: unknown): void {
  const sent = FORBIDDEN_FIELDS.filter(
    (name) => typeof json === 'object' && json !== null && Object.hasOwn(json, name),
  );
  if (sent.length > 0) throw new ServiceError('BAD_REQUEST', `${sent.join(', ')}: not accepted here`);
}

/** The details that a payout carries. In the specification, the end user is an object here. */
const { endUserId: _, ...carried } = givenFields;

export const endpoint = defineEndpoint({
  operation: 'acceptQuote',
  summary: 'Accept a quote',
  description:
    'Sends the money: debits the balance and creates the payout. A payout with `requiresFunding` debits nothing: ' +
    'you send the money yourself, following its funding instructions.',
  method: 'POST',
  path: `${P}/quotes/accept`,
  callers: ['key'],
  scope: 'write',
  rateClass: 'high-volume',
  duplicateGuard: true,
  subject: payoutSubject,
  audit: 'payout.create',
  refuseEarly: refuseForbiddenFields,
  body: z
    .strictObject({
      snapshotId: Id.meta({ description: 'The id of the quote.' }),
      type: z.enum(['OFFRAMP']).optional().meta({ description: 'Optional: a quote always pays out.' }),
      endUser: z
        .strictObject({
          id: label(255).meta({ description: 'Your own id for the person. Defaults to the recipient’s `endUserId`.' }),
        })
        .optional()
        .meta({ description: 'The person on whose behalf the payout is made.' }),
      ...carried,
      paymentReason: PurposeOfPayment.optional().meta({ description: 'An alias of `purposeOfPayment`.' }),
    })
    .refine(({ purposeOfPayment: a, paymentReason: b }) => a === undefined || b === undefined || a === b, {
      path: ['paymentReason'],
      error: 'differs from purposeOfPayment',
    })
    .meta({ id: 'AcceptQuote', description: 'The quote to accept, and the details that the payout carries.' }),
  responses: { 200: { description: 'The payout.', schema: PayoutView } },
  errors: [
    'BAD_REQUEST',
    'INSUFFICIENT_BALANCE',
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_REFUSED',
    'USE_POST_PAYOUTS',
    ...walletErrors,
  ],
  uses: ['prices', 'depositChain', 'depositRecords'],
  handle: ({ body, organization, caller, runtime, execution }) => {
    const { snapshotId, type: _, endUser, purposeOfPayment, paymentReason, ...others } = body;
    const given = { ...others, endUserId: endUser?.id, purposeOfPayment: purposeOfPayment ?? paymentReason };
    const reasonPath = purposeOfPayment === undefined ? 'paymentReason' : 'purposeOfPayment';
    return acceptQuote(runtime, { organization, caller }, { snapshotId, given, reasonPath }, execution);
  },
});
