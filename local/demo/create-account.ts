import { type CreateRecipient, isSluiceError, type Sluice } from '../../client/src/index.ts';
import type { Show } from './show.ts';

/**
 * Creates a recipient, or finds that of an earlier run: for a known `externalId` the service returns the existing
 * recipient.
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
    // The account was already registered under another name, so that recipient is paid.
    const existing = isSluiceError(error, 'BANK_ACCOUNT_ALREADY_LINKED') && error.extras.existingMethodId;
    if (!existing) throw error;
    show.fields('got', { type: error.type, detail: error.detail, existingMethodId: existing });
    return existing;
  }
}
