import { isDeepStrictEqual } from 'node:util';
import type { Key } from '../../../../local/table/item.ts';
import {
  isLive,
  type Recipient,
  RecipientEntity,
  type RecipientLookup,
  recipientPartition,
} from '../../../../shared/corridors/recipients/recipient.ts';
import { format } from '../../../../shared/ground/table/format.ts';
import { comparedForm } from '../../../../shared/ground/text/compared-form.ts';
import { readMemo } from '../../../../shared/payouts/lifecycle/payout-memo.ts';
import type { Payout } from '../../../../shared/payouts/payout/payout.ts';
import type { PayoutInstruction } from '../../../../shared/ports/payout-rail.ts';
import { bodyOf, errorOf, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { type Answered, answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import { madeWhile } from './history.ts';
import type { Invariant } from './invariant.ts';

export const recipientInvariants: readonly Invariant[] = [
  { name: 'an account and an external id belong to one live recipient, who is found by them', broken: linksHold },
  { name: 'a recipient is retired for good, never while it is blocked, and nothing else of it changes', broken: goOn },
  { name: 'no payout is made to a payee that is blocked or retired', broken: blockHolds },
  { name: 'a payout was paid to the account that it shows', broken: paidAsShown },
  { name: 'a payout shows the account that was asked for', broken: shownAsAsked },
  { name: 'what a caller is told of a recipient is so', broken: toldAsIs },
  { name: 'whoever may not retire a recipient is told nothing of it', broken: strangersRefused },
];

/** Behind every commit that changes them. */
function linksHold({ organizationId }: Books, { witness }: World): string[] {
  const recipients = new Map<Key, Recipient>();
  const links = new Map<Key, RecipientLookup>();
  return witness.commits.flatMap(({ by, changes }) => {
    const registered = changes.filter(({ key }) => key.startsWith(`${recipientPartition(organizationId)} `));
    const linked = changes.filter(({ key }) => key.startsWith(`RECIPIENT_BY#${organizationId}#`));
    for (const { key, after } of registered) if (after) recipients.set(key, format(RecipientEntity, after));
    for (const { key, after } of linked) {
      if (after) links.set(key, after as unknown as RecipientLookup);
      else links.delete(key);
    }
    const isChanged = registered.length + linked.length > 0;
    const wrong = isChanged ? wrongLinks([...recipients.values()], [...links.values()]) : [];
    return wrong.map((what) => `${what}, behind ${by?.name}`);
  });
}

/** @returns live recipients that share an account or an external id, or are not found; and rows that find one which is not live */
function wrongLinks(recipients: readonly Recipient[], links: readonly RecipientLookup[]): string[] {
  const live = recipients.filter(
    (recipient) => isLive(recipient) && recipient.retiredAt === undefined && !wasRefusedOnPage(recipient),
  );
  const ids = new Set(live.map(({ recipientId }) => recipientId));
  return [
    ...shared(live, accountOf),
    ...shared(live, ({ externalId }) => externalId && comparedForm(externalId)),
    ...live.flatMap(({ recipientId, externalId }) => {
      const own = new Set(links.filter((link) => link.recipientId === recipientId).map(({ by }) => by));
      const isFound = own.has('account') && own.has('externalId') === (externalId !== undefined);
      return isFound ? [] : [`${recipientId} is found by ${[...own]}`];
    }),
    ...links.flatMap(({ by, recipientId }) => (ids.has(recipientId) ? [] : [`by ${by} ${recipientId} is found`])),
  ];
}

/** Nobody can block an account by typing it on the page of a payout link. */
function wasRefusedOnPage({ status, payoutLinkId, blockedAt }: Recipient): boolean {
  return status === 'blocked' && payoutLinkId !== undefined && blockedAt === undefined;
}

function shared(live: readonly Recipient[], nameOf: (recipient: Recipient) => string | undefined): string[] {
  const named = live.filter((recipient) => nameOf(recipient) !== undefined);
  return [...Map.groupBy(named, nameOf)]
    .filter(([, owners]) => owners.length > 1)
    .map(([name, owners]) => `${name} names ${owners.map(({ recipientId }) => recipientId).join(' and ')}`);
}

/** What tells one account from another. */
export function accountOf({ methods: [method] }: Recipient): string {
  return `${method?.currency} ${JSON.stringify(Object.entries(method?.recipientDetails ?? {}).sort())}`;
}

/** What may follow each status. A retired recipient that is blocked is retired again when the block is lifted. */
const nextStatuses: Readonly<Record<Recipient['status'], readonly Recipient['status'][]>> = {
  active: ['blocked', 'retired'],
  blocked: ['active', 'retired'],
  retired: ['blocked'],
};

function goOn({ organizationId }: Books, { witness }: World): string[] {
  return witness.keys(`${recipientPartition(organizationId)} `).flatMap((key) => {
    const path = witness.history(key).map(({ item }) => format(RecipientEntity, item ?? {}));
    return path.slice(1).flatMap((after, index) => {
      const before = path[index] as Recipient;
      const isRetired = before.retiredAt === undefined && after.retiredAt !== undefined;
      const isPath = nextStatuses[before.status].includes(after.status);
      const isRight = isRetired
        ? before.status === 'active' && after.status === 'retired'
        : before.retiredAt === after.retiredAt && mayBe(after);
      const isSame = isDeepStrictEqual(factsOf(before), factsOf(after));
      return isPath && isRight && isSame ? [] : [`${key} went from ${told(before)} to ${told(after)}`];
    });
  });
}

function mayBe({ status, retiredAt }: Recipient): boolean {
  return status === 'blocked' || status === (retiredAt === undefined ? 'active' : 'retired');
}

function factsOf({ version, status, blockedAt, cleared, retiredAt, ...facts }: Recipient): object {
  return facts;
}

function told({ status, retiredAt, name }: Recipient): string {
  return `${status} ${name} (${retiredAt ?? 'not retired'})`;
}

function blockHolds({ organizationId }: Books, world: World): string[] {
  return madeWhile(world, organizationId, ({ recipientId }) => recipientKey(organizationId, recipientId as string));
}

function recipientKey(organizationId: string, recipientId: string): Key {
  return `${recipientPartition(organizationId)} ${recipientId}`;
}

function paidAsShown({ organizationId, payouts }: Books, { rail, witness }: World): string[] {
  return payouts.flatMap((payout) => {
    const { payoutId, recipientId } = payout;
    const [made] = witness.history(`PAYOUT#${organizationId} ${payoutId}`);
    const instruction = rail.sent.get(payoutId);
    if (!made?.item || !instruction) return [];
    const [registered] = witness.history(recipientKey(organizationId, recipientId));
    const isRight =
      isShown(payout, made.item as Shown) &&
      isShown(payout, readMemo(instruction.memo)?.payout) &&
      (!registered?.item || isPaid(instruction, payout, format(RecipientEntity, registered.item)));
    return isRight ? [] : [`${payoutId} was paid to somebody else than ${recipientId}`];
  });
}

type Shown = Pick<Payout, 'recipientId' | 'destinationAccountId'>;

/** Whether it shows whom it was made for, and whom its rail was told of. */
function isShown({ recipientId, destinationAccountId }: Shown, other: Shown | undefined): boolean {
  return other?.recipientId === recipientId && other.destinationAccountId === destinationAccountId;
}

/** What is told of here never changes. A restore may have lost the recipient, but not the payout, which is written back. */
function isPaid(
  { recipientName, recipientDetails }: PayoutInstruction,
  { destinationAccountId }: Shown,
  { name, railName = name, methods }: Recipient,
): boolean {
  const method = methods.find((one) => one.destinationAccountId === destinationAccountId);
  return recipientName === railName && isDeepStrictEqual({ ...recipientDetails }, { ...method?.recipientDetails });
}

function shownAsAsked(books: Books, world: World): string[] {
  return answersTo(operationsOf(books, world)).flatMap(({ operation: { endpoint, text, caller }, answer }) => {
    if (endpoint.operation !== 'createPayout' || !succeeded(answer)) return [];
    const { payoutId, destinationAccountId } = bodyOf(answer);
    const asked = JSON.parse(text).destinationAccountId;
    return payoutId === undefined || destinationAccountId === asked
      ? []
      : [`${caller} asked to pay ${asked}, and ${payoutId} shows ${destinationAccountId}`];
  });
}

function toldAsIs(books: Books, world: World): string[] {
  const recipients = new Map(books.recipients.map((recipient) => [recipient.recipientId, recipient]));
  return ['createRecipient', 'retireRecipient'].flatMap((name) =>
    newAnswersTo(name, books, world).flatMap(({ attempt, answer }) => {
      if (!succeeded(answer)) return [];
      const { recipientId, retiredAt } = bodyOf(answer);
      const recipient = recipients.get(recipientId);
      const isSo = recipient && (name === 'createRecipient' || recipient.retiredAt === retiredAt);
      return isSo ? [] : [`${attempt.invocation?.name} told of ${recipientId} as it is not`];
    }),
  );
}

/** Whoever has signed in, or is at the path of another organization, or names a recipient of another one. */
function strangersRefused(books: Books, world: World): string[] {
  const { organizationId } = books;
  return newAnswersTo('retireRecipient', books, world).flatMap(({ operation, attempt, answer }) => {
    const { endpoint, as, pathParameters } = operation;
    const mayAsk = as === undefined && pathParameters.orgId === organizationId;
    const key = recipientKey(organizationId, pathParameters.recipientId ?? '');
    if (mayAsk && world.witness.history(key).length > 0) return [];
    const type = errorOf(answer);
    const tells = type === undefined || (endpoint.errors as readonly string[]).includes(type);
    return !tells || (mayAsk && type === 'NOT_FOUND')
      ? []
      : [`${attempt.invocation?.name} was answered ${type ?? answer.status}`];
  });
}

/** Those that were not given before a restore. */
function newAnswersTo(name: string, books: Books, world: World): Answered[] {
  const [first] = world.witness.commits;
  return answersTo(operationsOf(books, world)).filter(
    ({ operation: { endpoint }, attempt }) => endpoint.operation === name && attempt.startedStep >= (first?.step ?? 0),
  );
}
