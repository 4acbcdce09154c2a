/** An item as returned by the table, or a map in it. */
export type Attributes = Record<string, unknown>;

/**
 * The attributes of an item, or of a map in it, that its schema lacks. They belong to another release and must survive
 * when this release replaces the item (docs/adr/0028). Copies made by spreading keep them.
 */
const unknown = Symbol('attributes of another release');

interface Unknown {
  /** Identity of the item from which they were read. They are never written into another item. */
  readonly of: string;
  readonly attributes: Attributes;
}

interface WithUnknown extends Attributes {
  [unknown]?: Unknown;
}

/**
 * Attaches to a map the stored attributes that the schema lacks.
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
 * Only the attributes of another release. Spread them into a map that replaces another one without being made from it,
 * if both describe the same thing.
 */
export function unknownOf(map: object | undefined): object {
  const found = (map as WithUnknown | undefined)?.[unknown];
  return found ? { [unknown]: found } : {};
}

/**
 * The attributes that another release has stored in a map of the item, to which the map's own attributes are added.
 * @param given the map before it is written
 * @param of identity of the item that is written
 */
export function unknownFor(given: WithUnknown, of: string): Attributes {
  const found = given[unknown];
  return found?.of === of ? { ...found.attributes } : {};
}
