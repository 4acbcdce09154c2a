import * as z from 'zod';
import { EmailAddress, UserId } from '../../shared/contract/fields/people.ts';
import { CurrencyCode, Id, label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { featureNames } from '../../shared/identity/controls.ts';
import { createPair } from '../../shared/operations/create-pair.ts';

export const operation = defineOperation({
  name: 'create-organization',
  summary: 'Create a customer: a live and a sandbox organization, with their first owner',
  audit: 'organization.create',
  input: z.strictObject({
    reference: Id.meta({ description: 'Your reference. The same reference never creates a second pair.' }),
    name: label(200).meta({ description: 'The name of both organizations.' }),
    currency: CurrencyCode.optional().meta({ description: 'The settlement currency. Defaults to USD.' }),
    features: z
      .array(z.enum(featureNames))
      .default([])
      .meta({ description: 'Features switched on in both organizations from the start.' }),
    owner: z.strictObject({
      userId: UserId,
      email: EmailAddress,
    }),
  }),
  uses: ['corridors'],
  handle: ({ input, runtime, auditOf }) => {
    const features = featureNames.filter((name) => input.features.includes(name));
    return createPair(runtime, { ...input, features }, auditOf);
  },
});
