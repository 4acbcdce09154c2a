import type { Peer } from '../../local/table/peers.ts';
import { followAuditLog } from './audit-commands.ts';
import type { Cast } from './cast.ts';
import { castOf } from './casts.ts';
import { waitForAWhile } from './command.ts';
import { type DeliberateFault, noDeliberateFault } from './deliberate-faults/deliberate-fault.ts';
import type { Caller } from './engine/caller.ts';
import { Dice } from './engine/dice.ts';
import { Director } from './engine/director.ts';
import { Operator } from './engine/operator.ts';
import type { Organization } from './engine/scene.ts';
import { World } from './engine/world.ts';
import { findViolations } from './invariants/find-violations.ts';
import { resumeAll } from './operator-commands.ts';
import { callerNames, type PlannedCommand, type Story } from './plan.ts';
import { restore } from './restore.ts';
import { schedulerOf } from './story.ts';

export interface Run {
  readonly story: Story;
  /** Sentences; empty when all is well. */
  readonly violations: readonly string[];
  /** Everything that happened, in order: the same for the same story. */
  readonly trace: readonly string[];
  /** The same in plain words. */
  readonly told: readonly string[];
}

/** Behind one story of so many an operator has the books checked, and behind another the table is restored. */
const epilogueEvery = 10;
/** Keys that are sent once more when all is quiet. */
const replayedKeys = 8;

interface Options {
  readonly deliberate?: DeliberateFault | undefined;
  /** Empty tables that are to answer every call alike. */
  readonly peers?: readonly Peer[];
}

/** Plays a story and looks at what came of it. */
export async function runStory(
  story: Story,
  { deliberate = noDeliberateFault, peers = [] }: Options = {},
): Promise<Run> {
  const world = new World(story, schedulerOf(story.order), deliberate, peers);
  await world.setUp(story.organizations);
  const director = new Director(world);
  const cast = castOf(story.kind);
  const actors = [...callerNames.keys(), 'operator', 'thief'] as const;
  try {
    await director.play(world.organizations.map((organization) => cast.begin(firstCaller(world, organization))));
    await director.play(
      actors.map((actor) =>
        act(
          world,
          director,
          cast,
          story.commands.filter((one) => one.actor === actor),
        ),
      ),
    );
    const look = () => cast.look(world);
    await director.settle(() => sendOnceMore(world), look);
    await cast.end?.(world, director, look);
    await readAuditLogs(world, director);
    const violations = await findViolations(world);
    const findings = await epilogue(story, world, director);
    return { story, violations: [...violations, ...findings], ...told(world) };
  } catch (error) {
    return { story, violations: [`the run broke off: ${(error as Error).stack}`], ...told(world) };
  }
}

/** Longer than a row may take to be readable. */
const auditedAfterMs = 5 * 60_000;

/** Everybody reads the audit log to its end, where their key still may. */
async function readAuditLogs({ stage, callers, dice }: World, director: Director): Promise<void> {
  stage.now += auditedAfterMs;
  await director.play(callers.map((caller) => followAuditLog(caller, dice)));
}

/** What follows some stories. They come in pairs: beside one of two a later release runs. */
async function epilogue({ seed, kind }: Story, world: World, director: Director): Promise<string[]> {
  const pair = Math.floor(seed / 2) % epilogueEvery;
  if (pair === 0) return checkBooks(world, director);
  return pair === 5 && castOf(kind).isRestored ? restore(world, director, new Dice(seed)) : [];
}

/** An operator asks of each organization whether its books add up. Every invariant has been looked at by then. */
async function checkBooks(world: World, director: Director): Promise<string[]> {
  const findings: string[][] = [];
  const checks = world.organizations.map(async (organization) => {
    findings.push(await new Operator(world, 'ada').check(organization));
  });
  await director.play(checks);
  return findings.flat();
}

function firstCaller({ callers }: World, organization: Organization): Caller {
  return callers.find((caller) => caller.organization === organization) as Caller;
}

function told({ stage }: World) {
  return { trace: stage.trace, told: stage.story };
}

/** One actor's commands, one after another. */
async function act(
  world: World,
  director: Director,
  { callerCommands, operatorCommands, thiefCommands }: Cast,
  commands: readonly PlannedCommand[],
): Promise<void> {
  for (const { actor, name, choices } of commands) {
    const dice = new Dice(choices);
    const who = typeof actor === 'string' ? `the ${actor}` : callerNames[actor];
    await world.stage.park(`${who} wants to ${name}`);
    if (typeof actor === 'string') await waitForAWhile(world, dice, longestPause);
    if (actor === 'operator') await command(operatorCommands, name).act(world, director, dice);
    else if (actor === 'thief') await command(thiefCommands, name).act(world.thief, dice, world);
    else await command(callerCommands, name).act(world.callers[actor] as Caller, dice);
  }
}

/** Turns of others before what operator and thief do, who do less, so that it falls anywhere in the run. */
const longestPause = 30;

function command<C extends { readonly name: string }>(commands: readonly C[], name: string): C {
  const found = commands.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no command ${name}`);
  return found;
}

/** Callers find out what became of what they asked for, with the keys that they kept. */
async function sendOnceMore(world: World): Promise<void> {
  await resumeAll(world);
  for (let count = 0; count < replayedKeys; count += 1) {
    const caller = world.dice.pick(world.callers);
    const operation = world.dice.pick(caller?.operations.filter(({ key }) => key !== undefined) ?? []);
    if (operation) await caller?.send(operation);
  }
}
