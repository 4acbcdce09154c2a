import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import type { Range, RangePage, Store } from '../store.ts';

/** Every item of a range, page by page. Only for ranges that fit in memory. */
export async function wholeRange<E extends Entity>(
  { range }: Pick<Store, 'range'>,
  entity: E,
  { after: begin, ...bounds }: Pick<Range, 'partition' | 'to'> & { readonly after: string },
): Promise<FormattedItem<E>[]> {
  const found: FormattedItem<E>[] = [];
  let after: string | undefined = begin;
  while (after !== undefined) {
    const page: RangePage<FormattedItem<E>> = await range(entity, { ...bounds, after, limit: 1_000 });
    found.push(...page.items);
    after = page.examinedTo;
  }
  return found;
}
