import { type Address, encodeFunctionData, getAddress, type Hex, isAddress, keccak256, toHex } from 'viem';
import * as z from 'zod';
import { deposit } from '../../../../contracts/deposit.ts';
import { depositFactory } from '../../../../contracts/deposit-factory.ts';
import { ConnectionRefused } from '../../../ports/connections.ts';
import { deployedCode, deployedWith, depositAddress } from '../deposit-contracts.ts';
import type { NodeBlock } from '../node.ts';
import type { Witnesses } from '../witnesses.ts';

const Account = z.string().refine((text): text is Address => isAddress(text));
const CodeHash = z.string().regex(/^0x[0-9a-f]{64}$/);

/**
 * A factory as it was when it was connected. A later release may compile other contracts, so this one is identified by
 * the hashes of its code.
 */
const ConnectedFactory = z.object({
  factory: Account,
  factoryCodeHash: CodeHash,
  implementation: Account,
  implementationCodeHash: CodeHash,
  treasury: Account,
  secondTreasury: Account,
});

export type ConnectedFactory = z.output<typeof ConnectedFactory>;

const { abi } = depositFactory;
const anySalt = keccak256(toHex('any payout'));

/**
 * Reads a factory, and compares its code and that of its deposits with the compiler's output, byte by byte.
 * @throws ConnectionRefused if it is another contract, or if the chain derives contract addresses in another way than
 *   Ethereum
 */
export async function checkFactory(witnesses: Witnesses, factory: Address, at: NodeBlock): Promise<ConnectedFactory> {
  const code = await codeOf(witnesses, factory, at);
  const { treasury, secondTreasury, implementation } = deployedWith(depositFactory, code) ?? {};
  if (!treasury || !secondTreasury || !implementation)
    throw new ConnectionRefused(`the contract at ${factory} is not the DepositFactory of this release`);
  const depositCode = await codeOf(witnesses, implementation, at);
  if (depositCode !== deployedCode(deposit, { factory, treasury, secondTreasury }))
    throw new ConnectionRefused(`the contract at ${implementation} is not the Deposit of this release`);
  const asked = encodeFunctionData({ abi, functionName: 'addressOf', args: [anySalt] });
  const answer = await witnesses.call(factory, asked, at);
  // The answer is a word, because the code of the factory was compared.
  if (answer.slice(-40) !== depositAddress(factory, implementation, anySalt).slice(2).toLowerCase())
    throw new ConnectionRefused('the chain gives contracts other addresses than Ethereum does');
  return {
    factory,
    factoryCodeHash: keccak256(code),
    implementation: getAddress(implementation),
    implementationCodeHash: keccak256(depositCode),
    treasury: getAddress(treasury),
    secondTreasury: getAddress(secondTreasury),
  };
}

/**
 * Reads a factory that was connected before, and compares its code and that of its deposits with the earlier ones. The
 * treasuries are part of the code, so they are unchanged as well.
 * @param account from the connection's row
 * @throws ConnectionRefused if it is another contract
 */
export async function checkSameFactory(
  witnesses: Witnesses,
  account: object,
  at: NodeBlock,
): Promise<ConnectedFactory> {
  const connected = ConnectedFactory.parse(account);
  const { factory, factoryCodeHash, implementation, implementationCodeHash } = connected;
  for (const [address, hash] of [
    [factory, factoryCodeHash],
    [implementation, implementationCodeHash],
  ] as const) {
    if (keccak256(await codeOf(witnesses, address, at)) !== hash)
      throw new ConnectionRefused(`the contract at ${address} is not the one that was connected`);
  }
  return connected;
}

/** @throws ConnectionRefused if there is none */
async function codeOf(witnesses: Witnesses, contract: Address, at: NodeBlock): Promise<Hex> {
  const code = await witnesses.code(contract, at);
  if (code === '0x') throw new ConnectionRefused(`there is no contract at ${contract}`);
  return code;
}
