import fc from 'fast-check';
import { castOf } from './casts.ts';
import type { PlannedFault } from './engine/fault-plan.ts';
import { type FaultKind, faultKinds } from './faults.ts';
import { callerNames, kindOf, type PlannedCommand, type Story } from './plan.ts';

/** A run has at least so many commands of its callers. */
const fewestCommands = 40;
const mostCommands = 46;

/** The story of a seed. */
export function storyOf(seed: number): Story {
  return sampleOne(storyArbitrary(seed), seed);
}

/** The scheduler of a seed: it draws who is next among all that wait. */
export function schedulerOf(order: number): fc.Scheduler {
  return sampleOne(fc.scheduler(), order);
}

function sampleOne<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  return fc.sample(arbitrary, { seed, numRuns: 1 })[0] as T;
}

function storyArbitrary(seed: number): fc.Arbitrary<Story> {
  const kind = kindOf(seed);
  const { callerCommands, operatorCommands, thiefCommands } = castOf(kind);
  const bounds = { minLength: fewestCommands, maxLength: mostCommands };
  return fc
    .record({
      seed: fc.constant(seed),
      kind: fc.constant(kind),
      order: number(),
      organizations: fc.constantFrom(1, 1, 2),
      oneProcess: fc.boolean(),
      caller: fc.array(commandArbitrary(callerCommands, fc.nat(callerNames.length - 1)), bounds),
      operator: fc.array(commandArbitrary(operatorCommands, fc.constant('operator' as const)), {
        minLength: 4,
        maxLength: 12,
      }),
      thief: thievery(thiefCommands),
      faults: fc.array(faultArbitrary(), { minLength: 0, maxLength: 50, size: 'max' }),
    })
    .map(({ caller, operator, thief, ...story }) => ({ ...story, commands: [...caller, ...operator, ...thief] }));
}

function thievery(commands: readonly Drawn[]): fc.Arbitrary<PlannedCommand[]> {
  if (commands.length === 0) return fc.constant([]);
  return fc.array(commandArbitrary(commands, fc.constant('thief' as const)), { minLength: 0, maxLength: 12 });
}

interface Drawn {
  readonly name: string;
  readonly weight: number;
}

function commandArbitrary(kinds: readonly Drawn[], actor: fc.Arbitrary<PlannedCommand['actor']>) {
  return fc.record({ actor, name: weighted(kinds), choices: number() });
}

function faultArbitrary(): fc.Arbitrary<PlannedFault> {
  const kinds = Object.entries(faultKinds).map(([name, { weight }]) => ({ name, weight }));
  return weighted(kinds).chain((name) => {
    const kind = name as FaultKind;
    return fc.record({ kind: fc.constant(kind), at: uniform(faultKinds[kind].opportunities) });
  });
}

function weighted(kinds: readonly Drawn[]): fc.Arbitrary<string> {
  return fc.oneof(...kinds.map(({ name, weight }) => ({ weight, arbitrary: fc.constant(name) })));
}

/** Unbiased: small numbers are nothing special here. */
function uniform(bound: number): fc.Arbitrary<number> {
  return fc.noBias(fc.nat(bound - 1));
}

function number(): fc.Arbitrary<number> {
  return uniform(2 ** 31);
}
