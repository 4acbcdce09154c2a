import * as z from 'zod';
import { defineOperation } from '../../shared/contract/operation.ts';
import { auditEach } from '../../shared/operations/audit-each.ts';
import { continueRescreening, RescreenProgress } from '../../shared/operations/rescreen/rescreen.ts';

export const operation = defineOperation({
  name: 'rescreen',
  summary: 'Screen every active live recipient against the current list, and block those that match',
  audit: 'recipient.block',
  input: z.strictObject({
    progress: RescreenProgress.optional().meta({
      description: 'The cursor of the previous answer. Absent on the first call.',
    }),
  }),
  uses: ['rescreening'],
  scansTable: true,
  handle: (call) => continueRescreening({ runtime: call.runtime, auditAs: auditEach(call) }, call.input.progress),
});
