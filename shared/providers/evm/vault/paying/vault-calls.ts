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

/**
 * A payment to an existing holder takes 80,000 gas, and one to a new holder 17,000 more. Unused gas is not paid for.
 */
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

/** A payment in an event of a vault. */
export interface PaidEvent extends PaidArgs {
  /** The transaction. */
  readonly hash: Hex;
}

/**
 * Every payment that a vault has made in a range of final blocks.
 * @param keys restricts the result to these payments
 */
export async function paidEvents(
  witnesses: Witnesses,
  range: { readonly vault: string; readonly fromBlock: number; readonly toBlock: number },
  keys?: readonly Hex[],
): Promise<PaidEvent[]> {
  const { vault, fromBlock, toBlock } = range;
  const address = vault.toLowerCase() as Hex;
  const filter = { address, topics: keys ? [paidTopic, keys] : [paidTopic], fromBlock, toBlock };
  return (await witnesses.transactions(filter)).flatMap(({ status, logs, transactionHash: hash }) => {
    const ofVault = status ? logs.filter((log) => log.address === address) : [];
    return parseEventLogs({ abi, eventName: 'Paid', logs: ofVault as never }).map(({ args }) => ({ ...args, hash }));
  });
}

/**
 * The transactions in which a vault made payments whose keys it shows as paid. The logs are read once, however many
 * payments there are.
 * @param seen events that were already read
 * @returns hashes by payout. A payment is missing if the vault paid something other than the request, or if no node
 *   shows the log
 */
export async function findPaid(
  witnesses: Witnesses,
  payments: readonly VaultPayment[],
  { seen, toBlock }: { readonly seen: readonly PaidEvent[]; readonly toBlock: number },
): Promise<ReadonlyMap<string, Hex>> {
  const known = hashesAmong(payments, seen);
  const sought = payments.filter(({ payoutId }) => !known.has(payoutId));
  const [first] = sought;
  if (!first) return known;
  // A payment that was never signed can be only in the last block.
  const fromBlock = Math.min(...sought.map(({ sinceBlock = toBlock }) => sinceBlock));
  const events = await paidEvents(witnesses, { vault: first.vault, fromBlock, toBlock }, sought.map(vaultKey));
  return new Map([...known, ...hashesAmong(sought, events)]);
}

function hashesAmong(payments: readonly VaultPayment[], events: readonly PaidEvent[]): Map<string, Hex> {
  const ofKeys = Map.groupBy(events, ({ key }) => key);
  return new Map(
    payments.flatMap((payment): [string, Hex][] => {
      const event = ofKeys.get(vaultKey(payment))?.find((one) => isPaymentOf(payment, one));
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

/** Nobody has the key of this address, and no issuer blocks it. */
const anybody: Address = `0x${'5'.repeat(40)}`;

/** What a vault would do with a payment if it were signed now. */
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
