import * as z from 'zod';
import { TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import type { Payout } from './payout.ts';

export type Funding = NonNullable<Payout['funding']>;
export type SelfFundedPayout = Payout & { readonly funding: Funding };

/**
 * All of the money is there. A payout that still awaits it could not be funded when it was recorded: its price had ended, or its token was paused. It is
 * funded by its own work, so that a rail which does not answer keeps no other money from being recorded.
 */
export function isComplete({ amount, received }: Pick<Funding, 'amount' | 'received'>): boolean {
  return received >= amount;
}

/** What completed the money is in a block after the payout's price had ended. */
export function isLate({ countedAt = 0, pricedUntil }: Pick<Funding, 'countedAt' | 'pricedUntil'>): boolean {
  return pricedUntil !== undefined && countedAt > pricedUntil;
}

/** `held`: the payout has ended, and the money is a deposit that waits to be accepted. */
export const fundingStatuses = ['waiting', 'confirming', 'funded', 'held'] as const;

export const FundingView = z
  .object({
    status: z.enum(fundingStatuses).meta({
      description:
        '`confirming`: the money is on the chain, and not final or not priced yet. `held`: it is a deposit, as the payout has ended.',
    }),
    received: TotalText.meta({ description: 'What has come and is final, in the token.' }),
    hash: z.string().optional().meta({ description: 'The transaction that was confirmed.' }),
  })
  .meta({ id: 'Funding', description: 'How far the funding of a payout has come.' });

export function presentFunding({
  token,
  amount,
  received,
  confirming,
  fundedAt,
  isHeld,
}: Funding): z.infer<typeof FundingView> {
  return {
    status: isHeld
      ? 'held'
      : fundedAt !== undefined
        ? 'funded'
        : confirming !== undefined || received >= amount
          ? 'confirming'
          : 'waiting',
    received: formatAmount(received, token),
    ...(confirming !== undefined && { hash: confirming }),
  };
}
