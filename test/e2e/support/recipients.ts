import { randomUUID } from 'node:crypto';
import type { CreateRecipient, Sluice } from '../../../client/src/index.ts';

/** A recipient whose payouts complete. */
export const germanRecipient = {
  type: 'individual',
  name: 'Zoë Müller',
  country: 'DE',
  externalId: 'zoe',
  method: { kind: 'fiat', currency: 'EUR', recipientDetails: { iban: 'DE89370400440532013000' } },
} as const satisfies CreateRecipient;

/** The account of a recipient whose payouts complete. */
export async function createAccount(sluice: Sluice, details: Pick<CreateRecipient, 'endUserId'> = {}): Promise<string> {
  const { methods } = await sluice.createRecipient({ ...germanRecipient, ...details });
  const [method] = methods;
  if (!method) throw new Error('a recipient without a payment method');
  return method.destinationAccountId;
}

/** A key and a reference that nothing else uses. */
export function unique(name: string): string {
  return `${name}-${randomUUID()}`;
}
