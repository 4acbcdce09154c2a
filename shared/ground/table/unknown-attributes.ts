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
 * What another release has stored in a map of the item, as the start of the map that is written.
 * @param given the map before it is written
 * @param of identity of the item that is written
 */
export function unknownFor(given: WithUnknown, of: string): Attributes {
  const found = given[unknown];
  return found?.of === of ? { ...found.attributes } : {};
}
