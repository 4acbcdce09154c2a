import { tries } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import { bodyOf, succeeded } from './engine/operation.ts';

/** Somebody looks at what an endpoint was sent, and asks for one of it again, or for many; impatient ones ask twice. */
export async function replay(caller: Caller, dice: Dice) {
  const { endpointIds, people } = caller.organization;
  const endpointId = dice.pick(endpointIds) ?? '';
  const listed = await caller.perform('listWebhookDeliveries', { path: { endpointId } });
  const deliveries: Listed[] = succeeded(listed) ? bodyOf(listed) : [];
  const delivery = dice.pick(deliveries);
  if (!delivery) return;
  const as = dice.pick(people);
  if (dice.chance(0.3)) {
    const body = dice.chance(0.5) ? only(delivery) : allThatFailed(deliveries);
    const wanted = { as, key: caller.newKey(), path: { endpointId }, body };
    await caller.perform('replayWebhookDeliveries', wanted, tries(dice));
    return;
  }
  for (let times = 1 + dice.below(2); times > 0; times -= 1) {
    const wanted = { as, key: caller.newKey(), path: { endpointId, deliveryId: delivery.id } };
    await caller.perform('replayWebhookDelivery', wanted, tries(dice));
  }
}

interface Listed {
  readonly id: string;
  readonly createdAt: string;
}

/** Whatever became of it: its events were recorded together. */
function only({ createdAt }: Listed) {
  return { from: createdAt, to: createdAt, status: 'all' };
}

function allThatFailed(deliveries: readonly Listed[]) {
  const times = deliveries.map(({ createdAt }) => createdAt).sort();
  return { from: times.at(0), to: times.at(-1), status: 'failed' };
}
