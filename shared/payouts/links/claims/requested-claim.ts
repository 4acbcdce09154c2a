import * as z from 'zod';
import { AmountText, CountryCode, CurrencyCode, MoneyView } from '../../../contract/fields.ts';
import { methodKinds, recipientTypes } from '../../../corridors/recipients/recipient.ts';
import { givenView } from '../../payout/given.ts';
import { linkedLegs } from '../payout-link-status.ts';

/** The content of an approval of kind `payout_link_claim`: what the link pays, and the payee's input on its page. */
export const RequestedPayoutLinkClaim = z
  .object({
    payoutLinkId: z.string().meta({ description: 'The link that was claimed. It stays open.' }),
    amount: AmountText,
    currency: CurrencyCode,
    amountLeg: z
      .enum(linkedLegs)
      .meta({ description: '`source`: the amount debited. `destination`: the amount that arrives.' }),
    largestDebit: MoneyView.meta({ description: 'The most that is debited: the amount that the link holds.' }),
    ...givenView,
    payeeEmail: z
      .string()
      .optional()
      .meta({ description: 'The email address to which the link’s address was sent, if you gave one.' }),
    note: z.string().optional().meta({ description: 'The text that the payee reads above the form.' }),
    recipient: z
      .object({
        type: z.enum(recipientTypes).meta({ description: 'A person or a company.' }),
        name: z.string().meta({ description: 'The account holder.' }),
        country: CountryCode,
        method: z
          .object({
            kind: z.enum(methodKinds).meta({ description: 'How the payee is paid.' }),
            currency: CurrencyCode,
            recipientDetails: z
              .record(z.string(), z.string())
              .meta({ description: 'The fields of the corridor, as the payee entered them.' }),
          })
          .meta({ description: 'The account that would be paid.' }),
      })
      .meta({ description: 'The person who claims to be the payee, and the account that would be paid.' }),
  })
  .meta({ id: 'RequestedPayoutLinkClaim', description: 'A claim of a payout link that waits for votes.' });

export type RequestedPayoutLinkClaim = z.infer<typeof RequestedPayoutLinkClaim>;
