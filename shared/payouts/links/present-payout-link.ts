import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, Instant, Livemode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { givenView, withGiven } from '../payout/given.ts';
import { cancelReasons, type PayoutLink } from './payout-link.ts';
import { linkedLegs, payoutLinkStatuses } from './payout-link-status.ts';

/** The fields of a payout link in the API. They never include its address. */
export const payoutLinkFields = {
  payoutLinkId: z.string().meta({ description: 'Names the link in paths.' }),
  status: z.enum(payoutLinkStatuses).meta({
    description: '`claimed`: a payout was made, and `payoutId` names it. The other two paid nothing, and never will.',
  }),
  amount: AmountText,
  currency: CurrencyCode,
  amountLeg: z.enum(linkedLegs).meta({ description: '`source`: what is debited. `destination`: what arrives.' }),
  payeeName: z.string().optional().meta({ description: 'The payee whom you named; the page asks for no other.' }),
  payeeEmail: z.string().optional().meta({ description: 'Where a new address of the page is mailed.' }),
  ...givenView,
  note: z.string().optional().meta({ description: 'What the payee reads above the form.' }),
  returnUrl: z.string().optional().meta({ description: 'Where the page leads after the claim.' }),
  countries: z.array(CountryCode).meta({ description: 'Where the payee may have an account.' }),
  held: MoneyView.meta({
    description: 'The most that it may debit. Taken out of the available balance while it is open.',
  }),
  waitingFor: z
    .object({
      code: z.string().meta({
        description:
          'The error `type` that a payout of yours would have been refused with, or `pending_approval` (people vote on what a ' +
          'payee has typed), `other_details` (people have agreed to other details than a payee has typed since), `too_few_voters` ' +
          '(the claim is above a threshold, and nobody could vote on it), `restored` (a restore of our data has closed the link: cancel it, and make another).',
      }),
      at: Instant.meta({ description: 'When a payee first met it.' }),
    })
    .optional()
    .meta({ description: 'Why a payee was asked to try again later; absent where none was.' }),
  approvalId: z
    .string()
    .optional()
    .meta({ description: 'The approval that it came from, or that a claim of it has asked for.' }),
  payoutId: z.string().optional().meta({ description: 'The payout that it became.' }),
  canceledBecause: z
    .enum(cancelReasons)
    .optional()
    .meta({ description: 'Why it was canceled. `payee_refused`: screening refused the payee.' }),
  livemode: Livemode,
  expiresAt: Instant.meta({ description: 'Nobody can claim it from then on.' }),
  createdAt: Instant,
  updatedAt: Instant,
};

export const PayoutLinkView = z
  .object(payoutLinkFields)
  .meta({ id: 'PayoutLink', description: 'An amount for a payee who says on a hosted page where to be paid.' });

const url = z
  .url()
  .meta({ description: 'The address of its page, in no other answer. Whoever has it can claim the link.' });

export const MadePayoutLinkView = PayoutLinkView.extend({ url: url.optional() }).meta({
  id: 'MadePayoutLink',
  description:
    'A new payout link with the address of its page. One that a restore of our data has written back has none.',
});

export const RenewedPayoutLinkView = PayoutLinkView.extend({ url: url.optional() }).meta({
  id: 'RenewedPayoutLink',
  description: 'A payout link with its new address, where that was not mailed to the payee.',
});

export type PayoutLinkBody = z.infer<typeof PayoutLinkView>;
/** The body of a newly created link, which always has its address. */
export type MadePayoutLinkBody = PayoutLinkBody & { readonly url: string };
export type RenewedPayoutLinkBody = z.infer<typeof RenewedPayoutLinkView>;

/** The link as the API and its events show it (design, payout links). */
export function presentPayoutLink(link: PayoutLink): PayoutLinkBody {
  const { payeeName, payeeEmail, note, returnUrl, waitingFor, payoutId, canceledBecause } = link;
  const { approvalId = link.claimVote?.approvalId } = link;
  const own = {
    payoutLinkId: link.payoutLinkId,
    status: link.status,
    amount: formatAmount(link.amount, link.currency),
    currency: link.currency,
    amountLeg: link.amountLeg,
    ...(payeeName !== undefined && { payeeName }),
    ...(payeeEmail !== undefined && { payeeEmail }),
    ...(note !== undefined && { note }),
    ...(returnUrl !== undefined && { returnUrl }),
    countries: link.countries,
    held: presentMoney({ minor: link.hold.amount, currency: link.hold.currency }),
    ...(waitingFor && { waitingFor: { code: waitingFor.code, at: waitingFor.at } }),
    ...(approvalId !== undefined && { approvalId }),
    ...(payoutId !== undefined && { payoutId }),
    ...(canceledBecause !== undefined && { canceledBecause }),
    livemode: link.livemode,
    expiresAt: timestamp(link.expiresAt),
    createdAt: link.createdAt,
    updatedAt: link.updatedAt,
  };
  return withGiven(own, link.given);
}
