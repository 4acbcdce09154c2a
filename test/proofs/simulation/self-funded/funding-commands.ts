import { type CallerCommand, tries } from '../command.ts';
import { newReference } from '../commands.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import { owners, people } from '../engine/people.ts';
import { createRecipient, endUsers, retire } from '../recipient-commands.ts';

/** What organizations do that fund payouts from their own wallets. */
export const fundingCommands: readonly CallerCommand[] = [
  { name: 'create a payout to fund', weight: 24, act: createPayout },
  { name: 'create a payout to fund with a twin', weight: 2, act: createTwice },
  { name: 'quote and accept a payout to fund', weight: 5, act: quoteAndAccept },
  { name: 'send money', weight: 30, act: sendMoney },
  { name: 'send money to two payouts', weight: 6, act: sendToTwo },
  { name: 'send another token', weight: 5, act: sendOther },
  { name: 'confirm a transaction', weight: 6, act: confirmAny },
  { name: 'confirm while canceling', weight: 9, act: confirmWhileCanceling },
  { name: 'quote the funding', weight: 12, act: quoteFunding },
  { name: 'quote the funding twice at once', weight: 2, act: quoteTwice },
  { name: 'cancel a payout to fund', weight: 4, act: cancelAny },
  { name: 'fund a payout while its recipient is retired', weight: 2, act: fundWhileRetired },
  { name: 'accept a held deposit', weight: 6, act: acceptDeposit },
];

/** Small, so that some fit into caps and the limit of a day. */
const amounts = ['3.00', '10.00', '25.50', '60.00'];
const dollar = 1_000_000n;
/** What is sent now is final after that. Milliseconds. */
const untilFinalMs = 12_000;

async function wanted(caller: Caller, dice: Dice): Promise<object | undefined> {
  if (caller.organization.recipients.length === 0) await createRecipient(caller, dice);
  const recipient = dice.pick(caller.organization.recipients);
  const leg = dice.chance(0.3) && { amountLeg: 'destination' };
  const endUser = dice.chance(0.7) && { endUserId: dice.pick(endUsers) };
  const { destinationAccountId } = recipient ?? {};
  return recipient && { amount: dice.pick(amounts), destinationAccountId, funding: 'self', ...leg, ...endUser };
}

async function createPayout(caller: Caller, dice: Dice): Promise<void> {
  const body = await wanted(caller, dice);
  if (body) await create(caller, dice, 'createPayout', { ...body, reference: newReference(caller) });
}

async function createTwice(caller: Caller, dice: Dice): Promise<void> {
  const body = await wanted(caller, dice);
  const asked = body && { ...body, reference: newReference(caller) };
  if (asked) await Promise.all([0, 1].map(() => create(caller, dice, 'createPayout', asked)));
}

async function quoteAndAccept(caller: Caller, dice: Dice): Promise<void> {
  const { endUserId: _, ...body } = ((await wanted(caller, dice)) ?? {}) as { readonly endUserId?: string };
  const answer = await caller.perform('createQuote', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return;
  const { snapshotId } = bodyOf(answer);
  await create(caller, dice, 'acceptQuote', { snapshotId, reference: newReference(caller) });
}

async function create(caller: Caller, dice: Dice, operation: 'createPayout' | 'acceptQuote', body: object) {
  const answer = await caller.perform(operation, { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return;
  const { payoutId, approvalId } = bodyOf(answer);
  const { payoutIds, approvalIds } = caller.organization;
  if (payoutId) payoutIds.push(payoutId);
  else approvalIds.push(approvalId);
}

/** Mostly one that waits for its money, among them those that approvers have agreed to; otherwise any of the newest. */
async function somePayout(caller: Caller, dice: Dice): Promise<string | undefined> {
  if (dice.chance(0.4)) return dice.pick(caller.organization.payoutIds.slice(-5));
  const answer = await caller.perform('listOrders', { query: { limit: '10' } });
  const listed: readonly { readonly payoutId: string; readonly status: string }[] = succeeded(answer)
    ? bodyOf(answer).data
    : [];
  return dice.pick(listed.filter(({ status }) => status === 'pending'))?.payoutId;
}

/** What the instructions ask for, in minor units of the token; something, where nothing is asked for any more. */
async function askedFor(caller: Caller, dice: Dice, payoutId: string): Promise<bigint> {
  const answer = await caller.perform('getPayoutFunding', { path: { payoutId } }, tries(dice));
  return succeeded(answer) ? BigInt(bodyOf(answer).amount.replace('.', '')) : 10n * dollar;
}

/** Exactly what was asked for, in parts, too little, too much, and next to nothing. */
function partsOf(dice: Dice, amount: bigint): readonly bigint[] {
  const parts = [
    [amount],
    [amount],
    [amount],
    [amount],
    [amount],
    [amount],
    [amount / 2n, amount - amount / 2n],
    [amount / 2n],
  ];
  const wrong = [[amount + 1_234_567n], [amount - 1n], [9_999n], [amount, amount]];
  return (dice.pick([...parts, ...wrong]) ?? []).filter((part) => part > 0n);
}

function send(caller: Caller, dice: Dice, payoutId: string, amount: bigint): string {
  const hash = caller.deposits.send([{ payoutId, amount }], { isListed: dice.chance(0.08) });
  caller.organization.selfFunded.push({ payoutId, hash });
  return hash;
}

async function sendMoney(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  if (!payoutId) return;
  const amount = await askedFor(caller, dice, payoutId);
  for (const part of partsOf(dice, amount)) {
    const hash = send(caller, dice, payoutId, part);
    if (dice.chance(0.3)) await caller.wait(untilFinalMs);
    if (dice.chance(0.5)) await confirm(caller, dice, payoutId, hash);
  }
}

/** A token that does not fund the payout. */
async function sendOther(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  if (!payoutId) return;
  const { contract } = caller.deposits.played.otherToken;
  const amount = (dollar * BigInt(dice.pick([2, 15, 50]) ?? 0)) / 2n;
  const hash = caller.deposits.send([{ payoutId, amount, contract }], { isListed: dice.chance(0.2) });
  if (dice.chance(0.3)) await confirm(caller, dice, payoutId, hash);
}

async function sendToTwo(caller: Caller, dice: Dice): Promise<void> {
  const ids = [await somePayout(caller, dice), await somePayout(caller, dice)].filter((id) => id !== undefined);
  const transfers: { readonly payoutId: string; readonly amount: bigint }[] = [];
  for (const payoutId of ids) transfers.push({ payoutId, amount: await askedFor(caller, dice, payoutId) });
  if (transfers.length === 0) return;
  const hash = caller.deposits.send(transfers);
  for (const { payoutId } of transfers) caller.organization.selfFunded.push({ payoutId, hash });
  await Promise.all(ids.map((payoutId) => confirm(caller, dice, payoutId, hash)));
}

function confirm(caller: Caller, dice: Dice, payoutId: string, transactionHash: string, named: object = {}) {
  const body = { transactionHash, ...named };
  const key = dice.chance(0.5) ? caller.newKey() : undefined;
  return caller.perform('confirmPayoutFunding', { path: { payoutId }, body, key }, tries(dice));
}

/** For its own payout or for another one. */
async function confirmAny(caller: Caller, dice: Dice): Promise<void> {
  const sent = dice.pick(caller.organization.selfFunded.slice(-4));
  if (!sent) return;
  const other = dice.chance(0.25) ? await somePayout(caller, dice) : undefined;
  await confirm(caller, dice, other ?? sent.payoutId, sent.hash);
}

/** One person has just sent the money, and another one gives the payout up. */
async function confirmWhileCanceling(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  if (!payoutId) return;
  const amount = await askedFor(caller, dice, payoutId);
  const hash = send(caller, dice, payoutId, amount);
  if (dice.chance(0.4)) await caller.wait(untilFinalMs);
  await Promise.all([confirm(caller, dice, payoutId, hash), cancel(caller, dice, payoutId)]);
}

function cancel(caller: Caller, dice: Dice, payoutId: string) {
  const key = dice.chance(0.5) ? caller.newKey() : undefined;
  return caller.perform('cancelPayout', { path: { payoutId }, key }, tries(dice));
}

async function cancelAny(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  if (payoutId) await cancel(caller, dice, payoutId);
}

function quote(caller: Caller, dice: Dice, payoutId: string) {
  const wanted = { as: dice.pick(people), path: { payoutId }, key: caller.newKey() };
  return caller.perform('quotePayoutFunding', wanted, tries(dice));
}

/** What is sent then is what the quote asks for, mostly in time. */
async function quoteFunding(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  const answer = payoutId ? await quote(caller, dice, payoutId) : undefined;
  if (!payoutId || !succeeded(answer) || dice.chance(0.2)) return;
  const { fundingQuoteId, amount } = bodyOf(answer);
  if (dice.chance(0.15)) await caller.wait(11 * 60_000);
  const hash = send(caller, dice, payoutId, BigInt(amount.replace('.', '')));
  if (dice.chance(0.6)) await confirm(caller, dice, payoutId, hash, dice.chance(0.5) ? { fundingQuoteId } : {});
}

/** While the money of an earlier price is on its way. */
async function quoteTwice(caller: Caller, dice: Dice): Promise<void> {
  const payoutId = await somePayout(caller, dice);
  if (!payoutId) return;
  if (dice.chance(0.5)) send(caller, dice, payoutId, await askedFor(caller, dice, payoutId));
  await Promise.all([quote(caller, dice, payoutId), quote(caller, dice, payoutId)]);
}

async function fundWhileRetired(caller: Caller, dice: Dice): Promise<void> {
  const recipient = dice.pick(caller.organization.recipients);
  const payoutId = await somePayout(caller, dice);
  if (!recipient || !payoutId) return;
  const hash = send(caller, dice, payoutId, await askedFor(caller, dice, payoutId));
  await Promise.all([retire(caller, dice, recipient), confirm(caller, dice, payoutId, hash)]);
}

async function acceptDeposit(caller: Caller, dice: Dice): Promise<void> {
  const answer = await caller.perform('listDeposits', { query: { limit: '20' } });
  const deposits: readonly { readonly depositId: string; readonly status: string }[] = succeeded(answer)
    ? bodyOf(answer).data
    : [];
  const deposit = dice.pick(deposits.filter(({ status }) => status === 'pending'));
  if (!deposit) return;
  const wanted = { as: dice.pick(owners), path: { depositId: deposit.depositId }, key: caller.newKey() };
  const times = dice.chance(0.3) ? 2 : 1;
  await Promise.all(
    Array.from({ length: times }, () =>
      caller.perform('acceptDeposit', { ...wanted, key: caller.newKey() }, tries(dice)),
    ),
  );
}
