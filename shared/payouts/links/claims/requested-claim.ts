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
    amountLeg: z.enum(linkedLegs).meta({ description: '`source`: what is debited. `destination`: what arrives.' }),
    largestDebit: MoneyView.meta({ description: 'The most that is debited: what the link holds.' }),
    ...givenView,
    payeeEmail: z.string().optional().meta({ description: 'Where the link’s address was sent, where you said so.' }),
    note: z.string().optional().meta({ description: 'What the payee reads above the form.' }),
    recipient: z
      .object({
        type: z.enum(recipientTypes).meta({ description: 'A person or a company.' }),
        name: z.string().meta({ description: 'The holder of the account.' }),
        country: CountryCode,
        method: z
          .object({
            kind: z.enum(methodKinds).meta({ description: 'How it is paid.' }),
            currency: CurrencyCode,
            recipientDetails: z
              .record(z.string(), z.string())
              .meta({ description: 'The fields of the corridor, as the payee typed them.' }),
          })
          .meta({ description: 'The account that would be paid.' }),
      })
      .meta({ description: 'Who says that they are the payee, and the account that would be paid.' }),
  })
  .meta({ id: 'RequestedPayoutLinkClaim', description: 'A claim of a payout link that waits for votes.' });

export type RequestedPayoutLinkClaim = z.infer<typeof RequestedPayoutLinkClaim>;
