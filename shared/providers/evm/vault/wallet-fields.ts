import { required } from '../../../corridors/catalog/fields/field.ts';
import { addressPattern, isZeroAddress } from '../../../ground/text/evm-address.ts';
import type { AccountFault, FieldRules, RecipientField } from '../../../ports/corridor.ts';

/** A payment to a wrong address is lost for good, so nothing that was typed is put right. */
const asTyped: FieldRules = { normalize: (text) => text };

/** A field with one value in each corridor: it says which corridor is meant. */
export function choiceField(name: string, label: string, value: string): RecipientField {
  return required(name, label, `^${value}$`, value, asTyped);
}

/** Nobody has its key. */
const example = '0x000000000000000000000000000000000000dEaD';

/**
 * The address of a wallet. Its checksum is left to whatever registers it, because everything that lists corridors would else carry the hash function.
 * @param contracts those of tokens, in lower case: what is sent to one is lost
 */
export function addressField(contracts: ReadonlySet<string>): RecipientField {
  const faultOf = (address: string): AccountFault | undefined => {
    if (isZeroAddress(address)) return 'zero_address';
    return contracts.has(address.toLowerCase()) ? 'token_contract' : undefined;
  };
  return required('address', 'Address', addressPattern.source, example, { ...asTyped, faultOf });
}
