import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
  keccak256,
  parseEventLogs,
  toEventSelector,
} from 'viem';
import { payoutVault } from '../../../../../contracts/payout-vault.ts';
import type { VaultPayment } from '../../../records/vault-payment.ts';
import type { EvmNode, NodeBlock } from '../../node.ts';
import type { Call } from '../../sending/sender.ts';
import { NodesDisagree, type Witnesses } from '../../witnesses.ts';
import { vaultKey } from './vault-state.ts';

const { abi } = payoutVault;

/** A payment to somebody who has tokens takes 80,000, and one to a new holder 17,000 more. What is not used is not paid for. */
const gasOfPayment = 160_000n;

export function purposeOf(payment: VaultPayment): string {
  return `vault/${payment.vault}/${vaultKey(payment)}`.toLowerCase();
}

/** @param validUntil seconds */
export function payCall(payment: VaultPayment, validUntil: number): Call {
  const data = payData(payment, vaultKey(payment), validUntil);
  return { purposes: [purposeOf(payment)], to: payment.vault as Address, data, gas: gasOfPayment };
}

function payData({ contract, to, amount }: VaultPayment, key: Hex, validUntil: number): Hex {
  const args = [key, contract as Address, to as Address, BigInt(amount), BigInt(validUntil)] as const;
  return encodeFunctionData({ abi, functionName: 'pay', args });
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

/** What a vault would do with a payment that is signed now. */
export type Outlook = 'paid' | 'payeeRefused' | 'refused';

/**
 * Asks every node what the vault would do with a payment at one final block. If it would refuse the payment, the nodes are asked about the same amount for
 * another address: the payee is the reason only if that would be paid.
 * @throws NodesDisagree, NodeFailed
 */
export async function outlookOf(
  { nodes, account }: { readonly nodes: readonly EvmNode[]; readonly account: Address },
  payment: VaultPayment,
  { validUntil, at }: { readonly validUntil: number; readonly at: NodeBlock },
): Promise<Outlook> {
  const isRefused = async (to: string, key: Hex): Promise<boolean> => {
    const call = payData({ ...payment, to }, key, validUntil);
    const answers = await Promise.all(
      nodes.map((node) => node.reverts(account, payment.vault as Address, call, at.hash)),
    );
    if (new Set(answers).size > 1) throw new NodesDisagree(`nodes disagree on whether ${payment.vault} pays`);
    return answers[0] ?? true;
  };
  const key = vaultKey(payment);
  if (!(await isRefused(payment.to, key))) return 'paid';
  return (await isRefused(anybody, keccak256(key))) ? 'refused' : 'payeeRefused';
}
