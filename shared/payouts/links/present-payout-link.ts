import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, Instant, Livemode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import { givenView, withGiven } from '../payout/given.ts';
import { cancelReasons, type PayoutLink } from './payout-link.ts';
import { linkedLegs, payoutLinkStatuses } from './payout-link-status.ts';

/** The fields of a payout link in the API. They never include its address. */
export const payoutLinkFields = {
  payoutLinkId: z.string().meta({ description: 'The id to use in paths.' }),
  status: z.enum(payoutLinkStatuses).meta({
    description:
      '`claimed`: a payout was created, and `payoutId` names it. `canceled` and `expired`: nothing was paid, and never will be.',
  }),
  amount: AmountText,
  currency: CurrencyCode,
  amountLeg: z
    .enum(linkedLegs)
    .meta({ description: '`source`: the amount debited. `destination`: the amount that arrives.' }),
  payeeName: z.string().optional().meta({ description: 'The payee that you named. The page does not ask for a name.' }),
  payeeEmail: z
    .string()
    .optional()
    .meta({ description: 'The email address to which a new address of the page is sent.' }),
  ...givenView,
  note: z.string().optional().meta({ description: 'The text that the payee reads above the form.' }),
  returnUrl: z.string().optional().meta({ description: 'Where the page leads after the claim.' }),
  countries: z.array(CountryCode).meta({ description: 'The countries in which the payee can have an account.' }),
  held: MoneyView.meta({
    description: 'The most that the link can debit. Taken out of the available balance while the link is open.',
  }),
  waitingFor: z
    .object({
      code: z.string().meta({
        description:
          'The error `type` that a payout of yours would have been refused with, or `pending_approval` (people are voting on the ' +
          'details that a payee entered), `other_details` (people approved details that differ from those a payee entered later), ' +
          '`too_few_voters` (the claim is above a threshold, and nobody can vote on it), `restored` (a restore of our data has ' +
          'closed the link: cancel it and create another one).',
      }),
      at: Instant.meta({ description: 'When this first happened to a payee.' }),
    })
    .optional()
    .meta({ description: 'Why a payee was asked to try again later. Absent if none was.' }),
  approvalId: z
    .string()
    .optional()
    .meta({ description: 'The approval from which the link was created, or that a claim of the link requested.' }),
  payoutId: z.string().optional().meta({ description: 'The payout that the link became.' }),
  canceledBecause: z
    .enum(cancelReasons)
    .optional()
    .meta({ description: 'Why the link was canceled. `payee_refused`: screening refused the payee.' }),
  livemode: Livemode,
  expiresAt: Instant.meta({ description: 'Nobody can claim the link from this time on.' }),
  createdAt: Instant,
  updatedAt: Instant,
};

export const PayoutLinkView = z
  .object(payoutLinkFields)
  .meta({ id: 'PayoutLink', description: 'An amount for a payee who enters their account on a hosted page.' });

const url = z
  .url()
  .meta({ description: 'The address of the page. No other answer has it. Anyone who has it can claim the link.' });

export const MadePayoutLinkView = PayoutLinkView.extend({ url: url.optional() }).meta({
  id: 'MadePayoutLink',
  description:
    'A new payout link with the address of its page. A link that a restore of our data has written back has no address.',
});

export const RenewedPayoutLinkView = PayoutLinkView.extend({ url: url.optional() }).meta({
  id: 'RenewedPayoutLink',
  description: 'A payout link, with its new address if that was not mailed to the payee.',
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
