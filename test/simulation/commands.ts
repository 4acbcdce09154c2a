import { corridorById, sandboxCorridors } from '../../shared/corridors/catalog.ts';
import type { Corridor } from '../../shared/corridors/corridor.ts';
import { decideAndCommit } from '../../shared/journal/decide.ts';
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
  if (caller.organization.recipients.length === 0) await createRecipient(caller, dice);
  const recipient = dice.pick(caller.organization.recipients);
  if (!recipient) return undefined;
  const body = { amount: dice.pick(amounts), destinationAccountId: recipient.destinationAccountId };
  const key = dice.chance(0.5) ? caller.newKey() : undefined;
  const answer = await caller.perform('createQuote', { body, key }, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { snapshotId } = bodyOf(answer);
  caller.organization.snapshots.push(snapshotId);
  return snapshotId;
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
  const body = acceptBody(caller, snapshotId);
  const allowDuplicate = dice.chance(0.3);
  await Promise.all([acceptBodyOnce(caller, dice, body, false), acceptBodyOnce(caller, dice, body, allowDuplicate)]);
}

function acceptSnapshot(caller: Caller, dice: Dice, snapshotId: string) {
  return acceptBodyOnce(caller, dice, acceptBody(caller, snapshotId), dice.chance(0.1));
}

function acceptBody(caller: Caller, snapshotId: string) {
  const reference = `ref-${caller.name}-${caller.operations.length}`;
  caller.organization.references.push(reference);
  return { snapshotId, reference };
}

async function acceptBodyOnce(caller: Caller, dice: Dice, body: unknown, allowDuplicate: boolean) {
  const answer = await caller.perform('acceptQuote', { body, key: caller.newKey(), allowDuplicate }, tries(dice));
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
  await setStatus(world, organization, 'suspended');
  await waitForAWhile(world, dice);
  await setStatus(world, organization, 'active');
}

async function blockForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const payee = dice.pick(organization?.recipients ?? []);
  if (!organization || !payee) return;
  await setPayeeStatus(world, organization, payee.recipientId, 'blocked');
  await waitForAWhile(world, dice);
  await setPayeeStatus(world, organization, payee.recipientId, 'active');
}

/** At most so long that a payout that was decided before can be committed. */
async function waitForAWhile({ stage }: World, dice: Dice) {
  for (let turn = dice.below(25); turn > 0; turn -= 1) await stage.park('operator: waits');
}

/** Ends every suspension: callers may look again. */
export async function resumeAll(world: World): Promise<void> {
  for (const organization of world.organizations) await setStatus(world, organization, 'active');
}

async function setStatus(
  { service, stage }: World,
  { organizationId, label }: Organization,
  status: 'active' | 'suspended',
) {
  await service.operate('operator', (runtime) =>
    decideAndCommit(runtime, {
      organizationId,
      reads: {},
      decide: (found, draft) => {
        if (status === found.organization.status) return undefined;
        draft.changeOrganization({ ...found.organization, status });
        stage.tell(`the operator makes ${label} ${status}`);
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
