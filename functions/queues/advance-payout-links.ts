import type { SQSEvent } from 'aws-lambda';
import { isLinkCreatorWork } from '../../shared/access/team/link-work.ts';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { cancelLinksOf } from '../../shared/payouts/links/ending/cancel-links-of.ts';
import { expirePayoutLink } from '../../shared/payouts/links/ending/expire-payout-link.ts';

/** Ends payout links whose time is up, and the links of revoked keys and removed members. */
export const worker = defineWorker({
  name: 'advance-payout-links',
  trigger: {
    type: 'queue',
    kind: 'payout-links',
    batchSize: 10,
    batchingSeconds: 0,
    maximumConcurrency: 5,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'payout links could not be ended', (hint) =>
      (isLinkCreatorWork(hint) ? cancelLinksOf : expirePayoutLink)(runtime, hint),
    ),
});
