import type { World } from '../engine/world.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';

export const intentInvariants: readonly Invariant[] = [
  { name: 'every intent is settled in the end', broken: allSettled },
  { name: 'the books say what the processor did', broken: outcomesAreTrue },
  { name: 'the processor is asked once for each intent', broken: chargedOnce },
  { name: 'only its settlement ends what a key is bound to', broken: bindingHolds },
];

function allSettled({ intents }: Books): string[] {
  return intents.filter(({ state }) => state !== 'settled').map(({ intentId }) => `${intentId} is open`);
}

/** A charge that is recorded has its deposit; one that is not has none. */
function outcomesAreTrue({ intents, deposits }: Books, { cards }: World): string[] {
  const booked = new Set(deposits.map(({ depositId }) => depositId));
  const topUps = intents.filter(({ kind }) => kind === 'top-up');
  return topUps.flatMap(({ intentId, said, resourceId = '' }) => {
    const isCharged = cards.charges.has(intentId);
    const isBooked = booked.has(resourceId);
    return isCharged === isBooked && isCharged === (said === 'done')
      ? []
      : [
          `${intentId} was ${isCharged ? 'charged' : 'not charged'}, is recorded as ${said} and ${isBooked ? 'booked' : 'not booked'}`,
        ];
  });
}

function chargedOnce({ intents, organizationId }: Books, { cards, witness, organizations }: World): string[] {
  const twice = intents.flatMap(({ intentId }) =>
    (cards.charges.get(intentId)?.length ?? 0) > 1 ? [`${intentId} was charged more than once`] : [],
  );
  if (organizationId !== organizations[0]?.organizationId) return twice;
  const known = new Set(witness.keys('INTENT#').map((key) => key.split(/[# ]/)[2]));
  const strays = [...cards.charges.keys()].filter((key) => !known.has(key));
  return [...twice, ...strays.map((key) => `${key} was charged without an intent`)];
}

function bindingHolds({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`IDEMPOTENCY#${organizationId}#`).flatMap((key) => {
    const versions = witness.history(key);
    return versions.flatMap(({ item, commit }, index) => {
      const before = versions[index - 1]?.item;
      if (before?.state !== 'bound' || item?.state === 'bound') return [];
      const isSettlement = commit.changes.some(
        ({ after }) => after?.intentId === before.intentId && after?.state === 'settled',
      );
      return isSettlement ? [] : [`${commit.by?.name} ended ${key}, which was bound to ${before.intentId}`];
    });
  });
}
