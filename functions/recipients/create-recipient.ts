import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CountryCode, CurrencyCode, label } from '../../shared/contract/fields.ts';
import { createRecipient } from '../../shared/corridors/recipients/create-recipient.ts';
import { methodKinds, RecipientView, recipientTypes } from '../../shared/corridors/recipients/recipient.ts';
import { walletErrors } from '../../shared/corridors/recipients/refuse-wallet.ts';

export const endpoint = defineEndpoint({
  operation: 'createRecipient',
  summary: 'Create a recipient',
  description:
    'Registers a payee. If the `externalId` is already registered and every field in the request matches, the ' +
    'answer is the existing recipient. Otherwise `BENEFICIARY_EXTERNAL_ID_CONFLICT` names the fields that ' +
    'differ, and nothing changes. Wallets are paid by a contract transfer, which some exchanges do not credit.',
  method: 'POST',
  path: '/recipients/{orgId}',
  callers: ['key'],
  scope: 'write',
  audit: 'recipient.create',
  body: z
    .strictObject({
      type: z.enum(recipientTypes).meta({ description: 'Whether the payee is a person or a company.' }),
      name: label(140).meta({ description: 'The account holder, as known to the bank. The name is screened.' }),
      country: CountryCode.optional().meta({
        description: 'The country of the bank account, ISO 3166 alpha-2. Not needed for a wallet.',
      }),
      externalId: label(255).optional().meta({ description: 'Your unique key for the recipient.' }),
      endUserId: label(255)
        .optional()
        .meta({ description: 'Your own id for the person on whose behalf the recipient is paid. Payouts carry it.' }),
      method: z
        .strictObject({
          kind: z.enum(methodKinds).meta({
            description: '`fiat` pays a bank account; `crypto` pays a wallet address, with a live key only.',
          }),
          currency: CurrencyCode,
          recipientDetails: z.record(z.string().max(64), z.string().max(255)).meta({
            description:
              'The fields that the corridors listing names for this country and currency, or for this chain and token.',
          }),
          confirmAddress: z.string().max(42).optional().meta({
            description:
              'The complete wallet address again. Required if `CONFLICT` reports a registered address that looks similar.',
          }),
        })
        .meta({ description: 'The account to pay.' }),
    })
    .refine(({ country, method }) => country !== undefined || method?.kind === 'crypto', {
      path: ['country'],
      error: 'is required for a bank account',
      // The check also runs if other fields have faults, so that all faults are reported at the same time.
      when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
    })
    .meta({ id: 'CreateRecipient', description: 'A payee with one account.' }),
  responses: { 201: { description: 'The recipient, new or existing.', schema: RecipientView } },
  errors: [
    'BANK_ACCOUNT_ALREADY_LINKED',
    'BENEFICIARY_EXTERNAL_ID_CONFLICT',
    'CONFLICT',
    ...walletErrors,
    'PAYOUT_REFUSED',
    'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
  ],
  uses: ['screening', 'corridors', 'walletInspection'],
  handle: ({ body, organization, caller, runtime, execution }) =>
    createRecipient(runtime, { organization, caller }, body, execution),
});
