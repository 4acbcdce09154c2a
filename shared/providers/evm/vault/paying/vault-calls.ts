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
import type { TransactionCall } from '../../sending/sender.ts';
import { NodesDisagree, type Witnesses } from '../../witnesses.ts';
import { vaultKey } from './vault-state.ts';

const { abi } = payoutVault;

/** A payment to somebody who has tokens takes 80,000, and one to a new holder 17,000 more. What is not used is not paid for. */
const gasOfPayment = 160_000n;

export function purposeOf(payment: VaultPayment): string {
  return `vault/${payment.vault}/${vaultKey(payment)}`.toLowerCase();
}

/** @param validUntil seconds */
export function payCall(payment: VaultPayment, validUntil: number): TransactionCall {
  const data = payData(payment, vaultKey(payment), validUntil);
  return { purposes: [purposeOf(payment)], to: payment.vault as Address, data, gas: gasOfPayment };
}

function payData({ contract, to, amount }: VaultPayment, key: Hex, validUntil: number): Hex {
  const args = [key, contract as Address, to as Address, BigInt(amount), BigInt(validUntil)] as const;
  return encodeFunctionData({ abi, functionName: 'pay', args });
}

const paidTopic = toEventSelector('Paid(bytes32,address,address,uint256)');

/**
 * The transactions in which a vault made payments whose keys it shows as paid. However many there are, the logs are asked for once.
 * @returns hashes by payout. A payment is missing if the vault paid something else than it was asked for, or if no node shows the log
 */
export async function findPaid(
  witnesses: Witnesses,
  payments: readonly VaultPayment[],
  toBlock: number,
): Promise<ReadonlyMap<string, Hex>> {
  const [first] = payments;
  if (!first) return new Map();
  const address = first.vault.toLowerCase() as Hex;
  // What was never signed is in no block before the last one.
  const fromBlock = Math.min(...payments.map(({ sinceBlock = toBlock }) => sinceBlock));
  const filter = { address, topics: [paidTopic, payments.map(vaultKey)], fromBlock, toBlock };
  const events = (await witnesses.transactions(filter)).flatMap(({ status, logs, transactionHash: hash }) => {
    const ofVault = status ? logs.filter((log) => log.address === address) : [];
    return parseEventLogs({ abi, eventName: 'Paid', logs: ofVault as never }).map(({ args }) => ({ args, hash }));
  });
  return new Map(
    payments.flatMap((payment): [string, Hex][] => {
      const event = events.find(({ args }) => isPaymentOf(payment, args));
      return event ? [[payment.payoutId, event.hash]] : [];
    }),
  );
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
