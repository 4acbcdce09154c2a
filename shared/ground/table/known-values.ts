import type { Entity } from 'dynamodb-toolbox/entity';
import { type StringSchema_, string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../errors/service-error.ts';

type OneOf<Values extends readonly string[]> = StringSchema_<{ enum: [...Values] }>;

/**
 * Text of which this release knows these values. A later release may have stored another one (docs/adr/0028): it is
 * read, shown and written back as it is, and grants nothing. So the schema itself must not refuse it.
 */
export function oneOf<const Values extends readonly string[]>(...values: Values): OneOf<Values> {
  return string().meta({ values }) as unknown as OneOf<Values>;
}

/** The same for what decisions about the item rest on: they refuse an item with another value ({@link refuseUnknown}). */
export function stateOf<const Values extends readonly string[]>(...values: Values): OneOf<Values> {
  return string().meta({ values, isState: true }) as unknown as OneOf<Values>;
}

/**
 * A row says something that only a later release understands. Nothing was changed; the same request or work succeeds
 * once that release runs.
 */
export class UnknownValue extends ServiceError {
  constructor(entity: Entity, attribute: string) {
    super('INTERNAL', `a later release has stored the ${attribute} of this ${entity.entityName}; nothing was changed`);
  }
}

/**
 * Refuses to decide about an item in a state that this release does not know.
 * @throws UnknownValue
 */
export function refuseUnknown(entity: Entity, item: object | undefined): void {
  if (!item) return;
  for (const [attribute, values] of statesOf(entity)) {
    const value = (item as Record<string, unknown>)[attribute];
    if (value !== undefined && !values.includes(value)) throw new UnknownValue(entity, attribute);
  }
}

type States = readonly (readonly [attribute: string, values: readonly unknown[]])[];

const known = new WeakMap<Entity, States>();

function statesOf(entity: Entity): States {
  const found = known.get(entity);
  if (found) return found;
  const states = Object.entries(entity.schema.attributes).flatMap(([attribute, { props }]) =>
    props.meta?.isState ? [[attribute, props.meta.values as readonly unknown[]] as const] : [],
  );
  known.set(entity, states);
  return states;
}
