import { type Key, keyParts } from '../../../local/table/item.ts';
import { revokeApiKey } from '../../../shared/approvals/revoke-api-key.ts';
import { RecipientEntity } from '../../../shared/corridors/recipients/recipient.ts';
import { refTo } from '../../../shared/ground/table/expressions.ts';
import { actorOf } from '../../../shared/identity/operator.ts';
import { blockRecipient } from '../../../shared/operations/rescreen/block-recipient.ts';
import { priceCommands } from './batch-commands.ts';
import { cardOutages } from './card-commands.ts';
import { changeOrganization } from './change-organization.ts';
import { acquirerCommands } from './checkout/checkout-commands.ts';
import { chainCommands } from './checkout/crypto-commands.ts';
import { type OperatorCommand, waitForAWhile } from './command.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import { currentInvocation } from './engine/invocation.ts';
import { Operator } from './engine/operator.ts';
import { features, type Organization } from './engine/scene.ts';
import type { World } from './engine/world.ts';
import { linkEndings } from './payout-links/claim-commands.ts';
import { claimVotes } from './payout-links/vote-commands.ts';
import { linksQuery } from './people-commands.ts';
import { railCommands } from './rail-commands.ts';
import { resumeEndpoints, webhookCommands } from './webhook-commands.ts';

/** What happens to the service meanwhile. */
export const operatorCommands: readonly OperatorCommand[] = [
  { name: 'time passes', weight: 8, act: passTime },
  { name: 'sweep', weight: 3, act: (_world, director) => director.sweep({ source: 'aws.events' }) },
  { name: 'suspend for a while', weight: 5, act: suspendForAWhile },
  { name: 'block a payee for a while', weight: 5, act: blockForAWhile },
  { name: 'halve the caps for a while', weight: 4, act: halveCapsForAWhile },
  { name: 'ask more of approvers for a while', weight: 4, act: tightenApprovalsForAWhile },
  { name: 'switch batches off for a while', weight: 2, act: switchBatchesOffForAWhile },
  { name: 'revoke a key', weight: 3, act: revokeSomeKey },
  { name: 'expire', weight: 3, act: expire },
  { name: 'purge the queues', weight: 1, act: purgeQueues },
  { name: 'stop or start the stream', weight: 2, act: stopOrStartStream },
  { name: 'restart', weight: 1, act: restart },
  ...webhookCommands,
  ...railCommands,
  ...priceCommands,
  ...cardOutages,
  ...acquirerCommands,
  ...chainCommands,
  ...linkEndings,
  ...claimVotes,
];

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Past a look at the rail, a lock, a lease, a hidden message, a quote and a guard; rarely past an approval's day and a key's seven. */
async function passTime(world: World, _director: Director, dice: Dice) {
  const { stage, organizations } = world;
  const isLong = dice.chance(0.1);
  const ms = dice.pick(isLong ? [25 * hour, 8 * day] : [2 * second, 13 * second, 31 * second, 2 * minute, 16 * minute]);
  stage.now += ms ?? 0;
  stage.tell(`${(ms ?? 0) / second} s pass`);
  const organization = dice.pick(organizations);
  if (isLong && organization) await voteAfterwards(world, organization);
}

async function suspendForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  if (!organization) return;
  await changeOrganization(world, organization, { status: 'suspended' });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { status: 'active' });
}

async function switchBatchesOffForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  if (!organization) return;
  const others = features.filter((feature) => feature !== 'mass_payouts');
  await changeOrganization(world, organization, { features: others });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { features: [...features] });
}

async function blockForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const payee = dice.pick(organization?.recipients ?? []);
  if (!organization || !payee) return;
  await block(world, organization, payee.recipientId);
  await waitForAWhile(world, dice);
  await new Operator(world, 'ada').liftBlock(organization, payee.recipientId);
}

async function halveCapsForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const { limits } = organization?.policy ?? {};
  if (!organization || !limits) return;
  const halves = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit / 2n]));
  await changeOrganization(world, organization, { limits: halves });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { limits });
}

/** Of whom one votes no more, and of whom it takes two. */
async function tightenApprovalsForAWhile(world: World, _director: Director, dice: Dice) {
  const organization = dice.pick(world.organizations);
  const { approvals } = organization?.policy ?? {};
  if (!organization || !approvals) return;
  const approvers = approvals.approvers.slice(1);
  const tighter = dice.chance(0.5) ? { ...approvals, approvers } : { ...approvals, quorum: 2, threshold: 5_00n };
  await changeOrganization(world, organization, { approvals: tighter });
  await waitForAWhile(world, dice);
  await changeOrganization(world, organization, { approvals });
  await voteAfterwards(world, organization);
}

/** On what was asked for while they were no voters, by a key that is no more, or too long ago. */
async function voteAfterwards({ callers }: World, organization: Organization) {
  const caller = callers.find((one) => one.organization === organization);
  for (const approvalId of organization.approvalIds.slice(-2)) {
    for (const as of organization.people.slice(0, 2)) {
      await caller?.perform('approveApproval', { as, path: { approvalId }, key: caller.newKey() });
    }
  }
}

/** The caller goes on with another key. */
async function revokeSomeKey(world: World, _director: Director, dice: Dice) {
  const { service, stage } = world;
  const caller = dice.pick(world.callers);
  if (!caller) return;
  const { organizationId } = caller.organization;
  const { links } = linksQuery(dice);
  await service.operate('operator', (runtime) => revokeApiKey(runtime, { organizationId, id: caller.key.id, links }));
  stage.tell(`the operator revokes ${caller.key.id}${links ? ', and keeps its links' : ''}`);
  await voteAfterwards(world, caller.organization);
  await waitForAWhile(world, dice);
  await world.giveKey(caller);
}

/** Ends every suspension and pause: callers may look again. */
export async function resumeAll(world: World): Promise<void> {
  for (const organization of world.organizations) await changeOrganization(world, organization, { status: 'active' });
  await resumeEndpoints(world);
}

/** As `rescreen` does it, which leaves recipients of the sandbox alone. */
async function block(
  { service, operatorCalls, stage }: World,
  { organizationId, label }: Organization,
  recipientId: string,
): Promise<void> {
  await service.operate('the screening', async (runtime) => {
    const at = runtime.clock();
    const requestId = runtime.ids.next('req', at);
    const invocation = currentInvocation();
    if (invocation) operatorCalls.push({ name: 'rescreen', input: { organizationId }, invocation });
    const recipient = await runtime.store.get(refTo(RecipientEntity, { organizationId, recipientId }));
    if (!recipient || recipient.status === 'blocked') return;
    const audit = { organizationId, requestId, at, action: 'recipient.block', actor: { actorUserId: actorOf('ada') } };
    const isBlocked = await blockRecipient(runtime, recipient, audit);
    stage.tell(`screening ${isBlocked ? 'blocks' : 'is late for'} ${recipientId} of ${label}`);
  });
}

/** DynamoDB takes out what has expired, some time after. */
async function expire({ witness, table, tableName: TableName, stage }: World) {
  const isOver = (key: Key) => (witness.current(key)?.ttl as number) * second <= stage.now;
  const expired = witness.keys().filter(isOver);
  for (const key of expired) await table.direct({ name: 'Delete', input: { TableName, Key: keyParts(key) } });
  stage.tell(`${expired.length} items have expired`);
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
