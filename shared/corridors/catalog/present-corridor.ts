import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import type { Corridor } from '../../ports/corridor.ts';

export const CorridorView = z
  .object({
    corridorId: z.string().meta({ description: 'The id of the corridor; sandbox scenarios refer to it.' }),
    country: CountryCode.optional().meta({
      description: 'The country of the bank accounts. Absent for wallets.',
    }),
    sourceCurrency: CurrencyCode,
    currency: CurrencyCode,
    funding: z
      .enum(['self'])
      .optional()
      .meta({ description: 'Present if you send the money for each payout yourself, as `fundedBy` describes.' }),
    fundedBy: z
      .object({
        chain: z.string().meta({ description: 'The network.', examples: ['base'] }),
        token: z.string().meta({ description: 'The stablecoin.', examples: ['USDC'] }),
        accountsOf: z.string().meta({ description: 'The corridor whose accounts are paid.' }),
      })
      .optional()
      .meta({ description: 'The token you send, and the chain you send it on.' }),
    methodKind: z
      .enum(['fiat', 'crypto'])
      .meta({ description: 'What the corridor pays: `fiat` a bank account, `crypto` a wallet address.' }),
    wallet: z
      .object({
        chain: z.string().meta({ description: 'The chain of the wallet.', examples: ['base'] }),
        token: z.string().meta({ description: 'The stablecoin that arrives.', examples: ['USDC'] }),
      })
      .optional()
      .meta({ description: 'What arrives in a wallet. Absent for bank accounts.' }),
    minimum: AmountText.meta({ description: 'The smallest `sourceAmount`.' }),
    maximum: AmountText.meta({ description: 'The largest `sourceAmount`.' }),
    fee: MoneyView.meta({ description: 'Per payout, in `sourceCurrency`.' }),
    capabilities: z
      .object({
        exactOutput: z.boolean().meta({ description: 'Whether `amountLeg` can be `destination` or `source_net`.' }),
        indicativePricing: z
          .boolean()
          .meta({ description: 'Whether indicative rates, and `source_net`, are available.' }),
      })
      .meta({ description: 'Further capabilities of the corridor.' }),
    namePattern: z
      .string()
      .optional()
      .meta({
        description:
          'A regular expression for the names that banks there accept. Absent if they accept any. A name that does not ' +
          'match is sent in plain Latin letters if that form matches; otherwise it is refused.',
      }),
    recipientFields: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The key in `recipientDetails`.' }),
          label: z.string().meta({ description: 'The label to show in a form.' }),
          required: z.boolean().meta({ description: 'Whether it is required.' }),
          pattern: z.string().meta({ description: 'A regular expression that the value must match.' }),
          example: z.string().meta({ description: 'A valid example.' }),
        }),
      )
      .meta({ description: 'The fields of `recipientDetails` for this corridor.' }),
  })
  .meta({ id: 'Corridor', description: 'A way to send money: a currency in a country, or a token on a chain.' });

/** A corridor as the listing shows it (design, corridor). */
export function presentCorridor(corridor: Corridor): z.infer<typeof CorridorView> {
  const { corridorId, country, sourceCurrency, currency, methodKind, wallet, minimum, maximum, fee, funding } =
    corridor;
  return {
    corridorId,
    ...(country !== undefined && { country }),
    sourceCurrency,
    currency,
    ...(funding && { funding: 'self' as const, fundedBy: funding }),
    methodKind,
    ...(wallet && { wallet }),
    minimum: formatAmount(minimum, sourceCurrency),
    maximum: formatAmount(maximum, sourceCurrency),
    fee: presentMoney({ minor: fee, currency: sourceCurrency }),
    capabilities: corridor.capabilities,
    ...(corridor.namePattern !== undefined && { namePattern: corridor.namePattern }),
    recipientFields: corridor.recipientFields.map(({ rules: _, ...shown }) => shown),
  };
}
