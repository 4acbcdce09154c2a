import { validationError } from '../../ground/errors/service-error.ts';
import { checksummed } from '../../ground/text/evm-address.ts';
import type { Candidate } from './candidate.ts';

/**
 * Checks what the pattern of a wallet address does not cover: its capital letters are its checksum (EIP-55), which is
 * required because an address without it may contain a wrong digit. If the address is repeated, both must be the same.
 * @throws ServiceError VALIDATION_ERROR
 */
export function checkAddress({
  request: { method },
  corridor: { wallet },
  details: { address = '' },
}: Candidate): void {
  const { confirmAddress } = method;
  const path = 'method.confirmAddress';
  if (!wallet && confirmAddress !== undefined)
    throw validationError([{ path, message: 'is for wallets only', code: 'unrecognized_key' }]);
  if (!wallet) return;
  if (checksummed(address) !== address) throw wrongChecksum();
  if (confirmAddress !== undefined && confirmAddress !== address)
    throw validationError([{ path, message: 'is not the address in recipientDetails', code: 'invalid_value' }]);
}

function wrongChecksum() {
  const message = 'Address must have the capital letters of its checksum (EIP-55): copy it from the wallet itself';
  return validationError([{ path: 'method.recipientDetails.address', message, code: 'invalid_checksum' }]);
}
