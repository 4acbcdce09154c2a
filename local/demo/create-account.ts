import { type CreateRecipient, isSluiceError, type Sluice } from '../../client/src/index.ts';
import type { Show } from './show.ts';

/**
 * Creates a recipient, or finds the one of an earlier play: for a known `externalId` the service answers the existing recipient.
 * @returns the id of its account
 */
export async function createAccount(
  sluice: Sluice,
  show: Show,
  request: CreateRecipient,
  signal: AbortSignal,
): Promise<string> {
  show.fields('sent', request);
  try {
    const recipient = await sluice.createRecipient(request, { signal });
    show.fields('got', recipient);
    return recipient.methods[0]?.destinationAccountId ?? '';
  } catch (error) {
    // Somebody registered the account before, under another name: that recipient is paid.
    const existing = isSluiceError(error, 'BANK_ACCOUNT_ALREADY_LINKED') && error.extras.existingMethodId;
    if (!existing) throw error;
    show.fields('got', { type: error.type, detail: error.detail, existingMethodId: existing });
    return existing;
  }
}
