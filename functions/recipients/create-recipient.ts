import * as z from 'zod';
import { defineEndpoint } from '../../shared/contract/endpoint.ts';
import { CountryCode, CurrencyCode, label } from '../../shared/contract/fields.ts';
import { createRecipient } from '../../shared/corridors/recipients/create-recipient.ts';
import { methodKinds, RecipientView, recipientTypes } from '../../shared/corridors/recipients/recipient.ts';
import { validationError } from '../../shared/ground/errors/service-error.ts';
import { screeningFromEnvironment } from '../../shared/lambda/screening-from-environment.ts';
import { serve } from '../../shared/lambda/serve.ts';

/** A record's schema passes over a field of this name in silence; like any unknown one it is refused by name. */
function refusePrototype(json: unknown): void {
  const details = (json as { method?: { recipientDetails?: unknown } } | null)?.method?.recipientDetails;
  if (typeof details !== 'object' || details === null || !Object.hasOwn(details, '__proto__')) return;
  const path = 'method.recipientDetails.__proto__';
  throw validationError([{ path, message: 'is not a known field', code: 'unrecognized_key' }]);
}

export const endpoint = defineEndpoint({
  operation: 'createRecipient',
  summary: 'Create a recipient',
  description:
    'Registers a payee. With an `externalId` that is known and the same account details it answers the recipient that is there.',
  method: 'POST',
  path: '/recipients/{orgId}',
  callers: ['key'],
  scope: 'write',
  rateClass: 'standard',
  idempotency: 'required',
  audit: 'recipient.create',
  refuseEarly: refusePrototype,
  body: z
    .strictObject({
      type: z.enum(recipientTypes),
      name: label(140),
      country: CountryCode,
      externalId: label(255).optional().meta({ description: "The caller's unique key for the recipient." }),
      endUserId: label(255).optional(),
      method: z.strictObject({
        kind: z.enum(methodKinds).meta({ description: 'No corridor pays `crypto` yet.' }),
        currency: CurrencyCode,
        recipientDetails: z
          .record(z.string().max(64), z.string().max(255))
          .meta({ description: 'The fields that the corridors listing names for this country and currency.' }),
      }),
    })
    .meta({ id: 'CreateRecipient' }),
  responses: { 201: { description: 'The recipient, new or known.', schema: RecipientView } },
  errors: [
    'BANK_ACCOUNT_ALREADY_LINKED',
    'BENEFICIARY_EXTERNAL_ID_CONFLICT',
    'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX',
    'PAYOUT_REFUSED',
    'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE',
  ],
  tableAccess: 'write',
  screensRecipients: true,
  handle: ({ body, organization, runtime, execution }) => createRecipient(runtime, organization, body, execution),
});

export const handler = serve(endpoint, { screening: screeningFromEnvironment });
