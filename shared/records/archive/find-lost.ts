import { identity, type Key } from '../../ground/table/keys.ts';
import { HeadEntity } from '../../journal/commit/head.ts';
import type { ArchivedChange, ArchivedChanges } from '../../ports/change-archive.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { type Fate, fateOf, keyOfChange, lastChanges, textOf, wholeNumberOf } from './fate.ts';

/** An item that was changed, and the fate of its last change on this page. A later page may contain a later change. */
export interface ItemFate extends Key {
  readonly fate: Fate;
  /** The name of the entity: `payout`. */
  readonly entity: string;
  /** Absent if the item belongs to no organization. */
  readonly organizationId?: string | undefined;
}

/** Versions of an organization's head after changes in the archive. */
export interface HeadVersions {
  readonly first: number;
  readonly last: number;
}

export interface LostPage {
  /** The number of changes compared with the table in use. */
  readonly compared: number;
  /** The number of changes made in the table in use itself, which has them. */
  readonly ofTableInUse: number;
  /** Times of the first and last change, in either table. */
  readonly between?: { readonly from: string; readonly to: string };
  readonly heads: Readonly<Record<string, HeadVersions>>;
  readonly items: readonly ItemFate[];
  readonly unreadable: readonly string[];
  readonly next?: string;
}

interface Wanted {
  readonly archived: ArchivedChanges;
  readonly sinceMs: number;
  readonly after?: string | undefined;
}

/**
 * The next page of the archive, compared with the table in use. Changes of other tables are compared: after a restore,
 * those are what the stage did before it. Only keys are returned, no content.
 */
export async function findLost(
  { store, clock }: Pick<Runtime, 'store' | 'clock'>,
  { archived, sinceMs, after }: Wanted,
): Promise<LostPage> {
  const { changes, unreadable, next } = await archived.changesSince(sinceMs, after);
  const elsewhere = changes.filter(({ stream }) => stream !== archived.streamInUse);
  const last = lastChanges(elsewhere);
  const present = await store.getStored([...last.values()].flatMap((change) => keyOfChange(change) ?? []));
  const times = changes.map(({ at }) => at).sort();
  const [from, to] = [times[0], times.at(-1)];
  return {
    compared: elsewhere.length,
    ofTableInUse: changes.length - elsewhere.length,
    ...(from && to && { between: { from, to } }),
    heads: headVersions(elsewhere),
    items: [...last.values()].flatMap((change) => {
      const key = keyOfChange(change);
      return key ? [{ ...key, ...nameOf(change), fate: fateOf(change, present.get(identity(key)), clock()) }] : [];
    }),
    unreadable,
    ...(next !== undefined && { next }),
  };
}

function nameOf({ newImage, oldImage }: ArchivedChange): Pick<ItemFate, 'entity' | 'organizationId'> {
  const image = newImage ?? oldImage ?? {};
  return { entity: textOf(image._et) ?? 'unknown', organizationId: textOf(image.organizationId) };
}

function headVersions(changes: readonly ArchivedChange[]): Record<string, HeadVersions> {
  const heads: Record<string, HeadVersions> = {};
  for (const { newImage } of changes) {
    const [organizationId, version] = [textOf(newImage?.organizationId), wholeNumberOf(newImage?.version)];
    if (textOf(newImage?._et) !== HeadEntity.entityName || !organizationId || version === undefined) continue;
    const { first = version, last = version } = heads[organizationId] ?? {};
    heads[organizationId] = { first: Math.min(first, version), last: Math.max(last, version) };
  }
  return heads;
}
