import { hideValues } from '../../ground/errors/hide-values.ts';
import { ServiceError, validationError } from '../../ground/errors/service-error.ts';
import type { Organization } from '../../identity/organization.ts';
import type { WalletFault } from '../../ports/account-registration.ts';
import type { Runtime } from '../../ports/runtime.ts';
import type { Candidate } from './candidate.ts';

const messages: Readonly<Record<WalletFault, string>> = {
  own: 'is an address of the service itself, such as one that funds payouts',
  elsewhere: 'is the address of a contract on another chain, and unused on this one: nobody could move what arrives',
};

/**
 * Refuses a wallet whose address nobody could use. Accepts every bank account.
 * @throws ServiceError VALIDATION_ERROR; PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE if the chains do not answer
 */
export async function inspectWallet(
  { wallets, log }: Pick<Runtime<'walletInspection'>, 'wallets' | 'log'>,
  organization: Organization,
  { corridor: { wallet }, details: { address = '' } }: Candidate,
): Promise<void> {
  if (!wallet) return;
  if (!wallets) throw silent();
  const fault = await wallets.faultOf(organization, { chain: wallet.chain, address }).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error;
    const hidden = hideValues(error, [address, address.toLowerCase()]);
    log.error('the address of a wallet could not be looked at', hidden);
    throw silent(hidden);
  });
  if (fault !== undefined)
    throw validationError([
      { path: 'method.recipientDetails.address', message: messages[fault], code: `${fault}_address` },
    ]);
}

function silent(cause?: unknown): ServiceError {
  const detail = 'the address could not be checked on its chain; nothing was saved';
  return new ServiceError('PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE', detail, { cause });
}
