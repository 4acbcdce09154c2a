import * as z from 'zod';
import { label } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { reviewName } from '../../shared/operations/review-name.ts';

/** No organization is concerned, so its record is the log. */
export const operation = defineOperation({
  name: 'screen',
  summary: 'Explain what screening answers about a name: the nearest listed parties, and which words met',
  audit: 'screening.review',
  input: z.strictObject({ name: label(140).meta({ description: 'As the recipient is named; it is not logged.' }) }),
  tableAccess: 'none',
  uses: ['screeningReview'],
  handle: ({ input: { name }, runtime, actorUserId }) => reviewName(runtime, name, actorUserId),
});
