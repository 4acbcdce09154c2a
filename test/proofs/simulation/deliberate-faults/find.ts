import type { Players } from '../players.ts';
import { runSeeds } from '../run-seeds.ts';
import { deliberateFaults } from './all.ts';
import type { DeliberateFault } from './deliberate-fault.ts';

/** A fault that so many seeds do not show would get past the simulation. */
const mostSeeds = 400;

/** Switches deliberate faults on, one by one. @returns an exit code: 0 when each is found */
export async function findDeliberateFaults(players: Players, name?: string): Promise<number> {
  const chosen = deliberateFaults.filter((fault) => name === undefined || fault.name === name);
  let found = 0;
  for (const deliberate of chosen) if (await isFound(players, deliberate)) found += 1;
  console.log(`${found} of ${chosen.length} deliberate faults found`);
  return found === chosen.length && found > 0 ? 0 : 1;
}

async function isFound(players: Players, deliberate: DeliberateFault): Promise<boolean> {
  const limits = { firstSeed: 1, seeds: mostSeeds, deadline: Number.POSITIVE_INFINITY };
  const { seeds, failed } = await runSeeds({
    players,
    limits,
    deliberate: deliberate.name,
    kind: deliberate.kind ?? 'everything',
  });
  const [first] = failed;
  console.log(`${first ? 'found' : 'NOT FOUND'}  ${deliberate.name}: ${deliberate.sentence}`);
  if (!first) return false;
  console.log(`       by seed ${first.seed}, after ${seeds}: ${first.violations[0]?.split('\n')[0]?.slice(0, 200)}`);
  return true;
}
