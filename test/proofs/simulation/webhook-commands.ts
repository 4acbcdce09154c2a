import { seal } from '../../../shared/ground/signatures/seal.ts';
import { decideAndCommit } from '../../../shared/journal/commit/decide.ts';
import type { JournalDraft } from '../../../shared/journal/commit/draft.ts';
import type { FoundEndpoint } from '../../../shared/webhooks/endpoints/change-endpoint.ts';
import { cursorRef } from '../../../shared/webhooks/endpoints/cursor.ts';
import { decideEnabling } from '../../../shared/webhooks/endpoints/enable-webhook-endpoint.ts';
import { endpointRef } from '../../../shared/webhooks/endpoints/endpoint.ts';
import { ladder } from '../../../shared/webhooks/endpoints/ladder.ts';
import { decideRotation } from '../../../shared/webhooks/endpoints/rotate-webhook-secret.ts';
import { type OperatorCommand, waitForAWhile } from './command.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import { sealingKeys } from './engine/scene.ts';
import type { Refusal } from './engine/simulated-receivers.ts';
import type { World } from './engine/world.ts';

/** What happens to webhook endpoints and their receivers. */
export const webhookCommands: readonly OperatorCommand[] = [
  { name: 'pause an endpoint for a while', weight: 4, act: pauseForAWhile },
  { name: 'rotate a secret', weight: 2, act: rotate },
  { name: 'a receiver fails for a while', weight: 6, act: failForAWhile },
  { name: 'a receiver fails for days', weight: 1, act: failForDays },
  { name: 'a receiver refuses some events from now on', weight: 3, act: refuseSome },
];

const minuteMs = 60_000;

/** Turns that pauses and failures take: enough for a dozen events. */
const turns = 80;

interface Named {
  readonly organizationId: string;
  readonly endpointId: string;
}

function endpointsOf({ organizations }: World): Named[] {
  return organizations.flatMap(({ organizationId, endpointIds }) =>
    endpointIds.map((endpointId) => ({ organizationId, endpointId })),
  );
}

/** Past the first retry, sometimes: then deliveries are held. */
async function pauseForAWhile(world: World, director: Director, dice: Dice) {
  const endpoint = dice.pick(endpointsOf(world));
  if (!endpoint) return;
  await enable(world, endpoint, false);
  await waitForAWhile(world, dice, turns);
  if (dice.chance(0.5)) {
    passTime(world, 2 * minuteMs);
    await director.sweep();
    await waitForAWhile(world, dice);
  }
  await enable(world, endpoint, true);
}

/** Ends every pause, and brings back what was disabled. */
export async function resumeEndpoints(world: World): Promise<void> {
  for (const endpoint of endpointsOf(world)) await enable(world, endpoint, true);
}

async function enable(world: World, endpoint: Named, enabled: boolean) {
  await change(world, endpoint, (found, draft) => {
    if (found.endpoint.enabled === enabled) return undefined;
    world.stage.tell(`the operator ${enabled ? 'resumes' : 'pauses'} ${endpoint.endpointId}`);
    return decideEnabling(found, enabled, draft);
  });
}

async function rotate(world: World, _director: Director, dice: Dice) {
  const endpoint = dice.pick(endpointsOf(world));
  if (!endpoint) return;
  await change(world, endpoint, (found, draft) => {
    const secret = `whsec_${dice.bytes(32).toString('base64')}`;
    world.stage.tell(`the operator rotates the secret of ${endpoint.endpointId}`);
    return decideRotation(
      found,
      { secret, sealed: seal(sealingKeys, 'webhook-secret', secret, endpoint.endpointId) },
      draft,
    );
  });
}

/** Lets something be decided about an endpoint, as its dashboard does. */
async function change(
  { service }: World,
  { organizationId, endpointId }: Named,
  decide: (
    found: FoundEndpoint,
    draft: JournalDraft,
  ) => ReturnType<typeof decideEnabling | typeof decideRotation> | undefined,
) {
  const reads = { endpoint: endpointRef(organizationId, endpointId), cursor: cursorRef(organizationId, endpointId) };
  await service.operate('operator', (runtime) =>
    decideAndCommit(runtime, {
      organizationId,
      reads,
      decide: ({ organization, endpoint, cursor }, draft) => {
        if (!endpoint) return undefined;
        draft.skipCheck('cursor');
        return decide({ organization, endpoint, cursor }, draft);
      },
    }),
  );
}

/** Past ten failed first attempts events are kept back. Half of them fail until the end of the faults. */
async function failForAWhile(world: World, _director: Director, dice: Dice) {
  const endpoint = dice.pick(endpointsOf(world));
  if (!endpoint) return;
  fail(world, endpoint);
  if (dice.chance(0.5)) return;
  await waitForAWhile(world, dice, 2 * turns);
  recover(world, endpoint);
}

/** All of a type, every third event, or those up to one: a burst. */
async function refuseSome(world: World, _director: Director, dice: Dice) {
  const { receivers, stage } = world;
  const endpoint = dice.pick(endpointsOf(world));
  if (!endpoint) return;
  const type = dice.pick(['payout.pending', 'payout.processing', 'payout.completed']);
  const last = 1 + dice.below(40);
  const refusals: Readonly<Record<string, Refusal>> = {
    [`every ${type}`]: (event) => event.type === type,
    'every third event': ({ sequence }) => sequence % 3 === 0,
    [`the first ${last} events`]: ({ sequence }) => sequence <= last,
  };
  const [name = '', refusal = () => false] = dice.pick(Object.entries(refusals)) ?? [];
  receivers.refusals.set(endpoint.endpointId, refusal);
  stage.tell(`the receiver of ${endpoint.endpointId} refuses ${name}`);
}

/** Long enough for a ladder to end and, when it takes two days more, for the endpoint to be disabled. */
async function failForDays(world: World, director: Director, dice: Dice) {
  const endpoint = dice.pick(endpointsOf(world));
  if (!endpoint) return;
  fail(world, endpoint);
  const last = dice.chance(0.5) ? [ladder.at(-1) ?? 0, ladder.at(-1) ?? 0] : [];
  for (const pauseMs of [...ladder, ...last]) {
    await director.letWorkersEnd();
    passTime(world, pauseMs * longestJitter);
    await director.sweep();
  }
  await waitForAWhile(world, dice);
  recover(world, endpoint);
}

const longestJitter = 1.2;

function passTime({ stage }: World, ms: number): void {
  stage.now += ms;
  stage.tell(`${ms / minuteMs} minutes pass`);
}

function fail({ receivers, stage }: World, { endpointId }: Named): void {
  receivers.failing.add(endpointId);
  stage.tell(`the receiver of ${endpointId} fails`);
}

function recover({ receivers, stage }: World, { endpointId }: Named): void {
  receivers.failing.delete(endpointId);
  stage.tell(`the receiver of ${endpointId} is well again`);
}
