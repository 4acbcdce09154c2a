import { required } from '../../../corridors/catalog/fields/field.ts';
import { addressPattern, isZeroAddress } from '../../../ground/text/evm-address.ts';
import type { AccountFault, FieldRules, RecipientField } from '../../../ports/corridor.ts';

/** A payment to a wrong address is lost permanently, so input is never corrected. */
const asTyped: FieldRules = { normalize: (text) => text };

/** A field with one value per corridor, which identifies the corridor. */
export function choiceField(name: string, label: string, value: string): RecipientField {
  return required(name, label, `^${value}$`, value, asTyped);
}

/** Nobody has the key of this address. */
const example = '0x000000000000000000000000000000000000dEaD';

/**
 * The address of a wallet. Its checksum is checked when it is registered, because otherwise everything that lists
 * corridors would include the hash function.
 * @param contracts of tokens, in lower case: payments to them would be lost
 */
export function addressField(contracts: ReadonlySet<string>): RecipientField {
  const faultOf = (address: string): AccountFault | undefined => {
    if (isZeroAddress(address)) return 'zero_address';
    return contracts.has(address.toLowerCase()) ? 'token_contract' : undefined;
  };
  return required('address', 'Address', addressPattern.source, example, { ...asTyped, faultOf });
}
