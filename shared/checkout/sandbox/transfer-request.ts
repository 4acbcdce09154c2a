import * as z from 'zod';
import { Instant, TotalText } from '../../contract/fields.ts';
import { formatAmount } from '../../ground/money/money.ts';
import { timestamp } from '../../ground/time/clock.ts';
import type { TokenTransfer } from '../../ports/token-chain.ts';
import { cryptoAddressFields, isPaidOn } from '../methods/crypto/crypto-address.ts';

/** The body of `POST C/sandbox/transfers`. */
export const TransferRequest = z
  .strictObject({
    ...cryptoAddressFields,
    amount: z
      .string()
      .max(24)
      .regex(/^(0|[1-9]\d{0,14})(\.\d{1,6})?$/, 'is not a decimal string such as 150.004217')
      .meta({ description: 'Decimal string with at most six decimal places.', examples: ['150.004217'] }),
  })
  .refine(isPaidOn, { error: 'cannot be paid on this chain', path: ['token'] })
  .meta({ id: 'SendSandboxTransfer', description: 'Tokens to send to an address, as a buyer would.' });

export type TransferRequest = z.output<typeof TransferRequest>;

export const TransferView = z
  .object({
    hash: z.string().meta({ description: 'The transaction hash, made up by the sandbox.' }),
    logIndex: z.int().min(0).meta({ description: 'The index of the transfer log in its block.' }),
    token: cryptoAddressFields.token,
    chain: cryptoAddressFields.chain,
    address: z.string().meta({ description: 'The address that received the tokens.' }),
    amount: TotalText.meta({ description: 'Decimal string with the six decimal places of the token.' }),
    block: z.int().min(0).meta({ description: 'The number of the block.' }),
    finalAt: Instant.meta({ description: 'When the block is final. The transfer does not count before that.' }),
  })
  .meta({ id: 'SandboxTransfer', description: 'A transfer on a simulated chain.' });

/** Returns a transfer as the sandbox shows it to its sender. */
export function presentTransfer(
  { token, chain, address }: Pick<TransferRequest, 'token' | 'chain' | 'address'>,
  { hash, logIndex, block, amount, finalAt }: TokenTransfer & { readonly finalAt: number },
): z.infer<typeof TransferView> {
  const sent = formatAmount(amount, token);
  return { hash, logIndex, token, chain, address, amount: sent, block, finalAt: timestamp(finalAt) };
}
