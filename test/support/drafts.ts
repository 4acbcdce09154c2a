import type { Entity, FormattedItem } from 'dynamodb-toolbox/entity';
import { format } from '../../shared/ground/table/format.ts';
import { JournalDraft } from '../../shared/journal/commit/draft.ts';
import { type Head, newHead } from '../../shared/journal/commit/head.ts';

export const someTime = Date.parse('2026-03-01T12:00:00.000Z');

/** A draft for an organization that has this many cents of USD. */
export function draftWith(available: bigint, head: Partial<Head> = {}, now = someTime): JournalDraft {
  const balances = { USD: { available, held: 0n } };
  return new JournalDraft({ ...newHead('org', someTime), balances, ...head }, now, { livemode: false });
}

/** The items of one entity that a draft would put. */
export function rowsOf<E extends Entity>(draft: JournalDraft, entity: E): FormattedItem<E>[] {
  return draft.writes.flatMap((write) => {
    const item = write.input.Item;
    return item?._et === entity.entityName ? [format(entity, item)] : [];
  });
}
