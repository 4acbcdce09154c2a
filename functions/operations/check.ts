import * as z from 'zod';
import { Id } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { recordSuccess } from '../../shared/journal/rows/record-refusal.ts';
import { checkBooks } from '../../shared/records/books/check-books.ts';
import { beginCheck, Progress, presentProgress } from '../../shared/records/books/progress.ts';

export const operation = defineOperation({
  name: 'check',
  summary: "Recompute the next page of an organization's books and report discrepancies",
  audit: 'organization.check',
  serviceOrganizations: ['stage', 'canary'],
  input: z.strictObject({
    organizationId: Id,
    progress: Progress.optional().meta({ description: 'The cursor of the previous answer. Absent on the first call.' }),
  }),
  tableAccess: 'read',
  handle: async ({ input, organization: { organizationId }, runtime, auditOf }) => {
    if (!input.progress) await recordSuccess(runtime, auditOf(organizationId), organizationId);
    const begun = input.progress ?? (await beginCheck(runtime.store, organizationId));
    const { findings, progress } = await checkBooks(runtime, organizationId, begun);
    return { findings, ...(progress && { progress: presentProgress(progress) }) };
  },
});
