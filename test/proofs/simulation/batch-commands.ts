import { vote } from './approval-commands.ts';
import { type CallerCommand, type OperatorCommand, tries, waitForAWhile } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import type { Director } from './engine/director.ts';
import { bodyOf, succeeded } from './engine/operation.ts';
import type { World } from './engine/world.ts';

/** What callers do with runs of payouts. */
export const batchCommands: readonly CallerCommand[] = [
  { name: 'submit a batch', weight: 7, act: submit },
  { name: 'submit one batch twice', weight: 2, act: submitTwice },
  { name: 'submit two batches at once', weight: 2, act: submitTwo },
  { name: 'confirm a batch', weight: 4, act: confirmAny },
  { name: 'cancel a batch', weight: 2, act: cancelAny },
  { name: 'confirm and cancel a batch', weight: 2, act: confirmAndCancel },
  { name: 'read a batch', weight: 4, act: readAny },
];

/** What happens to the rail while runs are under way. */
export const priceCommands: readonly OperatorCommand[] = [
  { name: 'the rail has no prices', weight: 2, act: withoutPrices },
  { name: 'the rail asks more for a while', weight: 2, act: askMoreForAWhile },
];

/** Most runs are small. Some need several commits of payouts, and a few several commits of items. */
const sizes = [1, 2, 3, 4, 6, 9, 18, 26, 40, 98] as const;
/** Above this a run has hardly any lines that can be paid: it is about commits, not about payouts. */
const mostlyPaid = 9;

interface Submission {
  readonly externalReferenceId: string;
  readonly items: readonly unknown[];
  readonly autoCommit: boolean;
}

/** A run of lines to the organization's recipients, good ones and others. */
export function batchBody({ name, operations, organization }: Caller, dice: Dice): Submission {
  const externalReferenceId = `rún-${name}-${operations.length}`;
  const count = dice.pick(sizes) ?? 1;
  const amount = dice.pick(['0.60', '1.10', '8.00']) ?? '';
  const badLines = count > mostlyPaid ? 0.75 : (dice.pick([0, 0, 0.2, 0.6]) ?? 0);
  const items: Line[] = [];
  for (let index = 0; index < count; index += 1) {
    const { destinationAccountId = '' } = dice.pick(organization.recipients) ?? {};
    const line = { amount, destinationAccountId, reference: `${externalReferenceId}-${index}`, ...detailsOf(dice) };
    items.push(dice.chance(badLines) ? { ...line, ...flawOf(line, items, dice) } : line);
  }
  return { externalReferenceId, items, autoCommit: dice.chance(0.6) };
}

interface Line {
  readonly amount: string;
  readonly amountLeg?: string;
  readonly destinationAccountId: string;
  readonly reference: string;
  readonly endUserId?: string;
}

function detailsOf(dice: Dice) {
  return {
    ...(dice.chance(0.4) && { amountLeg: 'source_net' }),
    ...(dice.chance(0.3) && { endUserId: dice.pick(['user-1', 'user-2']) ?? '' }),
  };
}

/** What makes it no payout: it repeats another line, is nothing or too much, goes to nobody or expects too much. */
function flawOf({ amount, destinationAccountId }: Line, before: readonly Line[], dice: Dice) {
  const other = dice.pick(before);
  const flaws = [
    { amount: '0.00' },
    { amount: '999.00' },
    { destinationAccountId: destinationAccountId.replace(/.$/, '-') },
    { expectDestination: { amount, tolerance: '0' }, amountLeg: 'source' },
    other ?? {},
    other ? { reference: other.reference.normalize('NFD') } : {},
  ];
  return dice.pick(flaws);
}

async function submit(caller: Caller, dice: Dice) {
  const batchId = await submitOnce(caller, dice, batchBody(caller, dice), dice.chance(0.15));
  if (!batchId) return;
  for (let polls = dice.below(4); polls > 0; polls -= 1) {
    const answer = await caller.perform('getPayoutBatch', { path: { batchId } });
    if (succeeded(answer) && bodyOf(answer).status === 'awaiting_confirmation') {
      await confirm(caller, dice, batchId);
      return;
    }
  }
}

async function submitOnce(
  caller: Caller,
  dice: Dice,
  body: Submission,
  allowDuplicate: boolean,
): Promise<string | undefined> {
  const wanted = { body, key: caller.newKey(), allowDuplicate };
  const answer = await caller.perform('createPayoutBatch', wanted, tries(dice));
  if (!succeeded(answer)) return undefined;
  const { batchId } = bodyOf(answer);
  caller.organization.batchIds.push(batchId);
  return batchId;
}

/** Under one reference: the same run, the same run again on purpose, and another, which writes the reference differently. */
async function submitTwice(caller: Caller, dice: Dice) {
  const body = batchBody(caller, dice);
  const other = dice.chance(0.5)
    ? body
    : { ...batchBody(caller, dice), externalReferenceId: body.externalReferenceId.normalize('NFD') };
  await Promise.all([submitOnce(caller, dice, body, false), submitOnce(caller, dice, other, dice.chance(0.5))]);
}

async function submitTwo(caller: Caller, dice: Dice) {
  const first = batchBody(caller, dice);
  const second = { ...batchBody(caller, dice), externalReferenceId: `${first.externalReferenceId}-too` };
  await Promise.all([first, second].map((body) => submitOnce(caller, dice, body, true)));
}

/** The last ones are still under way. */
function recent({ organization }: Caller, dice: Dice): string | undefined {
  return dice.pick(organization.batchIds.slice(-3));
}

async function confirmAny(caller: Caller, dice: Dice) {
  const batchId = recent(caller, dice);
  if (batchId) await confirm(caller, dice, batchId);
}

/** Impatient ones confirm twice. Where others have to agree, they sometimes are asked at once. */
async function confirm(caller: Caller, dice: Dice, batchId: string) {
  const { approvalIds, people } = caller.organization;
  const as = dice.chance(0.4) ? dice.pick(people) : undefined;
  const times = dice.chance(0.2) ? 2 : 1;
  const answers = await Promise.all(
    Array.from({ length: times }, () =>
      caller.perform('confirmPayoutBatch', { as, path: { batchId }, key: caller.newKey() }, tries(dice)),
    ),
  );
  const asked = answers.flatMap((answer) => (succeeded(answer) ? (bodyOf(answer).approvalId ?? []) : []));
  approvalIds.push(...asked.filter((approvalId) => !approvalIds.includes(approvalId)));
  for (let votes = asked.length > 0 ? dice.below(3) : 0; votes > 0; votes -= 1) await vote(caller, dice);
}

async function cancelAny(caller: Caller, dice: Dice) {
  const batchId = recent(caller, dice);
  if (batchId) await cancel(caller, dice, batchId);
}

function cancel(caller: Caller, dice: Dice, batchId: string) {
  const as = dice.chance(0.4) ? dice.pick(caller.organization.people) : undefined;
  const key = dice.chance(0.7) ? caller.newKey() : undefined;
  return caller.perform('cancelPayoutBatch', { as, path: { batchId }, key }, tries(dice));
}

async function confirmAndCancel(caller: Caller, dice: Dice) {
  const batchId = recent(caller, dice) ?? (await submitOnce(caller, dice, batchBody(caller, dice), false));
  if (batchId) await Promise.all([confirm(caller, dice, batchId), cancel(caller, dice, batchId)]);
}

/** As somebody does who does not know what became of it: by its id, by its reference, line by line. */
async function readAny(caller: Caller, dice: Dice) {
  const batchId = recent(caller, dice);
  if (!batchId) return;
  const answer = await caller.perform('getPayoutBatch', { path: { batchId } });
  const reference = succeeded(answer) ? bodyOf(answer).externalReferenceId : '';
  const query: Readonly<Record<string, string>> = dice.chance(0.6)
    ? { externalReferenceId: reference.normalize('NFD') }
    : { limit: '3' };
  if (reference) await caller.perform('listPayoutBatches', { query });
  const limit = dice.pick(['2', '20', '100']) ?? '';
  for (let cursor: string | undefined = '', pages = 3; cursor !== undefined && pages > 0; pages -= 1) {
    const page = await caller.perform('listPayoutBatchItems', {
      path: { batchId },
      query: { limit, ...(cursor && { cursor }) },
    });
    cursor = succeeded(page) ? bodyOf(page).nextCursor : undefined;
  }
}

const hourMs = 60 * 60_000;

/** For a while, or for longer than lines wait for prices. */
async function withoutPrices(world: World, director: Director, dice: Dice) {
  const { rail, stage } = world;
  rail.hasNoPrices = true;
  stage.tell('the rail has no prices');
  await waitForAWhile(world, dice, 60);
  for (let hours = dice.chance(0.3) ? 7 : 0; hours > 0; hours -= 1) {
    stage.now += hourMs;
    await director.sweep();
    await waitForAWhile(world, dice, 40);
  }
  rail.hasNoPrices = false;
  stage.tell('the rail has prices again');
}

async function askMoreForAWhile(world: World, _director: Director, dice: Dice) {
  const { rail, stage } = world;
  rail.asksMore = true;
  stage.tell('the rail asks three times its fee');
  await waitForAWhile(world, dice, 60);
  rail.asksMore = false;
  stage.tell('the rail asks its fee again');
}
