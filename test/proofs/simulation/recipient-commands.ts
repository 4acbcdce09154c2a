import { findCorridor } from '../../../shared/corridors/catalog/find-corridor.ts';
import type { Corridor } from '../../../shared/ports/corridor.ts';
import { sandboxCorridors } from '../../../shared/providers/sandbox/corridors/catalog.ts';
import { sandboxOutcomes } from '../../../shared/providers/sandbox/payouts/outcomes.ts';
import { scenarioDetails } from '../../../shared/providers/sandbox/payouts/scenario-details.ts';
import { type CallerCommand, tries } from './command.ts';
import type { Caller } from './engine/caller.ts';
import type { Dice } from './engine/dice.ts';
import { type Answer, bodyOf, succeeded } from './engine/operation.ts';
import type { RegisteredRecipient } from './engine/scene.ts';

/** What callers do with the people they pay. */
export const recipientCommands: readonly CallerCommand[] = [
  { name: 'create a recipient', weight: 3, act: createRecipient },
  { name: 'retire a recipient', weight: 2, act: retireAny },
  { name: 'correct a recipient', weight: 4, act: correctAny },
  { name: 'correct a recipient twice at once', weight: 2, act: correctTwice },
];

/** Few, so that they reach their caps. */
export const endUsers = ['user-1', 'user-2'];
/** The last two are one, written differently. */
const externalIds = ['external', 'Zoë', 'Zoe\u0308'];

const payeesOf = {
  sandbox: { country: 'US', currency: 'USD' },
  live: { country: 'DE', currency: 'EUR' },
} as const;

export async function createRecipient(caller: Caller, dice: Dice): Promise<void> {
  const outcome = dice.pick(dice.chance(0.6) ? sandboxOutcomes.slice(0, 3) : sandboxOutcomes);
  const request = {
    ...recipientRequest(caller, outcome?.digits ?? '', dice.below(4)),
    // Few of either, so that they clash.
    ...(dice.chance(0.5) && { externalId: externalIds[dice.below(3)] }),
    ...(dice.chance(0.5) && { endUserId: dice.pick(endUsers) }),
  };
  await register(caller, request, tries(dice));
}

/** A payee in the United States, whom every organization of the sandbox can pay, or in Germany, where live ones pay what they fund. */
export function recipientRequest({ organization }: Caller, digits: string, serial: number) {
  const served = sandboxCorridors.filter(({ sourceCurrency }) => sourceCurrency === organization.currency);
  const corridor = findCorridor(served, payeesOf[organization.mode]) as Corridor;
  const recipientDetails = scenarioDetails(corridor, digits, serial);
  const method = { kind: 'fiat', currency: corridor.currency, recipientDetails };
  return { type: 'individual', name: 'Payee', country: corridor.country, method };
}

export async function register(caller: Caller, request: object, attempts: number): Promise<void> {
  const answer = await caller.perform('createRecipient', { body: request, key: caller.newKey() }, attempts);
  remember(caller, request, answer);
}

/** Whom the organization can pay from now on. */
export function remember({ organization }: Caller, request: object, answer: Answer | undefined): void {
  if (!succeeded(answer)) return;
  const { recipientId, methods } = bodyOf(answer);
  const { destinationAccountId } = methods[0];
  organization.recipients.push({ recipientId, destinationAccountId, request });
}

async function retireAny(caller: Caller, dice: Dice): Promise<void> {
  const recipient = dice.pick(caller.organization.recipients);
  if (recipient) await retire(caller, dice, recipient);
}

/** Most callers forget whom they have retired; some go on paying them. */
export async function retire(caller: Caller, dice: Dice, { recipientId }: RegisteredRecipient): Promise<void> {
  const key = dice.chance(0.6) ? caller.newKey() : undefined;
  const forgets = dice.chance(0.6);
  const answer = await caller.perform('retireRecipient', { path: { recipientId }, key }, tries(dice));
  const { recipients } = caller.organization;
  const index = recipients.findIndex((recipient) => recipient.recipientId === recipientId);
  if (succeeded(answer) && forgets && index >= 0) recipients.splice(index, 1);
}

/** Under another name, and for anybody. */
async function correctAny(caller: Caller, dice: Dice): Promise<void> {
  const recipient = dice.pick(caller.organization.recipients);
  if (!recipient) return;
  await retire(caller, dice, recipient);
  await register(caller, corrected(recipient, dice), tries(dice));
}

/** Two people notice the same mistake. */
async function correctTwice(caller: Caller, dice: Dice): Promise<void> {
  const recipient = dice.pick(caller.organization.recipients);
  if (!recipient) return;
  const corrections = [corrected(recipient, dice), corrected(recipient, dice)];
  await Promise.all(
    corrections.map(async (request) => {
      await retire(caller, dice, recipient);
      await register(caller, request, tries(dice));
    }),
  );
}

function corrected({ request }: RegisteredRecipient, dice: Dice): object {
  return { ...request, name: dice.pick(['Payee', 'Payee Corrected']), endUserId: dice.pick([...endUsers, undefined]) };
}
