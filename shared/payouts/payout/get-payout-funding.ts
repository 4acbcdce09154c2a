import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { railNamed } from '../../corridors/catalog/rail-named.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { Mode, RailCapabilities } from '../../ports/runtime.ts';
import { type Payout, PayoutEntity } from './payout.ts';

export const FundingInstructionsView = z
  .object({
    payoutId: z.string().meta({ description: 'The payout that waits for the money.' }),
    amount: TotalText.meta({ description: 'What to send, exactly, in the token.' }),
    token: z.string().meta({ description: 'The stablecoin to send.', examples: ['USDC'] }),
    chain: z.string().meta({ description: 'The network to send it on.', examples: ['base'] }),
    address: z.string().meta({ description: 'Where to send it.' }),
    expiresAt: Instant.nullable().meta({ description: 'By when it must be there; normally null.' }),
  })
  .meta({
    id: 'FundingInstructions',
    description: 'Read the payout’s status before sending against old instructions.',
  });

/**
 * Refuses a payout for which the organization has nothing to send (specification, Get funding instructions).
 * @throws ServiceError BAD_REQUEST (sandbox, settles from the balance), FUNDING_NOT_APPLICABLE
 */
function refuseNothingToFund({ requiresFunding, status }: Payout, mode: Mode): void {
  if (!requiresFunding && mode === 'sandbox') {
    throw new ServiceError('BAD_REQUEST', 'the payout settles from the sandbox balance');
  }
  if (!requiresFunding) throw new ServiceError('FUNDING_NOT_APPLICABLE', 'the payout settles from the balance');
  if (status !== 'pending')
    throw new ServiceError('FUNDING_NOT_APPLICABLE', `the payout is ${status}: nothing is to be sent`);
}

/**
 * Asks the rail how a payout is funded.
 * @throws ServiceError those of `refuseNothingToFund`
 */
export async function getPayoutFunding(
  rails: RailCapabilities['funding']['payouts'] | undefined,
  payout: Payout,
  mode: Mode,
): Promise<z.infer<typeof FundingInstructionsView>> {
  refuseNothingToFund(payout, mode);
  const { payoutId } = payout;
  const rail = railNamed(rails, PayoutEntity, payout);
  const instructions = await rail.fundingInstructions?.(payoutId);
  if (!instructions) throw new Error(`no rail tells how ${payoutId} is funded`);
  const { expiresAt, ...where } = instructions;
  return { payoutId, ...where, expiresAt: expiresAt === undefined ? null : timestamp(expiresAt) };
}
