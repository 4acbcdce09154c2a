import { isDeepStrictEqual } from 'node:util';
import type { Item, Key } from '../../../local/table/item.ts';
import {
  isLive,
  type Recipient,
  RecipientEntity,
  type RecipientLookup,
  recipientPartition,
} from '../../../shared/corridors/recipients/recipient.ts';
import { format } from '../../../shared/ground/table/format.ts';
import { comparedForm } from '../../../shared/ground/text/compared-form.ts';
import type { Payout } from '../../../shared/payouts/payout/payout.ts';
import { bodyOf, succeeded } from '../engine/operation.ts';
import type { World } from '../engine/world.ts';
import { answersTo, operationsOf } from './answers.ts';
import type { Books } from './books.ts';
import type { Invariant } from './invariant.ts';
import { itemBefore } from './reads.ts';

export const recipientInvariants: readonly Invariant[] = [
  { name: 'an account and an external id belong to one live recipient, who is found by them', broken: linksHold },
  { name: 'a recipient is retired for good, never while it is blocked, and nothing else of it changes', broken: goOn },
  { name: 'a payout was paid to the account that it shows', broken: paidAsShown },
  { name: 'a payout shows the account that was asked for', broken: shownAsAsked },
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
  const live = recipients.filter((recipient) => isLive(recipient) && recipient.retiredAt === undefined);
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

function paidAsShown({ organizationId, payouts }: Books, { rail, witness }: World): string[] {
  return payouts.flatMap((payout) => {
    const { payoutId, recipientId } = payout;
    const [made] = witness.history(`PAYOUT#${organizationId} ${payoutId}`);
    const instruction = rail.sent.get(payoutId);
    if (!made || !instruction) return [];
    const then = itemBefore(witness, `${recipientPartition(organizationId)} ${recipientId}`, made.commit);
    const { name, railName = name, methods } = format(RecipientEntity, then ?? {});
    const method = methods.find(({ destinationAccountId }) => destinationAccountId === payout.destinationAccountId);
    const isPaid =
      instruction.recipientName === railName &&
      isDeepStrictEqual({ ...instruction.recipientDetails }, { ...method?.recipientDetails });
    return isPaid && isShown(payout, made.item) ? [] : [`${payoutId} was paid to somebody else than ${recipientId}`];
  });
}

/** Whether it shows whom it was made for. */
function isShown({ recipientId, destinationAccountId }: Payout, made: Item | undefined): boolean {
  return made?.recipientId === recipientId && made.destinationAccountId === destinationAccountId;
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
