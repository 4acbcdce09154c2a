import { sandboxOutcomes } from '../../../shared/providers/sandbox/payouts/outcomes.ts';
import { listApprovals, vote } from './approval-commands.ts';
import { followAuditLog } from './audit-commands.ts';
import { batchCommands } from './batch-commands.ts';
import { cardCommands } from './card-commands.ts';
import { checkoutCommands } from './checkout/checkout-commands.ts';
import { type CallerCommand, tries } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import { type HeldKey, otherPublicKey } from './engine/key-pairs.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import { claimCommands } from './payout-links/claim-commands.ts';
import { linkCommands } from './payout-links/link-commands.ts';
import { peopleCommands } from './people-commands.ts';
import {
  createRecipient,
  endUsers,
  recipientCommands,
  recipientRequest,
  register,
  retire,
} from './recipient-commands.ts';
import { replay } from './replay-commands.ts';

/** What callers do. To add a command, add a line. */
export const callerCommands: readonly CallerCommand[] = [
  { name: 'fund', weight: 4, act: fund },
  { name: 'quote', weight: 2, act: quote },
  { name: 'quote and accept', weight: 12, act: quoteAndAccept },
  { name: 'accept', weight: 5, act: accept },
  { name: 'accept with a twin', weight: 4, act: acceptWithTwin },
  { name: 'create a payout', weight: 10, act: createPayout },
  { name: 'create a payout with a twin', weight: 3, act: createPayoutWithTwin },
  { name: 'pay a recipient while it is retired', weight: 5, act: payWhileRetired },
  { name: 'vote on an approval', weight: 9, act: vote },
  { name: 'have the key rotated', weight: 2, act: haveKeyRotated },
  { name: 'list approvals', weight: 2, act: listApprovals },
  { name: 'replay deliveries', weight: 4, act: replay },
  { name: 'send again with the same key', weight: 5, act: sendAgain },
  { name: 'reuse a key', weight: 1, act: reuseKey },
  { name: 'read the feed', weight: 8, act: readFeed },
  { name: 'follow the audit log', weight: 6, act: followAuditLog },
  { name: 'read a payout', weight: 3, act: readOrder },
  { name: 'list payouts', weight: 2, act: (caller) => caller.perform('listOrders', {}) },
  { name: 'look for a reference', weight: 2, act: lookForReference },
  { name: 'read the ledger', weight: 4, act: readLedger },
  { name: 'read the balance', weight: 3, act: (caller) => caller.perform('getBalance', {}) },
  ...recipientCommands,
  ...batchCommands,
  ...peopleCommands,
  ...cardCommands,
  ...checkoutCommands,
  ...linkCommands,
  ...claimCommands,
];

/** How every organization begins: with money, somebody to pay and somebody whose bank sends the money back. */
export async function begin(caller: Caller): Promise<void> {
  await caller.perform('fundSandbox', { body: { amount: '150.00' }, key: caller.newKey() }, 3);
  const [completed, , returned] = sandboxOutcomes;
  for (const outcome of [completed, returned]) {
    await register(caller, recipientRequest(caller, outcome?.digits ?? '', 9), 3);
  }
}

/** Small amounts meet small balances: it happens that one does not cover the other. */
const amounts = ['3.00', '10.00', '25.50', '60.00'];

function fund(caller: Caller, dice: Dice) {
  const key = dice.chance(0.6) ? caller.newKey() : undefined;
  const body = { amount: dice.pick(['5.00', '20.00', '60.00']) };
  return caller.perform('fundSandbox', { body, key }, tries(dice));
}

async function quote(caller: Caller, dice: Dice): Promise<string | undefined> {
  const body = await wanted(caller, dice);
  return body && quoteBody(caller, dice, body);
}

async function quoteBody(caller: Caller, dice: Dice, body: object): Promise<string | undefined> {
  const key = dice.chance(0.5) ? caller.newKey() : undefined;
  const answer = await caller.perform('createQuote', { body, key }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { snapshotId } = bodyOf(answer);
  caller.organization.snapshots.push(snapshotId);
  return snapshotId;
}

/** An amount to somebody. */
async function wanted(caller: Caller, dice: Dice) {
  if (caller.organization.recipients.length === 0) await createRecipient(caller, dice);
  const recipient = dice.pick(caller.organization.recipients);
  return recipient && { amount: dice.pick(amounts), destinationAccountId: recipient.destinationAccountId };
}

async function quoteAndAccept(caller: Caller, dice: Dice) {
  const snapshotId = await quote(caller, dice);
  if (snapshotId) await acceptSnapshot(caller, dice, snapshotId);
}

/** Any quote of the organization, somebody else's and a used one included. */
async function accept(caller: Caller, dice: Dice) {
  const snapshotId = dice.pick(caller.organization.snapshots);
  if (snapshotId) await acceptSnapshot(caller, dice, snapshotId);
}

async function acceptWithTwin(caller: Caller, dice: Dice) {
  const snapshotId = await quote(caller, dice);
  if (!snapshotId) return;
  await payTwice(caller, dice, 'acceptQuote', acceptBody(caller, dice, snapshotId));
}

function acceptSnapshot(caller: Caller, dice: Dice, snapshotId: string) {
  return payOnce(caller, dice, 'acceptQuote', acceptBody(caller, dice, snapshotId), dice.chance(0.1));
}

function acceptBody(caller: Caller, dice: Dice, snapshotId: string) {
  const endUser = dice.chance(0.3) && { endUser: { id: dice.pick(endUsers) } };
  return { snapshotId, reference: newReference(caller), ...endUser };
}

async function createPayout(caller: Caller, dice: Dice) {
  const body = await payoutBody(caller, dice);
  if (body) await payOnce(caller, dice, 'createPayout', body, dice.chance(0.1));
}

async function createPayoutWithTwin(caller: Caller, dice: Dice) {
  const body = await payoutBody(caller, dice);
  if (body) await payTwice(caller, dice, 'createPayout', body);
}

/** What was quoted before is accepted, or a payout made, at the time at which the recipient is retired. */
async function payWhileRetired(caller: Caller, dice: Dice) {
  const recipient = dice.pick(caller.organization.recipients);
  if (!recipient) return;
  const body = { amount: dice.pick(amounts), destinationAccountId: recipient.destinationAccountId };
  const snapshotId = dice.chance(0.7) ? await quoteBody(caller, dice, body) : undefined;
  const pay = () =>
    snapshotId
      ? acceptSnapshot(caller, dice, snapshotId)
      : payOnce(caller, dice, 'createPayout', { ...body, reference: newReference(caller) }, false);
  await Promise.all([retire(caller, dice, recipient), pay()]);
}

/**
 * Somebody rotates the caller's key, which lives on for weeks. The caller goes on with the successor, and sometimes
 * who rotated it would vote on what that asks for.
 */
async function haveKeyRotated(caller: Caller, dice: Dice) {
  const as = dice.pick(caller.organization.people);
  const successor = await rotate(caller, caller.key, as, dice);
  if (!successor) return;
  caller.use(successor);
  if (dice.chance(0.5)) return;
  await createPayout(caller, dice);
  const approvalId = caller.organization.approvalIds.at(-1);
  if (approvalId) await caller.perform('approveApproval', { as, path: { approvalId }, key: caller.newKey() });
}

/** @param as who does it; the key itself where absent. @returns the successor */
export async function rotate(
  caller: Caller,
  key: HeldKey,
  as: string | undefined,
  dice: Dice,
): Promise<HeldKey | undefined> {
  const { pem, kept } = otherPublicKey(key);
  const body = { publicKey: pem, deadline: caller.inDays(29) };
  const wanted = { as, path: { id: key.id }, body, key: caller.newKey() };
  const answer = await caller.perform('rotateApiKey', wanted, tries(dice));
  return succeeded(answer) ? { id: bodyOf(answer).key.id, publicKey: kept } : undefined;
}

/** Expects too much in half of the bodies that expect something: a tenth covers the fee, nothing does not. */
async function payoutBody(caller: Caller, dice: Dice) {
  const body = await wanted(caller, dice);
  if (!body) return undefined;
  const expectDestination = { amount: body.amount, tolerance: dice.pick(['0', '0.1']) };
  return {
    ...body,
    reference: newReference(caller),
    ...(dice.chance(0.3) && { endUserId: dice.pick(endUsers) }),
    ...(dice.chance(0.4) && { expectDestination }),
  };
}

export function newReference({ name, operations, organization }: Caller): string {
  const reference = `réf-${name}-${operations.length}`;
  organization.references.push(reference);
  return reference;
}

type Pays = 'acceptQuote' | 'createPayout';

async function payTwice(caller: Caller, dice: Dice, operation: Pays, body: unknown) {
  const allowDuplicate = dice.chance(0.3);
  await Promise.all([false, allowDuplicate].map((allowed) => payOnce(caller, dice, operation, body, allowed)));
}

async function payOnce(caller: Caller, dice: Dice, operation: Pays, body: unknown, allowDuplicate: boolean) {
  const answer = await caller.perform(operation, { body, key: caller.newKey(), allowDuplicate }, tries(dice));
  if (!succeeded(answer)) return;
  const { payoutId, approvalId } = bodyOf(answer);
  const { payoutIds, approvalIds } = caller.organization;
  if (payoutId) payoutIds.push(payoutId);
  else approvalIds.push(approvalId);
}

/** Whatever became of it: a key may be sent again at any time. */
async function sendAgain(caller: Caller, dice: Dice) {
  const operation = dice.pick(caller.operations.filter(({ key }) => key !== undefined));
  if (operation) await caller.send(operation, tries(dice));
}

/** A key of another request: a programmer's mistake that must not move money. */
async function reuseKey(caller: Caller, dice: Dice) {
  const key = dice.pick(caller.operations.flatMap((operation) => operation.key ?? []));
  if (key) await caller.perform('fundSandbox', { body: { amount: '7.77' }, key });
}

/** Page after page, as somebody does who follows it. */
async function readFeed(caller: Caller, dice: Dice) {
  if (dice.chance(0.3)) caller.since = '0';
  for (let pages = 1 + dice.below(3); pages > 0; pages -= 1) {
    const query = { since: caller.since, limit: dice.pick(['2', '5', '100']) ?? '' };
    const answer = await caller.perform('listEvents', { query });
    if (succeeded(answer)) caller.since = bodyOf(answer).nextSince;
  }
}

async function readOrder(caller: Caller, dice: Dice) {
  const payoutId = dice.pick(caller.organization.payoutIds);
  if (!payoutId) return;
  await caller.perform('getOrder', { path: { payoutId } });
  if (dice.chance(0.3)) await caller.perform('listEvents', { query: { payoutId } });
}

async function lookForReference(caller: Caller, dice: Dice) {
  const reference = dice.pick(caller.organization.references);
  if (reference) await caller.perform('listOrders', { query: { reference: reference.normalize('NFD') } });
}

function readLedger(caller: Caller, dice: Dice) {
  const orderId = dice.chance(0.2) ? dice.pick(caller.organization.payoutIds) : undefined;
  const limit = dice.pick(['2', '100']) ?? '';
  return caller.perform('listBalanceTransactions', { query: { limit, ...(orderId && { orderId }) } });
}
