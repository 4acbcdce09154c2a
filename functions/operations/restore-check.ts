import * as z from 'zod';
import { InstantParameter } from '../../shared/contract/fields.ts';
import { defineOperation } from '../../shared/contract/operation.ts';
import { ServiceError } from '../../shared/ground/errors/service-error.ts';
import { restoreCall } from '../../shared/operations/restore/restore-call.ts';
import { beginRestoreCheck, continueRestoreCheck } from '../../shared/operations/restore/restore-check.ts';
import { RestoreProgress } from '../../shared/operations/restore/restore-run.ts';

export const operation = defineOperation({
  name: 'restore-check',
  summary:
    'After a restore: compare what the rails received with the table, and suspend organizations with discrepancies',
  audit: 'payout.restore',
  input: z.strictObject({
    since: InstantParameter.meta({ description: 'The time that the table was restored to.' }),
    settle: z.boolean().default(false).meta({ description: 'Write back what the rails have and the table has lost.' }),
    release: z
      .boolean()
      .default(false)
      .meta({ description: 'Resume organizations that this check suspended and now finds settled.' }),
    progress: RestoreProgress.optional().meta({
      description: 'The cursor of the previous answer. Absent on the first call.',
    }),
  }),
  uses: ['sealing', 'sentPayouts', 'notedDeposits'],
  scansTable: true,
  handle: (call) => {
    const { since, settle, release, progress } = call.input;
    if (since > call.runtime.clock()) throw new ServiceError('BAD_REQUEST', 'since: is in the future');
    const checked = restoreCall(call, { sinceMs: since, settle, release });
    return continueRestoreCheck(checked, progress ?? beginRestoreCheck(checked));
  },
});
