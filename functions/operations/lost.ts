import * as z from 'zod';
import { InstantParameter } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { findLost } from '../../shared/records/archive/find-lost.ts';

/** The operation is about all organizations, so it is recorded in the log. */
export const operation = defineOperation({
  name: 'lost',
  summary: 'After a restore: compare the next page of archived changes with the table in use',
  audit: 'archive.compare',
  input: z.strictObject({
    since: InstantParameter.meta({ description: 'The restore point.' }),
    progress: z
      .strictObject({ after: z.string().max(1024) })
      .optional()
      .meta({ description: 'The cursor of the previous answer. Absent on the first call.' }),
  }),
  tableAccess: 'read',
  uses: ['archivedChanges'],
  handle: async ({ input: { since, progress }, runtime }) => {
    const { archived } = runtime;
    if (!archived) {
      throw new ServiceError('CONFLICT', 'this stage archives no changes: it was deployed without archive=true');
    }
    const { next, ...page } = await findLost(runtime, {
      archived,
      sinceMs: since,
      after: progress?.after,
    });
    return { ...page, ...(next !== undefined && { progress: { after: next } }) };
  },
});
