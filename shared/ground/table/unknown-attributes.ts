import type { Schema } from 'dynamodb-toolbox/schema';

/** An item as the table returns it, or a map in it. */
export type Attributes = Record<string, unknown>;

/**
 * What an item, or a map in it, has in the table beyond its schema: attributes of another release, which must survive
 * that this one replaces the item (docs/adr/0028). They stay with every copy that is made by spreading.
 */
const unknown = Symbol('attributes of another release');

interface Unknown {
  /** Identity of the item that they were read from. They are never written into another one. */
  readonly of: string;
  readonly attributes: Attributes;
}

interface WithUnknown extends Attributes {
  [unknown]?: Unknown;
}

/**
 * Leaves with a map the attributes that are stored beside the known ones.
 * @param of identity of the item
 */
export function attachUnknown(
  map: WithUnknown,
  stored: Attributes,
  known: ReadonlySet<string>,
  of: () => string,
): Attributes {
  let attributes: Attributes | undefined;
  for (const name in stored) {
    if (known.has(name)) continue;
    attributes ??= {};
    attributes[name] = stored[name];
  }
  if (attributes) map[unknown] = { of: of(), attributes };
  return map;
}

/**
 * The attributes of another release alone: to be spread into what replaces a map but is not made from it, where the new
 * one is still about the same thing.
 */
export function unknownOf(map: object | undefined): object {
  const found = (map as WithUnknown | undefined)?.[unknown];
  return found ? { [unknown]: found } : {};
}

/**
 * Gives back to an item that was parsed what another release has stored in it, at every depth.
 * @param given the item before it was parsed
 * @param of identity of the item that is written
 */
export function withUnknown<Stored>(schema: Schema, given: unknown, stored: Stored, of: string): Stored {
  return (given === undefined ? stored : restored(schema, given, stored, of)) as Stored;
}

function restored(schema: Schema, given: unknown, stored: unknown, of: string): unknown {
  switch (schema.type) {
    case 'item':
    case 'map':
      return restoredMap(schema.attributes, given as WithUnknown, stored as Attributes, of);
    case 'list':
      if (!mayHoldMaps(schema.elements)) return stored;
      return (stored as unknown[]).map((element, index) =>
        withUnknown(schema.elements, (given as unknown[])[index], element, of),
      );
    case 'record':
      if (!mayHoldMaps(schema.elements)) return stored;
      return Object.fromEntries(
        Object.entries(stored as Attributes).map(([key, element]) => [
          key,
          withUnknown(schema.elements, (given as Attributes)[key], element, of),
        ]),
      );
    default:
      return stored;
  }
}

function restoredMap(
  attributes: Readonly<Record<string, Schema>>,
  given: WithUnknown,
  stored: Attributes,
  of: string,
): Attributes {
  const known = { ...stored };
  for (const [name, attribute] of Object.entries(attributes)) {
    if (!mayHoldMaps(attribute)) continue;
    const savedAs = attribute.props.savedAs ?? name;
    if (savedAs in known) known[savedAs] = withUnknown(attribute, given[name], known[savedAs], of);
  }
  const found = given[unknown];
  return found?.of === of ? { ...found.attributes, ...known } : known;
}

function mayHoldMaps({ type }: Schema): boolean {
  return type === 'map' || type === 'list' || type === 'record';
}
