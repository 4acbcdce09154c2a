import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { TokenTransfer } from '../../ports/token-chain.ts';
import { chains, cryptoAddressFields, isPaidOn, tokens } from '../accounts/crypto-address.ts';

/** The body of `POST C/sandbox/transfers`. */
export const TransferRequest = z
  .strictObject({
    ...cryptoAddressFields,
    amount: z
      .string()
      .max(24)
      .regex(/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/, 'is not a decimal string such as 150.004217')
      .meta({ description: 'Decimal string with at most six places.', examples: ['150.004217'] }),
  })
  .refine(isPaidOn, { error: 'is not paid on this chain', path: ['token'] })
  .meta({ id: 'SendSandboxTransfer' });

export type TransferRequest = z.output<typeof TransferRequest>;

export const TransferView = z
  .object({
    hash: z.string(),
    logIndex: z.int().min(0),
    token: z.enum(tokens),
    chain: z.enum(chains),
    address: z.string(),
    amount: TotalText.meta({ description: 'Decimal string, with the six places of the token.' }),
    block: z.int().min(0),
    finalAt: Instant.meta({ description: 'When its block is final: before that it counts for nothing.' }),
  })
  .meta({ id: 'SandboxTransfer' });

/** A transfer as the sandbox shows it to who has sent it. */
export function presentTransfer(
  { token, chain, address }: Pick<TransferRequest, 'token' | 'chain' | 'address'>,
  { hash, logIndex, block, amount, finalAt }: TokenTransfer & { readonly finalAt: number },
): z.infer<typeof TransferView> {
  const sent = formatAmount(amount, token);
  return { hash, logIndex, token, chain, address, amount: sent, block, finalAt: timestamp(finalAt) };
}
