import * as z from 'zod';
import { TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { priceOfFunds } from './funding-price.ts';
import type { Payout } from './payout.ts';

export type Funding = NonNullable<Payout['funding']>;
export type SelfFundedPayout = Payout & { readonly funding: Funding };

/**
 * Whether all of the money is there. A payout that still awaits funds although it is could not be funded when the money
 * was recorded: it gets another price than its own, or its token was paused. Its own work funds it, so that a rail that
 * does not answer prevents no other money from being recorded.
 */
export function isComplete(funding: Parameters<typeof priceOfFunds>[0]): boolean {
  return priceOfFunds(funding) !== undefined;
}

/** `held`: the payout has ended, and the money is a deposit that waits to be accepted. */
export const fundingStatuses = ['waiting', 'confirming', 'funded', 'held'] as const;

export const FundingView = z
  .object({
    status: z.enum(fundingStatuses).meta({
      description:
        '`confirming`: the money is on the chain, but not final or not priced yet. `held`: the money is a deposit, because the payout has ended.',
    }),
    received: TotalText.meta({ description: 'The amount that has arrived and is final, in the token.' }),
    hash: z.string().optional().meta({ description: 'The transaction that was confirmed.' }),
  })
  .meta({ id: 'Funding', description: 'The progress of the funding of a payout.' });

export function presentFunding(funding: Funding): z.infer<typeof FundingView> {
  const { token, received, confirming, fundedAt, isHeld } = funding;
  return {
    status: isHeld
      ? 'held'
      : fundedAt !== undefined
        ? 'funded'
        : confirming !== undefined || isComplete(funding)
          ? 'confirming'
          : 'waiting',
    received: formatAmount(received, token),
    ...(confirming !== undefined && { hash: confirming }),
  };
}
