import { type ItemRef, refTo } from '../../ground/table/expressions.ts';
import { identity, keyOf } from '../../ground/table/keys.ts';
import { refuseUnknown } from '../../ground/table/known-values.ts';
import { TransactionRefused } from '../../ground/table/refusals.ts';
import type { FoundAll, ItemRefs, Store } from '../../ground/table/store.ts';
import { type Organization, OrganizationEntity } from '../../identity/organization.ts';
import type { DuplicateGuard } from '../idempotency/duplicate-guard.ts';
import { guardRef } from '../idempotency/duplicate-guard.ts';
import type { LookUps } from './draft.ts';
import type { Execution } from './execution.ts';
import { type Head, HeadEntity } from './head.ts';
import { type Turns, turnsRef } from './turns.ts';

/** The input of a decision: the organization, and the items that it requested. */
export type DecisionInput<R extends ItemRefs> = FoundAll<R> & { readonly organization: Organization };

export interface JournalState<R extends ItemRefs> {
  readonly head: Head;
  readonly guard: DuplicateGuard | undefined;
  readonly turns: Turns | undefined;
  readonly decided: DecisionInput<R>;
  readonly lookUps: LookUps;
}

interface Asked<R extends ItemRefs> {
  readonly organizationId: string;
  readonly reads: R;
  readonly lookUps?: readonly ItemRef[];
  readonly known?: KnownItems | undefined;
}

/**
 * Items that were just read, by the name of their read, so that a decision need not read them again. If they are
 * outdated, the commit is refused as after any lost race: it is conditional on each item as it was read, and the head
 * contains the version of the organization.
 */
export type KnownItems = Readonly<Record<string, object>>;

/**
 * `batch` is fast, but its items may be from different moments. `snapshot` is slower, costs twice as much, and is
 * refused during a commit.
 */
export type ReadMode = 'batch' | 'snapshot';

/**
 * Reads everything that a decision needs in one call. A batch is sufficient, because the commit is conditional on each
 * item as it was read. The exception is the organization, which changes rarely, and whose version is in the head.
 * @throws TransactionRefused when head and organization do not belong together, because one of them is about to change
 * @throws UnknownValue when the organization or an item that the decision asked for is in a state that this release
 * does not know
 */
export async function readState<R extends ItemRefs>(
  store: Store,
  { organizationId, reads, lookUps = [], known = {} }: Asked<R>,
  { guard }: Execution,
  reading: ReadMode = 'batch',
): Promise<JournalState<R>> {
  const wanted = new Map(lookUps.map((one) => [identity(keyOf(one)), one]));
  const all: ItemRefs = {
    ...Object.fromEntries(wanted),
    ...reads,
    ...journalReads(organizationId),
    ...(guard && { guard: guardRef(organizationId, guard) }),
  };
  const unread = Object.fromEntries(Object.entries(all).filter(([name]) => !known[name]));
  const fresh: Readonly<Record<string, object | undefined>> = await (reading === 'batch'
    ? store.getAll(unread)
    : store.getTogether(unread));
  const found = { ...fresh, ...known };
  const { head, organization, turns } = found as unknown as FoundAll<ReturnType<typeof journalReads>>;
  if (!head || !organization) throw new Error(`organization ${organizationId} has no journal`);
  if (head.organizationVersion !== organization.version) throw TransactionRefused.lost();
  refuseUnknown(OrganizationEntity, organization);
  for (const [name, { entity }] of Object.entries(reads)) refuseUnknown(entity, found[name]);
  return {
    head,
    turns,
    guard: fresh.guard as DuplicateGuard | undefined,
    decided: { ...found, organization } as unknown as DecisionInput<R>,
    lookUps: new Map([...wanted.keys()].map((key) => [key, fresh[key]])),
  };
}

function journalReads(organizationId: string) {
  return {
    head: refTo(HeadEntity, { organizationId }),
    organization: refTo(OrganizationEntity, { organizationId }),
    turns: turnsRef(organizationId),
  };
}
