import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type { Schema } from 'dynamodb-toolbox/schema';
import { isMap } from './is-map.ts';
import { identity, type Key, keyIn } from './keys.ts';
import { type Attributes, unknownFor } from './unknown-attributes.ts';

/**
 * Converts an item to its stored form, together with what another release has stored in the same item, and its key.
 * Attributes that the entity lacks are omitted.
 * @throws Error for an attribute that is missing, or has another type
 */
export function parse<E extends Entity>(
  entity: E,
  item: FormattedItem<E>,
): { readonly Item: Attributes; readonly key: Key } {
  const key = keyIn(entity, item);
  const attributes = writerOf(entity)(item, identity(key), entity.entityName) as Attributes;
  return { Item: Object.assign(attributes, key), key };
}

/**
 * Makes the stored form of a value.
 * @param of identity of the item
 * @param path of the value, for messages
 */
type Writer = (given: unknown, of: string, path: string) => unknown;

const writers = new WeakMap<Entity, Writer>();

/**
 * Made once per entity: a commit writes a dozen items, and walking the schema for each of them took a fifth of its
 * time.
 */
function writerOf(entity: Entity): Writer {
  const made = writers.get(entity);
  if (made) return made;
  const writer = mapWriter(entity.schema.attributes);
  writers.set(entity, writer);
  return writer;
}

function schemaWriter(schema: Schema): Writer {
  switch (schema.type) {
    case 'map':
      return mapWriter(schema.attributes);
    case 'record':
      return recordWriter(schemaWriter(schema.elements));
    case 'list':
      return listWriter(schemaWriter(schema.elements));
    case 'any':
      return encoder(schema.props.transform) ?? ((given) => given);
    case 'string':
    case 'number':
    case 'boolean':
      return primitiveWriter(schema);
    default:
      throw new Error(`no entity has attributes of the type ${schema.type}`);
  }
}

function mapWriter(attributes: Readonly<Record<string, Schema>>): Writer {
  const fields = Object.entries(attributes).map(([name, schema]) => ({
    name,
    savedAs: schema.props.savedAs ?? name,
    write: schemaWriter(schema),
    isOptional: schema.props.required === 'never',
    byDefault: schema.props.putDefault,
  }));
  return (given, of, path) => {
    if (!isMap(given)) throw invalid(path, 'map');
    const map = unknownFor(given, of);
    for (const { name, savedAs, write, isOptional, byDefault } of fields) {
      // The name of the entity is the only attribute with a default, and callers cannot set it.
      const value = byDefault ?? given[name];
      if (value !== undefined) map[savedAs] = write(value, of, `${path}.${name}`);
      else if (!isOptional) throw invalid(`${path}.${name}`, 'value');
    }
    return map;
  };
}

function recordWriter(write: Writer): Writer {
  return (given, of, path) => {
    if (!isMap(given)) throw invalid(path, 'map');
    const present = Object.entries(given).filter(([, element]) => element !== undefined);
    // A key can be any text. Assigning `__proto__` would not set a property.
    return Object.fromEntries(present.map(([key, element]) => [key, write(element, of, `${path}.${key}`)]));
  };
}

function listWriter(write: Writer): Writer {
  return (given, of, path) => {
    if (!Array.isArray(given)) throw invalid(path, 'list');
    return given.map((element) => write(element, of, `${path}[]`));
  };
}

function primitiveWriter({ type, props }: Extract<Schema, { readonly type: 'string' | 'number' | 'boolean' }>): Writer {
  const validate = props.putValidator as ((given: unknown) => boolean | string) | undefined;
  return (given, _of, path) => {
    if (typeof given !== type) throw invalid(path, type);
    if (validate && validate(given) !== true) throw invalid(path, 'value of its range');
    return given;
  };
}

function encoder(transform: unknown): Writer | undefined {
  return transform ? (given) => (transform as { encode: (given: unknown) => unknown }).encode(given) : undefined;
}

/** The message omits the value, which may be personal data. */
function invalid(path: string, wanted: string): Error {
  return new Error(`${path} is no ${wanted}`);
}
