import { keyParts } from '../../../local/table/item.ts';
import { callerCommands } from './commands.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import type { Operation } from './engine/operation.ts';
import { Operator } from './engine/operator.ts';
import type { World } from './engine/world.ts';
import { findViolationsOfRestored } from './invariants/find-violations.ts';
import { remember } from './recipient-commands.ts';
import { retireAnyRecipient } from './thief-commands.ts';

const hourMs = 60 * 60_000;
/** The operations whose keys callers send once more. */
const sentAgain = [
  'createRecipient',
  'retireRecipient',
  'createPayout',
  'acceptQuote',
  'createPayoutBatch',
  'createPayoutLink',
];
/** What each caller does then, a few of them. */
const afterwards = [
  'correct a recipient',
  'correct a recipient twice at once',
  'pay a recipient while it is retired',
  'create a payout',
  'quote and accept',
  'submit a batch',
  'vote on an approval',
  'a payee claims',
  'a payee comes back later',
  'cancel a payout link',
];
const commandsEach = 3;

/**
 * What may follow a story: the table is restored to a time in it, and everybody goes on as the runbook has it. Its rail and
 * its callers remember what the table has lost. Little else that the story is held against can be asked behind that: it is
 * asked before.
 * @returns what is wrong then, in plain words
 */
export async function restore(world: World, director: Director, dice: Dice): Promise<string[]> {
  // Behind its memory a rail would pay again what the table does not know to have been sent: the runbook leaves it frozen.
  if (world.rail.rememberKeysForMs !== Number.POSITIVE_INFINITY) return [];
  const sinceMs = await putBack(world, dice);
  const operator = new Operator(world, 'ada');
  const unsettled: string[] = [];
  await director.play([
    operator.restoreCheck(sinceMs, { settle: true }).then(async () => {
      await world.stage.sleep(hourMs);
      unsettled.push(...(await operator.restoreCheck(sinceMs, { settle: true, release: true })));
    }),
  ]);
  for (const finding of unsettled) world.stage.tell(`unsettled: ${finding}`);
  await director.settle(
    () => goOn(world, dice),
    async () => false,
  );
  const settled = world.organizations.filter(({ organizationId }) => isActive(world, organizationId));
  const findings: string[] = [];
  await director.play(settled.map(async (organization) => void findings.push(...(await operator.check(organization)))));
  return [
    ...paidTwice(world),
    ...lost(
      world,
      settled.map(({ organizationId }) => organizationId),
    ),
    ...findings,
    ...(await findViolationsOfRestored(world)),
  ].map((what) => `after a restore: ${what}`);
}

/** Hints that were under way are gone with the old table. @returns the restore point, milliseconds */
async function putBack({ witness, table, tableName: TableName, stage, queues, stream }: World, dice: Dice) {
  const { commits } = witness;
  const point = commits[Math.floor(commits.length / 3) + dice.below(Math.ceil(commits.length / 2))];
  const sinceMs = point?.at ?? stage.now;
  for (const key of witness.keys()) {
    const then = witness.history(key).findLast(({ commit }) => commit.at <= sinceMs)?.item;
    if (then === witness.current(key)) continue;
    const call = then
      ? ({ name: 'Put', input: { TableName, Item: then } } as const)
      : ({ name: 'Delete', input: { TableName, Key: keyParts(key) } } as const);
    await table.direct(call);
  }
  witness.beginAnew();
  queues.purge();
  stream.beginAnew();
  stage.now += hourMs;
  stage.tell(`the table is restored to ${new Date(sinceMs).toISOString()}`);
  return sinceMs;
}

/** All at once, among them the thief. */
async function goOn(world: World, dice: Dice): Promise<void> {
  const { callers, thief } = world;
  await Promise.all([
    ...callers.map(async (caller) => {
      await askAgain(caller);
      for (let count = 0; count < commandsEach; count += 1) {
        const name = dice.pick(afterwards);
        await callerCommands.find((command) => command.name === name)?.act(caller, dice);
      }
    }),
    retireAnyRecipient(thief, dice, world),
  ]);
}

/** Callers who do not know what became of what they asked for send it again. */
async function askAgain(caller: Caller): Promise<void> {
  const asked = caller.operations.filter(
    ({ key, endpoint }) => key !== undefined && sentAgain.includes(endpoint.operation),
  );
  for (const operation of asked) {
    const answer = await caller.send(operation);
    if (operation.endpoint.operation === 'createRecipient') remember(caller, JSON.parse(operation.text), answer);
  }
}

function isActive({ witness }: World, organizationId: string): boolean {
  return witness.current(`ORG#${organizationId} ORG`)?.status === 'active';
}

/** Neither under one key of the rail's nor under one of a caller's. */
function paidTwice({ rail, operations }: World): string[] {
  const twice = [...rail.sent.keys()].filter((key) => rail.timesPaid(key) > 1);
  const asked = operations.filter(
    ({ key, endpoint }) => key !== undefined && endpoint.operation !== 'createPayoutBatch',
  );
  const byKey = Map.groupBy(asked, ({ key, path }: Operation) => `${key} at ${path}`);
  return [
    ...twice.map((key) => `the rail paid ${key} twice`),
    ...[...byKey].flatMap(([name, own]) => {
      const made = own.flatMap(({ attempts }) => attempts.flatMap(({ invocation }) => invocation?.made ?? []));
      const paid = [...new Set(made)].filter((id) => rail.sent.has(id));
      return paid.length > 1 ? [`under ${name} the rail paid ${paid.join(' and ')}`] : [];
    }),
  ];
}

/** Of an organization in which nothing is unsettled, everything that the rail was sent is in the books. */
function lost({ rail, witness }: World, settled: readonly string[]): string[] {
  return [...rail.sent.values()]
    .filter(({ organizationId }) => settled.includes(organizationId))
    .filter(({ organizationId, key }) => !witness.current(`PAYOUT#${organizationId} ${key}`))
    .map(({ key }) => `the rail has ${key}, the table has not`);
}
