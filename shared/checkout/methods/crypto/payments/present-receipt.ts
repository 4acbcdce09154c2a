import * as z from 'zod';
import { Instant, Livemode, TotalText } from '../../../../contract/fields.ts';
import { formatAmount } from '../../../../ground/money/money.ts';
import { timestamp } from '../../../../ground/time/clock.ts';
import { cryptoAddressFields } from '../crypto-address.ts';
import { type Receipt, receiptStatuses } from './receipt.ts';

export const ReceiptView = z
  .object({
    id: z.string().meta({ description: 'The id to use when assigning it.' }),
    status: z.enum(receiptStatuses).meta({ description: '`unmatched` until a member assigns it to a payment.' }),
    accountId: z.string().meta({ description: 'The collection account.' }),
    token: cryptoAddressFields.token,
    chain: cryptoAddressFields.chain,
    address: z.string().meta({ description: 'The address that received the tokens.' }),
    hash: z.string().meta({ description: 'The hash of the transaction.' }),
    logIndex: z.int().min(0).meta({
      description: 'The index of the transfer log in its block. Together with `hash` it identifies the transfer.',
    }),
    block: z.int().min(0).meta({ description: 'The number of the block.' }),
    amount: TotalText.meta({ description: 'Decimal string with the six decimal places of the token.' }),
    madeAt: Instant.meta({ description: 'The time of the block.' }),
    paymentId: z.string().optional().meta({
      description:
        'The payment that the money belongs to. If the payment it was assigned to had already been paid, this is a separate payment.',
    }),
    livemode: Livemode,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'CryptoReceipt', description: 'A transfer that does not match the exact amount of an attempt.' });

export type ReceiptBody = z.infer<typeof ReceiptView>;

/** Returns a receipt as the API shows it. */
export function presentReceipt(receipt: Receipt): ReceiptBody {
  const { receiptId, status, accountId, token, chain, address, hash, logIndex, block, amount, madeAt } = receipt;
  const { paymentId, livemode, createdAt, updatedAt } = receipt;
  return {
    id: receiptId,
    status,
    accountId,
    // Only addresses for these tokens were ever registered.
    token: token as ReceiptBody['token'],
    chain: chain as ReceiptBody['chain'],
    address,
    hash,
    logIndex,
    block,
    amount: formatAmount(amount, token),
    madeAt: timestamp(madeAt),
    ...(paymentId !== undefined && { paymentId }),
    livemode,
    createdAt,
    updatedAt,
  };
}
