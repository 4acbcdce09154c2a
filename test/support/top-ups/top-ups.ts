import type { SQSEvent } from 'aws-lambda';
import * as z from 'zod';
import { intentKinds, worker as resumeIntents } from '../../../functions/queues/resume-intents.ts';
import { defineEndpoint } from '../../../shared/contract/endpoint.ts';
import { AmountText } from '../../../shared/contract/fields.ts';
import { P } from '../../../shared/contract/paths.ts';
import { defineWorker } from '../../../shared/contract/worker.ts';
import { ServiceError } from '../../../shared/ground/errors/service-error.ts';
import { readAmount } from '../../../shared/ground/money/read-amount.ts';
import type { JournalDraft } from '../../../shared/journal/commit/draft.ts';
import { forEachHint } from '../../../shared/journal/due/for-each-hint.ts';
import { executeIntent } from '../../../shared/journal/intents/execute-intent.ts';
import type { AnyIntentKind, IntentKind } from '../../../shared/journal/intents/intent-kind.ts';
import { resumeIntent } from '../../../shared/journal/intents/resume-intent.ts';
import { creditDeposit } from '../../../shared/payouts/deposits/credit-deposit.ts';
import { DepositView } from '../../../shared/payouts/deposits/deposit.ts';
import type { Processor } from '../../../shared/ports/processor.ts';
import type { Charged, TopUpCall } from './card-processor.ts';

/** Held from the balance while a card is being charged: what is reserved must be given back once. Minor units. */
export const reserved = 50n;

type TopUpAnswer = { readonly status: 201; readonly body: z.output<typeof DepositView> };

function topUpKind(processor: Processor<TopUpCall, Charged>): IntentKind<TopUpCall, Charged, TopUpAnswer> {
  return {
    name: 'top-up',
    processor: () => processor,
    reads: () => ({}),
    settle: (_found, draft, { call: { amount, currency }, resourceId = '' }, ending) => {
      draft.post({ type: 'hold_release', currency, amount: reserved });
      if (ending.outcome === 'refused') {
        return { refusal: new ServiceError('PROVIDER_REJECTED', 'the card was declined'), resourceId };
      }
      const deposit = { depositId: resourceId, amount: BigInt(amount), currency, method: 'sandbox' as const };
      return creditDeposit(draft, deposit) as { readonly reply: TopUpAnswer; readonly resourceId: string };
    },
    unclear: () => new ServiceError('REFUND_OUTCOME_UNKNOWN', 'the card may have been charged'),
  };
}

/**
 * A use of intents that only tests have: the balance is topped up from a card. Its endpoint and worker are declared as any
 * others are; the processor is the test's.
 */
export function topUps(processor: Processor<TopUpCall, Charged>) {
  const kind = topUpKind(processor);
  const endpoint = defineEndpoint({
    operation: 'topUpByCard',
    summary: 'Top up the balance from a card',
    method: 'POST',
    path: `${P}/test/top-ups`,
    callers: ['key', 'session'],
    scope: 'write',
    permission: 'deposits.accept',
    rateClass: 'standard',
    idempotency: 'required-for-keys',
    duplicateGuard: true,
    subject: { lookUp: 'look for the deposit in events' },
    audit: 'test.top-up',
    body: z.strictObject({ amount: AmountText }),
    responses: { 201: { description: 'The deposit.', schema: DepositView } },
    errors: ['INSUFFICIENT_BALANCE', 'PROVIDER_REJECTED', 'REFUND_OUTCOME_UNKNOWN'],
    tableAccess: 'write',
    uses: ['cards'],
    handle: ({ body, organization: { organizationId, settlementCurrency: currency }, runtime, execution }) => {
      const amount = readAmount(body.amount, currency);
      const depositId = runtime.ids.next('dep', runtime.clock());
      const decide = (_found: object, draft: JournalDraft) => {
        draft.post({ type: 'hold', currency, amount: -reserved });
        return { call: { amount: amount.toString(), currency }, resourceId: depositId };
      };
      return executeIntent(runtime, kind, { organizationId, reads: {}, decide }, execution);
    },
  });
  const kinds = [...intentKinds, kind as AnyIntentKind];
  const worker = defineWorker({
    ...resumeIntents,
    handle: (event: SQSEvent, runtime) =>
      forEachHint(event, runtime, 'an intent could not be resumed', (hint) => resumeIntent(runtime, hint, kinds)),
  });
  return { endpoint, worker, kind };
}
