import { inspect, isDeepStrictEqual } from 'node:util';
import { corridorById, sandboxCorridors } from '../../shared/corridors/catalog.ts';
import type { Corridor } from '../../shared/corridors/corridor.ts';
import { decideAndCommit } from '../../shared/journal/decide.ts';
import type { Organization as Stored } from '../../shared/organizations/organization.ts';
import { RecipientEntity } from '../../shared/recipients/recipient.ts';
import { sandboxOutcomes } from '../../shared/sandbox/outcomes.ts';
import { scenarioDetails } from '../../shared/sandbox/scenario-details.ts';
import { read } from '../../shared/table/expressions.ts';
import { replace } from '../../shared/table/writes.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import type { Organization } from './engine/scene.ts';
import type { World } from './engine/world.ts';

interface CallerCommand {
  readonly name: string;
  /** How often it is drawn, relative to the others. */
  readonly weight: number;
  readonly act: (caller: Caller, dice: Dice) => Promise<unknown>;
}

interface OperatorCommand {
  readonly name: string;
  readonly weight: number;
  readonly act: (world: World, director: Director, dice: Dice) => Promise<unknown> | unknown;
}

/** What callers do. To add a command, add a line. */
export const callerCommands: readonly CallerCommand[] = [
  { name: 'fund', weight: 4, act: fund },
  { name: 'create a recipient', weight: 3, act: createRecipient },
  { name: 'quote', weight: 2, act: quote },
  { name: 'quote and accept', weight: 12, act: quoteAndAccept },
  { name: 'accept', weight: 5, act: accept },
  { name: 'accept with a twin', weight: 4, act: acceptWithTwin },
  { name: 'create a payout', weight: 10, act: createPayout },
  { name: 'create a payout with a twin', weight: 3, act: createPayoutWithTwin },
  { name: 'send again with the same key', weight: 5, act: sendAgain },
  { name: 'reuse a key', weight: 1, act: reuseKey },
  { name: 'read the feed', weight: 8, act: readFeed },
  { name: 'read a payout', weight: 3, act: readOrder },
  { name: 'list payouts', weight: 2, act: (caller) => caller.perform('listOrders', {}) },
  { name: 'look for a reference', weight: 2, act: lookForReference },
  { name: 'read the ledger', weight: 4, act: readLedger },
  { name: 'read the balance', weight: 3, act: (caller) => caller.perform('getBalance', {}) },
];

/** What happens to the service meanwhile. */
export const operatorCommands: readonly OperatorCommand[] = [
  { name: 'time passes', weight: 8, act: passTime },
  { name: 'sweep', weight: 3, act: (_world, director) => director.sweep() },
  { name: 'suspend for a while', weight: 5, act: suspendForAWhile },
  { name: 'block a payee for a while', weight: 5, act: blockForAWhile },
  { name: 'halve the caps for a while', weight: 4, act: halveCapsForAWhile },
  {
    name: 'purge the queues',
    weight: 1,
    act: purgeQueues,
  },
  { name: 'stop or start the stream', weight: 2, act: stopOrStartStream },
  { name: 'restart', weight: 1, act: restart },
];

/** How every organization begins: with money, somebody to pay and somebody whose bank sends the money back. */
export async function begin(caller: Caller): Promise<void> {
  await caller.perform('fundSandbox', { body: { amount: '150.00' }, key: caller.newKey() }, 3);
  const [completed, , returned] = sandboxOutcomes;
  for (const outcome of [completed, returned]) {
    const body = recipientBody(outcome?.digits ?? '', 9);
    const answer = await caller.perform('createRecipient', { body, key: caller.newKey() }, 3);
    if (succeeded(answer)) remember(caller, bodyOf(answer));
  }
}

/** Small amounts meet small balances: it happens that one does not cover the other. */
const amounts = ['3.00', '10.00', '25.50', '60.00'];
/** Few, so that they reach their caps. */
const endUsers = ['user-1', 'user-2'];
const corridor = corridorById(sandboxCorridors, 'usd_us_account') as Corridor;

function fund(caller: Caller, dice: Dice) {
  const key = dice.chance(0.8) ? caller.newKey() : undefined;
  const body = { amount: dice.pick(['5.00', '20.00', '60.00']) };
  return caller.perform('fundSandbox', { body, key }, tries(dice));
}

async function createRecipient(caller: Caller, dice: Dice) {
  const outcome = dice.pick(dice.chance(0.6) ? sandboxOutcomes.slice(0, 3) : sandboxOutcomes);
  const body = {
    ...recipientBody(outcome?.digits ?? '', dice.below(4)),
    // Few of either, so that they clash.
    ...(dice.chance(0.5) && { externalId: `external-${dice.below(3)}` }),
    ...(dice.chance(0.5) && { endUserId: dice.pick(endUsers) }),
  };
  const answer = await caller.perform('createRecipient', { body, key: caller.newKey() }, tries(dice));
  if (succeeded(answer)) remember(caller, bodyOf(answer));
}

function recipientBody(digits: string, serial: number) {
  const recipientDetails = scenarioDetails(corridor, digits, serial);
  const method = { kind: 'fiat', currency: corridor.currency, recipientDetails };
  return { type: 'individual', name: 'Payee', country: corridor.country, method };
}

function remember({ organization }: Caller, { recipientId, methods }: ReturnType<typeof bodyOf>): void {
  organization.recipients.push({ recipientId, destinationAccountId: methods[0].destinationAccountId });
}

async function quote(caller: Caller, dice: Dice): Promise<string | undefined> {
  const body = await wanted(caller, dice);
  if (!body) return undefined;
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

function newReference({ name, operations, organization }: Caller): string {
  const reference = `ref-${name}-${operations.length}`;
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
  if (succeeded(answer)) caller.organization.payoutIds.push(bodyOf(answer).payoutId);
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
  if (reference) await caller.perform('listOrders', { query: { reference } });
}

function readLedger(caller: Caller, dice: Dice) {
  const orderId = dice.chance(0.2) ? dice.pick(caller.organization.payoutIds) : undefined;
  const limit = dice.pick(['2', '100']) ?? '';
  return caller.perform('listBalanceTransactions', { query: { limit, ...(orderId && { orderId }) } });
}

/** How often a caller tries before it gives up. */
function tries(dice: Dice): number {
  return 1 + dice.below(4);
}

const second = 1_000;
const minute = 60 * second;
const day = 24 * 60 * minute;

/** Past a look at the rail, a lock, a lease, a hidden message, a quote and a guard; rarely past a key's seven days. */
function passTime({ stage }: World, _director: Director, dice: Dice) {
  const longer = dice.chance(0.1) ? [day, 8 * day] : [2 * second, 13 * second, 31 * second, 2 * minute, 16 * minute];
  const ms = dice.pick(longer) ?? 0;
  stage.now += ms;
  stage.tell(`${ms / second} s pass`);
}

async function suspendForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  if (!organization) return;
  await changeOrganization(world, organization, { status: 'suspended' });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { status: 'active' });
}

async function blockForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const payee = dice.pick(organization?.recipients ?? []);
  if (!organization || !payee) return;
  await setPayeeStatus(world, organization, payee.recipientId, 'blocked');
  await waitForAWhile(world, dice);
  await setPayeeStatus(world, organization, payee.recipientId, 'active');
}

async function halveCapsForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const { limits } = organization?.caps ?? {};
  if (!organization || !limits) return;
  const halves = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit / 2n]));
  await changeOrganization(world, organization, { limits: halves });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { limits });
}

/** At most so long that a payout that was decided before can be committed. */
async function waitForAWhile({ stage }: World, dice: Dice) {
  for (let turn = dice.below(25); turn > 0; turn -= 1) await stage.park('operator: waits');
}

/** Ends every suspension: callers may look again. */
export async function resumeAll(world: World): Promise<void> {
  for (const organization of world.organizations) await changeOrganization(world, organization, { status: 'active' });
}

async function changeOrganization(
  { service, stage }: World,
  { organizationId, label }: Organization,
  change: Partial<Pick<Stored, 'status' | 'limits'>>,
) {
  await service.operate('operator', (runtime) =>
    decideAndCommit(runtime, {
      organizationId,
      reads: {},
      decide: ({ organization }, draft) => {
        const changed = { ...organization, ...change };
        if (isDeepStrictEqual(changed, organization)) return undefined;
        draft.changeOrganization(changed);
        stage.tell(`the operator gives ${label} ${inspect(change)}`);
        return { reply: { status: 200, body: undefined } };
      },
    }),
  );
}

async function setPayeeStatus(
  { service, stage }: World,
  { organizationId, label }: Organization,
  recipientId: string,
  status: 'active' | 'blocked',
) {
  await service.operate('operator', (runtime) =>
    decideAndCommit(runtime, {
      organizationId,
      reads: { recipient: read(RecipientEntity, { organizationId, recipientId }) },
      decide: ({ recipient }, draft) => {
        if (!recipient || recipient.status === status) return undefined;
        draft.write(replace(RecipientEntity, { ...recipient, status }));
        stage.tell(`the operator makes ${recipientId} of ${label} ${status}`);
        return { reply: { status: 200, body: undefined } };
      },
    }),
  );
}

function stopOrStartStream({ stream, stage }: World) {
  stream.isDown = !stream.isDown;
  stage.tell(`the stream's consumer is ${stream.isDown ? 'down' : 'up again'}`);
}

function purgeQueues({ queues, stage }: World) {
  stage.tell('the queues are purged');
  queues.purge();
}

function restart({ service, stage }: World) {
  stage.tell(`everything restarts; ${service.killAll()} that ran are gone`);
}
