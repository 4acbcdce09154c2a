import { createHash } from 'node:crypto';
import type { Schema } from 'dynamodb-toolbox/schema';
import type { Item } from '../../../local/table/item.ts';
import { entities } from './entities.ts';

/** An attribute that no release has: what a later one may have stored beside ours. */
export const mark = 'laterRelease';

/**
 * The item as a later release would store it: with an attribute more in itself and in every map that is new. It follows
 * from the item alone, so that a write which is sent again is the same write.
 */
export function marked(item: Item): Item {
  const since = item.version === undefined ? digest(item) : `version ${item.version}`;
  const schema = entities.get(item._et as string)?.schema;
  return (schema ? markedValue(schema, item, since) : { [mark]: since, ...item }) as Item;
}

function markedValue(schema: Schema, value: unknown, since: string): unknown {
  if (value === undefined) return value;
  switch (schema.type) {
    case 'item':
    case 'map': {
      const attributes = Object.values(attributesOf(schema)).flatMap(({ savedAs, schema: attribute }) => {
        const found = (value as Item)[savedAs];
        return found === undefined ? [] : [[savedAs, markedValue(attribute, found, since)]];
      });
      return { [mark]: since, ...(value as Item), ...Object.fromEntries(attributes) };
    }
    case 'list':
      return (value as unknown[]).map((element) => markedValue(schema.elements, element, since));
    case 'record':
      return Object.fromEntries(
        Object.entries(value as Item).map(([key, element]) => [key, markedValue(schema.elements, element, since)]),
      );
    default:
      return value;
  }
}

/** Rows that are not the former one continued: what was there is over, and what another release had stored with it. */
export const madeAnew: readonly string[] = [
  // Of a request that left its intent to a worker: the worker's row takes its place.
  'auditEvent',
  'dueWork',
  'duplicateGuard',
  'heldDelivery',
  'idempotencyRecord',
  'parkedWork',
  // What is to be flushed, as it is known when more comes.
  'flushLater',
  'pendingFlush',
  'rateCounter',
  'singleUse',
  // Only where to go on. A later release that finds less there starts its sweep again.
  'sweepProgress',
];

/**
 * Maps that tell of an act, which is another one each time: who confirmed a run last, what a draft was made to cost, why a payee waits now and
 * which vote was asked for last.
 */
const toldAnew = /^(batch\.confirmedBy|checkoutLink\.(items|publishError)|payoutLink\.(waitingFor|claimVote))/;

/** @returns what an overwritten item has lost of what a later release had stored in it, as sentences */
export function lostMarks(before: Item, after: Item): string[] {
  const name = before._et as string;
  const schema = entities.get(name)?.schema;
  if (madeAnew.includes(name) || !schema) return [];
  const left = new Map(mapsIn(schema, after, name).map(({ place, found }) => [place, found]));
  return mapsIn(schema, before, name).flatMap(({ place, found }) => {
    const now = left.get(place);
    return now && found[mark] !== now[mark] && !toldAnew.test(place)
      ? [`${place} lost what a later release had stored in it`]
      : [];
  });
}

interface PlacedMap {
  /** Where it is, and which of several it is. */
  readonly place: string;
  readonly found: Item;
}

function mapsIn(schema: Schema, value: unknown, path: string): PlacedMap[] {
  if (value === undefined) return [];
  switch (schema.type) {
    case 'item':
    case 'map':
      return [
        { place: `${path}${schema.type === 'map' ? whichOf(value as Item) : ''}`, found: value as Item },
        ...Object.entries(attributesOf(schema)).flatMap(([name, attribute]) =>
          mapsIn(attribute.schema, (value as Item)[attribute.savedAs], `${path}.${days.test(name) ? 'day' : name}`),
        ),
      ];
    case 'list':
      return (value as unknown[]).flatMap((element) => mapsIn(schema.elements, element, `${path}[]`));
    case 'record':
      return Object.entries(value as Item).flatMap(([key, element]) =>
        mapsIn(schema.elements, element, `${path}.${key}`),
      );
    default:
      return [];
  }
}

/** A day's counts move from one attribute of the head to the other. */
const days = /^paid(Today|Before)$/;

/** What tells one map of a kind from another. One that differs in these is another, and starts with nothing. */
const identifying = [
  'id',
  'accountId',
  'userId',
  'invitationId',
  'credential',
  'version',
  'actorUserId',
  'addressHash',
  'approvalId',
  'proposalId',
  'apiKeyId',
  'secret',
  'corridorId',
  'amountLeg',
  'refundId',
  'disputeId',
  'intentId',
  'priceId',
  'fundingQuoteId',
];
const datings = ['at', 'until', 'validUntil', 'day', 'since'];

function whichOf(map: Item): string {
  const named = [...identifying, ...datings].flatMap((name) =>
    map[name] === undefined ? [] : [`${name} ${map[name]}`],
  );
  return named.length > 0 ? ` (${named.join(', ')})` : '';
}

function attributesOf({ attributes }: { readonly attributes: Readonly<Record<string, Schema>> }) {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, schema]) => [name, { schema, savedAs: schema.props.savedAs ?? name }]),
  );
}

function digest(item: Item): string {
  return createHash('sha256').update(JSON.stringify(item)).digest('hex').slice(0, 16);
}
