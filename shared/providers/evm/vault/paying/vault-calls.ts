import {
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  toEventSelector,
} from 'viem';
import { payoutVault } from '../../../../../contracts/payout-vault.ts';
import type { VaultPayment } from '../../../records/vault-payment.ts';
import { type EvmNode, type NodeBlock, NodeRefused } from '../../node.ts';
import type { Call } from '../../sending/sender.ts';
import type { Witnesses } from '../../witnesses.ts';
import { vaultKey } from './vault-state.ts';

const { abi } = payoutVault;

/** A payment to somebody who has tokens takes 80,000, and one to a new holder 17,000 more. What is not used is not paid for. */
const gasOfPayment = 160_000n;

export function purposeOf(payment: VaultPayment): string {
  return `vault/${payment.vault}/${vaultKey(payment)}`.toLowerCase();
}

/** @param validUntil seconds */
export function payCall(payment: VaultPayment, validUntil: number): Call {
  const { contract, to, amount, vault } = payment;
  const args = [vaultKey(payment), contract as Address, to as Address, BigInt(amount), BigInt(validUntil)] as const;
  const data = encodeFunctionData({ abi, functionName: 'pay', args });
  return { purposes: [purposeOf(payment)], to: vault as Address, data, gas: gasOfPayment };
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');

/**
 * The transaction in which a vault paid a key that it shows as paid.
 * @returns undefined where it paid something else than was asked for, or nobody can find it
 */
export async function findPaid(
  witnesses: Witnesses,
  payment: VaultPayment,
  fromBlock: number,
  toBlock: number,
): Promise<Hex | undefined> {
  const [vault, key] = [payment.vault.toLowerCase() as Hex, vaultKey(payment)];
  const filter = { address: vault, topics: [paidTopic, key], fromBlock, toBlock };
  const found = await witnesses.transactions(filter);
  return found.find(({ status, logs }) => {
    if (!status) return false;
    const ofVault = logs.filter(({ address }) => address === vault);
    return parseEventLogs({ abi, eventName: 'Paid', logs: ofVault as never }).some(({ args }) =>
      isPaymentOf(payment, args),
    );
  })?.transactionHash;
}

interface PaidArgs {
  readonly key: Hex;
  readonly token: Address;
  readonly to: Address;
  readonly amount: bigint;
}

function isPaymentOf(payment: VaultPayment, { key, token, to, amount }: PaidArgs): boolean {
  return (
    key === vaultKey(payment) &&
    isAddressEqual(token, payment.contract as Address) &&
    isAddressEqual(to, payment.to as Address) &&
    amount === BigInt(payment.amount)
  );
}

/** Nobody has its key, and no issuer blocks it. */
const anybody: Address = `0x${'5'.repeat(40)}`;

/**
 * Whether the token moves from the vault to anybody but this payee: its issuer blocks the payee. Every node has to say so at one final block.
 * @throws NodeFailed where one of them does not answer
 */
export async function isBlocked(
  nodes: readonly EvmNode[],
  { vault, contract, to, amount }: VaultPayment,
  at: NodeBlock,
): Promise<boolean> {
  const moves = async (node: EvmNode, payee: string) => {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [payee as Address, BigInt(amount)],
    });
    try {
      await node.callAs(vault as Hex, contract as Hex, data, at.hash);
      return true;
    } catch (error) {
      if (error instanceof NodeRefused) return false;
      throw error;
    }
  };
  const answers = await Promise.all(nodes.map(async (node) => [await moves(node, to), await moves(node, anybody)]));
  return answers.every(([toPayee, toOthers]) => !toPayee && toOthers);
}
