import { Sluice } from '../../../client/src/index.ts';
import { type Answer, handSigned } from '../../support/hand-signed.ts';
import type { TestStack } from '../../support/stack.ts';
import { unique } from './recipients.ts';

/** One payout, sent always with the same bytes under the same key. */
export interface Payment {
  readonly idempotencyKey: string;
  readonly body: { readonly amount: string; readonly destinationAccountId: string; readonly reference: string };
}

export function newPayment(destinationAccountId: string, name: string): Payment {
  const body = { amount: '10.00', destinationAccountId, reference: unique(name) };
  return { idempotencyKey: unique(name), body };
}

export function sendPayment(stack: TestStack, { idempotencyKey, body }: Payment): Promise<Answer> {
  return handSigned(stack)('POST', '/payments/organizations/{orgId}/payouts', { idempotencyKey, body });
}

/** A client that waits for a stack that starts again. */
export function patientClient({ baseUrl, organizationId, apiKey }: TestStack): Sluice {
  return new Sluice({ baseUrl, organizationId, apiKey, maxRetries: 20 });
}
