import type { Entity } from 'dynamodb-toolbox/entity';
import { type StringSchema_, string } from 'dynamodb-toolbox/schema/string';
import { ServiceError } from '../errors/service-error.ts';

type OneOf<Values extends readonly string[]> = StringSchema_<{ enum: [...Values] }>;

/**
 * Text with known values. A later release may have stored another value (docs/adr/0028): it is read, shown and written
 * back unchanged, and grants nothing. The schema itself must therefore not refuse it.
 */
export function oneOf<const Values extends readonly string[]>(...values: Values): OneOf<Values> {
  return string().meta({ values }) as unknown as OneOf<Values>;
}

/**
 * Text with known values on which decisions about the item depend. They refuse an item with another value ({@link
 * refuseUnknown}).
 */
export function stateOf<const Values extends readonly string[]>(...values: Values): OneOf<Values> {
  return string().meta({ values, isState: true }) as unknown as OneOf<Values>;
}

/**
 * A row contains something that only a later release understands. Nothing was changed. The same request or work
 * succeeds once that release runs.
 */
export class UnknownValue extends ServiceError {
  constructor(entity: Entity, attribute: string) {
    super('INTERNAL', `a later release has stored the ${attribute} of this ${entity.entityName}; nothing was changed`);
  }
}

/**
 * Refuses to decide about an item in an unknown state.
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
