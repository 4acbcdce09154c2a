import type { Address, Hex } from 'viem';
import { getContractAddress, keccak256, toHex } from 'viem/utils';

/** An immutable value occupies a word; an address is at its end. */
const wordBytes = 32;

/** A contract as compiled. */
export interface Compiled {
  /** With zeros in place of immutable values. */
  readonly deployedBytecode: string;
  /** The offsets of the words with an immutable value, by its name. */
  readonly immutables: Readonly<Record<string, readonly number[]>>;
}

/**
 * The code on a chain of a contract that was deployed with these addresses.
 * @returns lower case
 */
export function deployedCode(
  { deployedBytecode, immutables }: Compiled,
  values: Readonly<Record<string, Address>>,
): Hex {
  const code = Buffer.from(deployedBytecode.slice(2), 'hex');
  for (const [name, places] of Object.entries(immutables)) {
    const value = values[name];
    if (!value) throw new Error(`the contract has an address for ${name}`);
    for (const place of places) Buffer.from(value.slice(2).padStart(2 * wordBytes, '0'), 'hex').copy(code, place);
  }
  return `0x${code.toString('hex')}`;
}

/**
 * The addresses with which a contract was deployed, read from its code on the chain.
 * @returns undefined for the code of another contract
 */
export function deployedWith(compiled: Compiled, code: Hex): Readonly<Record<string, Address>> | undefined {
  const values = Object.fromEntries(
    Object.entries(compiled.immutables).map(([name, [place = 0]]): [string, Address] => {
      const end = 2 + 2 * (place + wordBytes);
      return [name, `0x${code.slice(end - 40, end).padStart(40, '0')}`];
    }),
  );
  return code === deployedCode(compiled, values) ? values : undefined;
}

/** The address of a deposit as derived by Ethereum (CREATE2): that of a clone of `implementation` (ERC-1167). */
export function depositAddress(factory: Address, implementation: Address, salt: Hex): Address {
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${implementation.slice(2).toLowerCase()}5af43d82803e903d91602b57fd5bf3`;
  return getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode });
}

/** Identifies the deposit of a payout among all deposits of a factory. */
export function depositSalt(payoutId: string): Hex {
  return keccak256(toHex(payoutId));
}
