import * as z from 'zod';
import { label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { reviewAddress, reviewName } from '../../shared/operations/review-screening.ts';

/** The operation is about no organization, so it is recorded in the log. */
export const operation = defineOperation({
  name: 'screen',
  summary:
    'Explain a screening result: the nearest listed parties and the matching words of a name, or a digital currency address',
  audit: 'screening.review',
  input: z.union([
    z.strictObject({ name: label(140).meta({ description: 'The name of the recipient. It is not logged.' }) }),
    z.strictObject({
      address: z
        .string()
        .regex(/^[A-Za-z0-9]{20,128}$/)
        .meta({ description: 'A digital currency address.' }),
    }),
  ]),
  tableAccess: 'none',
  uses: ['screeningReview'],
  handle: async ({ input, runtime, actorUserId }) =>
    'name' in input ? reviewName(runtime, input.name, actorUserId) : reviewAddress(runtime, input.address, actorUserId),
});
