import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, MoneyView } from '../../contract/fields.ts';
import { formatAmount, presentMoney } from '../../ground/money/money.ts';
import type { Corridor } from '../../ports/corridor.ts';

export const CorridorView = z
  .object({
    corridorId: z.string().meta({ description: 'Names the corridor; sandbox scenarios carry it.' }),
    country: CountryCode.optional().meta({
      description: 'Of the bank accounts that it pays into; absent where it pays wallets.',
    }),
    sourceCurrency: CurrencyCode,
    currency: CurrencyCode,
    funding: z
      .enum(['self'])
      .optional()
      .meta({ description: 'Present where you send the money of each payout yourself, as `fundedBy` says.' }),
    fundedBy: z
      .object({
        chain: z.string().meta({ description: 'The network.', examples: ['base'] }),
        token: z.string().meta({ description: 'The stablecoin.', examples: ['USDC'] }),
        accountsOf: z.string().meta({ description: 'The corridor whose accounts it pays.' }),
      })
      .optional()
      .meta({ description: 'What you send, and on which network.' }),
    methodKind: z
      .enum(['fiat', 'crypto'])
      .meta({ description: 'What it pays: `fiat` into a bank account, `crypto` to the address of a wallet.' }),
    wallet: z
      .object({
        chain: z.string().meta({ description: 'The network that the wallet is on.', examples: ['base'] }),
        token: z.string().meta({ description: 'The stablecoin that arrives.', examples: ['USDC'] }),
      })
      .optional()
      .meta({ description: 'What arrives in a wallet; absent where it pays into bank accounts.' }),
    minimum: AmountText.meta({ description: 'Smallest `sourceAmount`.' }),
    maximum: AmountText.meta({ description: 'Largest `sourceAmount`.' }),
    fee: MoneyView.meta({ description: 'Of each payout, in `sourceCurrency`.' }),
    capabilities: z
      .object({
        exactOutput: z.boolean().meta({ description: 'Whether `amountLeg` may be `destination` or `source_net`.' }),
        indicativePricing: z.boolean().meta({ description: 'Whether there are indicative rates, and `source_net`.' }),
      })
      .meta({ description: 'What the corridor can do besides.' }),
    namePattern: z
      .string()
      .optional()
      .meta({
        description:
          'Regular expression of the names that banks there take; absent where they take any. A name that does not match ' +
          'is sent in plain Latin letters if that matches, and refused otherwise.',
      }),
    recipientFields: z
      .array(
        z.object({
          name: z.string().meta({ description: 'The key in `recipientDetails`.' }),
          label: z.string().meta({ description: 'What a form shows beside it.' }),
          required: z.boolean().meta({ description: 'Whether a recipient must have it.' }),
          pattern: z.string().meta({ description: 'Regular expression that the value matches.' }),
          example: z.string().meta({ description: 'A value that is valid.' }),
        }),
      )
      .meta({ description: 'What `recipientDetails` of a recipient there holds.' }),
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
