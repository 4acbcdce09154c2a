import { batchBody } from './batch-commands.ts';
import { accountOf, remove } from './checkout/account-commands.ts';
import { tries } from './command.ts';
import { rotate } from './commands.ts';
import type { Dice } from './engine/dice.ts';
import { otherPublicKey } from './engine/key-pairs.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import { people } from './engine/people.ts';
import type { Thief } from './engine/thief.ts';
import type { World } from './engine/world.ts';
import { askForLink, forgeAddress, renewAnyLink } from './payout-links/theft-commands.ts';
import { invite, linksQuery, removalQuery } from './people-commands.ts';

export interface ThiefCommand {
  readonly name: string;
  readonly weight: number;
  readonly act: (thief: Thief, dice: Dice, world: World) => Promise<unknown>;
}

/** What an admin may try who wants the money. */
export const thiefCommands: readonly ThiefCommand[] = [
  { name: 'invite an identity', weight: 4, act: inviteAnIdentity },
  { name: 'issue a key', weight: 3, act: (thief, dice) => issueKey(thief, dice) },
  { name: 'rotate any key', weight: 4, act: rotateAnyKey },
  { name: 'ask for a payout', weight: 8, act: (thief, dice) => askForPayout(thief, dice) },
  { name: 'ask in the name of an identity', weight: 5, act: askInTheNameOfAnIdentity },
  { name: 'ask for a batch', weight: 4, act: askForBatch },
  { name: 'vote with every identity', weight: 6, act: voteWithEveryIdentity },
  { name: 'vote on what others ask', weight: 2, act: voteOnOthers },
  { name: 'loosen the policy', weight: 2, act: loosenPolicy },
  { name: 'change any role', weight: 2, act: changeAnyRole },
  { name: 'remove any member', weight: 1, act: removeAnyMember },
  { name: 'revoke a key', weight: 1, act: revokeAnyKey },
  { name: 'have buyers pay elsewhere', weight: 3, act: havePaidElsewhere },
  { name: 'remove any account', weight: 1, act: removeAnyAccount },
  { name: 'ask for a payout link', weight: 5, act: askForLink },
  { name: 'renew any payout link', weight: 2, act: renewAnyLink },
  { name: 'forge the address of a payout link', weight: 4, act: forgeAddress },
  { name: 'retire any recipient', weight: 2, act: retireAnyRecipient },
];

async function inviteAnIdentity(thief: Thief, dice: Dice) {
  const userId = `${thief.identities[0]}${thief.identities.length}`;
  const role = dice.pick(['admin', 'admin', 'operator', 'owner']) ?? '';
  if (await invite(thief.caller, { as: dice.pick(thief.identities), userId, role }, dice))
    thief.identities.push(userId);
}

async function issueKey({ caller, identities, keys }: Thief, dice: Dice, as = dice.pick(identities)) {
  const { pem, kept } = otherPublicKey(caller.key);
  const body = { name: 'till', publicKey: pem, scopes: ['read', 'write'] };
  const wanted = { as, body, key: caller.newKey() };
  const answer = await caller.perform('issueApiKey', wanted, tries(dice));
  if (succeeded(answer)) keys.push({ id: bodyOf(answer).id, publicKey: kept });
}

/** Somebody else's most of all: its owner would answer for what it asks. */
async function rotateAnyKey({ caller, identities, keys }: Thief, dice: Dice, { callers }: World) {
  const others = callers.filter(({ organization }) => organization === caller.organization).map(({ key }) => key);
  const key = dice.pick(dice.chance(0.7) ? others : keys);
  if (!key) return;
  const isOwn = keys.includes(key) && dice.chance(0.5);
  if (isOwn) caller.use(key);
  const successor = await rotate(caller, key, isOwn ? undefined : dice.pick(identities), dice);
  if (successor) keys.push(successor);
}

/** By the key of somebody whom they have invited, who would not vote on it: others of them might. */
async function askInTheNameOfAnIdentity(thief: Thief, dice: Dice) {
  const { identities, keys } = thief;
  if (identities.length === 1) await inviteAnIdentity(thief, dice);
  await issueKey(thief, dice, identities.at(-1));
  await askForPayout(thief, dice, keys.at(-1));
}

async function askForPayout(thief: Thief, dice: Dice, key = dice.pick(thief.keys)) {
  const { caller, approvalIds } = thief;
  const { recipients, payoutIds } = caller.organization;
  const recipient = dice.pick(recipients);
  if (!recipient || !key) return;
  caller.use(key);
  const body = {
    amount: dice.pick(['5.00', '9.00', '21.00']),
    destinationAccountId: recipient.destinationAccountId,
    reference: `loot-${caller.operations.length}`,
  };
  const answer = await caller.perform('createPayout', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return;
  const { payoutId, approvalId } = bodyOf(answer);
  if (payoutId) payoutIds.push(payoutId);
  else approvalIds.push(approvalId);
  if (approvalId && dice.chance(0.6)) await voteWithEveryIdentity(thief, dice);
}

/** By one key, and confirmed by another of theirs or by somebody whom they are: neither may vote. */
async function askForBatch(thief: Thief, dice: Dice) {
  const { caller, approvalIds, identities, keys } = thief;
  const body = { ...batchBody(caller, dice), autoCommit: false };
  caller.use(dice.pick(keys) ?? caller.key);
  const answer = await caller.perform('createPayoutBatch', { body, key: caller.newKey() }, tries(dice));
  if (!succeeded(answer)) return;
  const path = { batchId: bodyOf(answer).batchId };
  for (let polls = 3; polls > 0; polls -= 1) await caller.perform('getPayoutBatch', { path });
  caller.use(dice.pick(keys) ?? caller.key);
  const as = dice.chance(0.5) ? dice.pick(identities) : undefined;
  const confirmed = await caller.perform('confirmPayoutBatch', { as, path, key: caller.newKey() }, tries(dice));
  if (!succeeded(confirmed) || !bodyOf(confirmed).approvalId) return;
  approvalIds.push(bodyOf(confirmed).approvalId);
  await voteWithEveryIdentity(thief, dice);
}

async function voteWithEveryIdentity({ caller, identities, approvalIds }: Thief, dice: Dice) {
  const approvalId = dice.pick(approvalIds.slice(-3));
  if (!approvalId) return;
  for (const as of identities)
    await caller.perform('approveApproval', { as, path: { approvalId }, key: caller.newKey() });
}

async function voteOnOthers({ caller, identities }: Thief, dice: Dice) {
  const approvalId = dice.pick(caller.organization.approvalIds.slice(-3));
  if (!approvalId) return;
  const as = dice.pick(identities);
  const decision = dice.chance(0.7) ? 'approveApproval' : 'rejectApproval';
  await caller.perform(decision, { as, path: { approvalId }, key: caller.newKey() }, tries(dice));
}

async function loosenPolicy({ caller, identities, approvalIds }: Thief, dice: Dice) {
  const rules = { threshold: '900.00', quorum: 1, approvers: identities };
  const wanted = { as: dice.pick(identities), body: { approvals: dice.pick([rules, null]) }, key: caller.newKey() };
  const answer = await caller.perform('changePolicy', wanted, tries(dice));
  if (succeeded(answer) && bodyOf(answer).approvalId) approvalIds.push(bodyOf(answer).approvalId);
}

function changeAnyRole({ caller, identities }: Thief, dice: Dice) {
  const userId = dice.pick([...identities, ...people]) ?? '';
  const role = dice.pick(['owner', 'admin', 'operator', 'viewer']);
  const wanted = { as: dice.pick(identities), path: { userId }, body: { role }, key: caller.newKey() };
  return caller.perform('changeMember', wanted, tries(dice));
}

function removeAnyMember({ caller, identities }: Thief, dice: Dice) {
  const userId = dice.pick([...identities, ...people]) ?? '';
  const wanted = { as: dice.pick(identities), path: { userId }, query: removalQuery(dice), key: caller.newKey() };
  return caller.perform('removeMember', wanted, tries(dice));
}

function revokeAnyKey({ caller, identities, keys }: Thief, dice: Dice) {
  const id = dice.pick(keys)?.id ?? '';
  const wanted = { as: dice.pick(identities), path: { id }, query: linksQuery(dice), key: caller.newKey() };
  return caller.perform('revokeApiKey', wanted, tries(dice));
}

/** Into an account of their own, of which links may then be made. */
async function havePaidElsewhere(thief: Thief, dice: Dice) {
  const { caller, approvalIds, identities } = thief;
  const kind = dice.chance(0.5) ? 'bank' : 'crypto';
  const wanted = { as: dice.pick(identities), body: accountOf(dice, kind, 'Mal'), key: caller.newKey() };
  const answer = await caller.perform('registerCollectionAccount', wanted, tries(dice));
  if (!succeeded(answer)) return;
  const { accountId, approvalId } = bodyOf(answer);
  caller.organization.accounts.push({ accountId, kind });
  if (!approvalId) return;
  approvalIds.push(approvalId);
  await voteWithEveryIdentity(thief, dice);
}

async function removeAnyAccount({ caller, identities }: Thief, dice: Dice) {
  const account = dice.pick(caller.organization.accounts);
  if (account) await remove(caller, dice, account, dice.pick(identities));
}

/** Another organization's, at its own path or at the thief's; or one that only a key may retire, by somebody who has signed in. */
export async function retireAnyRecipient({ caller, identities }: Thief, dice: Dice, { organizations }: World) {
  const owner = dice.pick(organizations) ?? caller.organization;
  const { recipientId } = dice.pick(owner.recipients) ?? {};
  if (!recipientId) return;
  const { organizationId: orgId } = dice.chance(0.5) ? owner : caller.organization;
  const isSignedIn = owner === caller.organization || dice.chance(0.3);
  const as = isSignedIn ? dice.pick(identities) : undefined;
  await caller.perform('retireRecipient', { as, path: { orgId, recipientId }, key: caller.newKey() }, tries(dice));
}
