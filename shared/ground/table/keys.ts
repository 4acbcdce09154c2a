import { EntityParser } from 'dynamodb-toolbox/entity/actions/parse';
import type { Read } from './expressions.ts';

/** A primary key as the table has it. */
export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** The primary key of an item: what the entity computes from its key attributes. */
export function keyOf({ entity, key }: Read): Key {
  return entity.build(EntityParser).parse(key as never, { mode: 'key' }).key as unknown as Key;
}

/** A key as one string, to compare keys and to use them in maps. */
export function identity({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}
