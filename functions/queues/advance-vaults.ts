import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { advanceVaults } from '../../shared/payouts/vaults/advance-vaults.ts';

/** Pays wallets from vaults. Only this function and the one that flushes deposits sign on chains. */
export const worker = defineWorker({
  name: 'advance-vaults',
  trigger: {
    type: 'queue',
    kind: 'vaults',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 2,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 25,
  uses: ['vaultPayer'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'wallets could not be paid', (hint) => advanceVaults(runtime, hint)),
});
