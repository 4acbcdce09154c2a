import type { Store } from '../../ground/table/store.ts';
import { DatedRowEntity } from '../../journal/rows/dated-row.ts';

interface Item {
  readonly id: string;
  readonly datedAt?: number | undefined;
}

/** Findings about items of a partition that their list does not show. At most a hundred items. */
export async function datedFindings(store: Store, partition: string, items: readonly Item[]): Promise<string[]> {
  const wanted = items.flatMap(({ id, datedAt }) => (datedAt === undefined ? [] : [{ partition, id, datedAt }]));
  const rows = await store.getMany(DatedRowEntity, wanted);
  return wanted
    .filter(({ id }) => !rows.some((row) => row.id === id))
    .map(({ id }) => `${id} is dated, and its list does not show it`);
}
