import { type CallerCommand, tries } from '../command.ts';
import type { Caller } from '../engine/caller.ts';
import type { Dice } from '../engine/dice.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import { owners } from '../engine/people.ts';
import type { Organization } from '../engine/scene.ts';

/** What honest people do about the accounts that buyers pay into. */
export const accountCommands: readonly CallerCommand[] = [
  { name: 'register an account', weight: 2, act: (caller, dice) => registerAccount(caller, dice) },
  { name: 'remove an account', weight: 1, act: removeAccount },
  { name: 'list accounts', weight: 1, act: listAccounts },
];

type Account = Organization['accounts'][number];

/** Few, so that they clash. */
const ibans = ['DE89370400440532013000', 'GB82WEST12345698765432', 'FR1420041010050500013M02606', 'NL91ABNA0417164300'];

/** What a request names. Links are in dollars: an account in euros fits none. */
function bankAccount(dice: Dice, holderName: string) {
  const currency = dice.chance(0.1) ? 'EUR' : 'USD';
  return { kind: 'bank', currency, details: { holderName, iban: dice.pick(ibans) } };
}

/** Both organizations may register the same. */
function cryptoAccount(dice: Dice) {
  const address = dice.pick([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  ]);
  return {
    kind: 'crypto',
    currency: 'USD',
    details: { token: 'USDC', chain: dice.pick(['base', 'polygon']), address },
  };
}

type Kind = Account['kind'];

export function accountOf(dice: Dice, kind: Kind, holderName: string) {
  return kind === 'bank' ? bankAccount(dice, holderName) : cryptoAccount(dice);
}

/** Where it waits for approvers, these are often asked at once. @returns the account, if it was taken up */
export async function registerAccount(
  caller: Caller,
  dice: Dice,
  { kind = dice.chance(0.5) ? 'bank' : 'crypto', as = dice.pick(owners) }: { kind?: Kind; as?: string } = {},
): Promise<Account | undefined> {
  const { accounts, approvalIds } = caller.organization;
  const wanted = { as, body: accountOf(dice, kind, 'The shop'), key: caller.newKey() };
  const answer = await caller.perform('registerCollectionAccount', wanted, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { accountId, approvalId } = bodyOf(answer);
  const account = { accountId, kind };
  accounts.push(account);
  if (!approvalId) return account;
  approvalIds.push(approvalId);
  if (dice.chance(0.7)) await voteAtOnce(caller, dice, approvalId);
  return account;
}

/** Mostly in favor. */
async function voteAtOnce(caller: Caller, dice: Dice, approvalId: string) {
  const decision = dice.chance(0.85) ? 'approveApproval' : 'rejectApproval';
  await Promise.all(
    caller.organization.people.map((as) =>
      caller.perform(decision, { as, path: { approvalId }, key: caller.newKey() }, tries(dice)),
    ),
  );
}

async function removeAccount(caller: Caller, dice: Dice) {
  const account = dice.pick(caller.organization.accounts);
  if (account) await remove(caller, dice, account);
}

export function remove(caller: Caller, dice: Dice, { accountId }: Account, as: string | undefined = dice.pick(owners)) {
  return caller.perform('removeCollectionAccount', { as, path: { accountId }, key: caller.newKey() }, tries(dice));
}

function listAccounts(caller: Caller, dice: Dice) {
  const as = dice.chance(0.5) ? dice.pick(caller.organization.people) : undefined;
  return caller.perform('listCollectionAccounts', { as, query: { limit: dice.pick(['1', '50']) ?? '' } });
}
