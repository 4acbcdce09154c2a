import { randomUUID } from 'node:crypto';
import type { CreatePayoutParams, GuardedWriteOptions, Payout, Sluice } from '../../../client/src/index.ts';
import { addRecipient, fundedOrganization, type TestOrganization } from '../../support/journey.ts';
import { sent } from '../../support/sent.ts';
import type { Answer } from '../../support/service.ts';
import type { Stage } from '../observed.ts';

/** An organization with money and somebody to pay. */
export interface Payer {
  readonly of: TestOrganization;
  readonly sluice: Sluice;
  readonly recipient: Answer['body'];
  readonly reference: string;
  readonly idempotencyKey: string;
  /** The same payout of 100.00 under the same key every time, save for the changes. */
  pay(changes?: Partial<CreatePayoutParams>, options?: GuardedWriteOptions, by?: Sluice): Promise<Payout>;
}

export async function payer(
  stage: Stage,
  { of, ...options }: Parameters<typeof addRecipient>[2] & { readonly of?: TestOrganization } = {},
): Promise<Payer> {
  const organization = of ?? (await fundedOrganization(stage.service));
  const recipient = await addRecipient(stage.service, organization, options);
  const { destinationAccountId } = recipient.methods[0];
  const sluice = stage.client(organization);
  const [reference, idempotencyKey] = [randomUUID(), randomUUID()];
  return {
    of: organization,
    sluice,
    recipient,
    reference,
    idempotencyKey,
    pay: (changes = {}, more = {}, by = sluice) =>
      sent(
        by.createPayout({ amount: '100.00', destinationAccountId, reference, ...changes }, { idempotencyKey, ...more }),
      ),
  };
}
