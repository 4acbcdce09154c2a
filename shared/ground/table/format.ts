import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type { Schema } from 'dynamodb-toolbox/schema';
import { isMap } from './is-map.ts';
import { identity, type Key } from './keys.ts';
import { type Attributes, attachUnknown } from './unknown-attributes.ts';

/**
 * Converts an item of the table to its entity's form. Attributes that the schema lacks stay attached to it
 * (`unknown-attributes.ts`), and unknown enumeration values are read unchanged (docs/adr/0028).
 * @throws Error for an attribute that is missing, or has another type
 */
export function format<E extends Entity>(entity: E, item: Attributes): FormattedItem<E> {
  return readerOf(entity)(item, item, entity.entityName) as FormattedItem<E>;
}

/** Reads a stored value. The whole item and the path of the value are for messages. */
type Reader = (stored: unknown, item: Attributes, path: string) => unknown;

const readers = new WeakMap<Entity, Reader>();

function readerOf(entity: Entity): Reader {
  const made = readers.get(entity);
  if (made) return made;
  const { partitionKey, sortKey } = entity.table;
  const reader = mapReader(entity.schema.attributes, [partitionKey.name, sortKey?.name ?? '']);
  readers.set(entity, reader);
  return reader;
}

function schemaReader(schema: Schema): Reader {
  switch (schema.type) {
    case 'map':
      return mapReader(schema.attributes);
    case 'record':
      return recordReader(schemaReader(schema.elements));
    case 'list':
      return listReader(schemaReader(schema.elements));
    case 'any':
      return decoder(schema.props.transform) ?? ((stored) => stored);
    case 'string':
    case 'number':
    case 'boolean':
      return primitiveReader(schema.type, decoder(schema.props.transform));
    default:
      throw new Error(`no entity has attributes of the type ${schema.type}`);
  }
}

function mapReader(attributes: Readonly<Record<string, Schema>>, keys: readonly string[] = []): Reader {
  const fields = Object.entries(attributes).map(([name, { props }]) => ({
    name,
    savedAs: props.savedAs ?? name,
    props,
  }));
  const known = new Set([...keys, ...fields.map(({ savedAs }) => savedAs)]);
  const shown = fields
    .filter(({ props }) => !props.hidden)
    .map(({ name, savedAs, props }) => {
      const read = schemaReader(attributes[name] as Schema);
      return { name, savedAs, read, isOptional: props.required === 'never' };
    });
  return (stored, item, path) => {
    if (!isMap(stored)) throw invalid(item, path, 'map');
    const map: Attributes = {};
    for (const { name, savedAs, read, isOptional } of shown) {
      const value = stored[savedAs];
      if (value !== undefined) map[name] = read(value, item, `${path}.${savedAs}`);
      else if (!isOptional) throw invalid(item, `${path}.${savedAs}`, 'value');
    }
    return attachUnknown(map, stored, known, () => identity(item as unknown as Key));
  };
}

function recordReader(read: Reader): Reader {
  return (stored, item, path) => {
    if (!isMap(stored)) throw invalid(item, path, 'map');
    return Object.fromEntries(
      Object.entries(stored).map(([key, element]) => [key, read(element, item, `${path}.${key}`)]),
    );
  };
}

function listReader(read: Reader): Reader {
  return (stored, item, path) => {
    if (!Array.isArray(stored)) throw invalid(item, path, 'list');
    return stored.map((element) => read(element, item, `${path}[]`));
  };
}

function primitiveReader(type: 'string' | 'number' | 'boolean', decode: Reader | undefined): Reader {
  return (stored, item, path) => {
    if (typeof stored !== type) throw invalid(item, path, type);
    return decode ? decode(stored, item, path) : stored;
  };
}

function decoder(transform: unknown): Reader | undefined {
  return transform ? (stored) => (transform as { decode: (stored: unknown) => unknown }).decode(stored) : undefined;
}

/** The message omits the value, which may be personal data. */
function invalid({ pk, sk }: Attributes, path: string, wanted: string): Error {
  return new Error(`${path} is no ${wanted} in the item ${pk} ${sk}`);
}
