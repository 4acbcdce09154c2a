import type { SQSEvent } from 'aws-lambda';
import { defineWorker, earlyHintsOnly } from '../../shared/contract/worker.ts';
import { forEachHint } from '../../shared/journal/due/for-each-hint.ts';
import { sendMail } from '../../shared/mail/send-mail.ts';

/** Sends mail through the stage's mailer. */
export const worker = defineWorker({
  name: 'send-mails',
  // An account in SES's sandbox can send one mail per second, other accounts at least fourteen.
  trigger: {
    type: 'queue',
    kind: 'mails',
    batchSize: 2,
    batchingSeconds: 0,
    maximumConcurrency: 2,
    chainEnds: earlyHintsOnly,
  },
  timeoutSeconds: 20,
  uses: ['sealing', 'mail'],
  handle: (event: SQSEvent, runtime) =>
    forEachHint(event, runtime, 'a mail could not be sent', (hint) => sendMail(runtime, hint)),
});
