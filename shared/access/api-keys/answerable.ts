import { readUpTo } from '../../ground/table/read-up-to.ts';
import type { Store } from '../../ground/table/store.ts';
import { timePosition } from '../../ground/table/time-position.ts';
import { type ApiKey, apiKeyRead } from '../../identity/api-key.ts';
import { MemberEntity, memberPartition } from '../../identity/member.ts';
import { may } from '../../identity/roles.ts';
import { AuditEventEntity, auditPartition } from '../../journal/rows/audit-event.ts';
import { findInviters, ignoreRefusal, keepOnce } from '../team/inviters.ts';
import type { Answerable } from '../voters/electorate.ts';

/** A rotation's audit row has the time at which its request came in: so much older than the successor, or younger by a wrong clock. */
const requestMs = 60_000;
/** Rows that a query examines, and queries: fifty thousand rows of two minutes. */
const rowsPerQuery = 1_000;
const mostQueries = 50;

/**
 * Who answers for a key, and who invited them. A key of the release before does not say: it is found in the audit rows of
 * its ancestors' rotations, once, and kept.
 */
export async function answerableOfKey(store: Store, key: ApiKey): Promise<Answerable> {
  const { persons, inviters } = key;
  if (persons && inviters) return { persons, inviters };
  const found = await findAnswerable(store, key);
  await store.update(apiKeyRead(key.id), keepOnce<ApiKey>(found)).catch(ignoreRefusal);
  return found;
}

async function findAnswerable(store: Store, key: ApiKey): Promise<Answerable> {
  const persons = new Set([key.issuedBy]);
  let descendant: ApiKey | undefined = key;
  while (descendant?.rotatedFrom !== undefined) {
    for (const person of await rotatorsOf(store, descendant)) persons.add(person);
    const ancestor: ApiKey | undefined = await store.get(apiKeyRead(descendant.rotatedFrom));
    for (const person of ancestor?.persons ?? []) persons.add(person);
    descendant = ancestor?.persons ? undefined : ancestor;
  }
  const inviters = await Promise.all([...persons].map((person) => findInviters(store, key.organizationId, person)));
  return { persons: [...persons], inviters: [...new Set(inviters.flat())] };
}

/**
 * Persons who rotated its predecessor when it was made. A key that rotates itself is no person. Where more happened at that
 * time than can be read at once, whoever may rotate keys might have.
 */
async function rotatorsOf(store: Store, { organizationId, rotatedFrom = '', createdAt }: ApiKey): Promise<string[]> {
  const made = Date.parse(createdAt);
  const range = {
    partition: auditPartition(organizationId),
    from: timePosition(made - requestMs, ''),
    to: timePosition(made + requestMs, '~'),
    where: { action: ['api_key.rotate'], resourceId: [rotatedFrom] },
    limit: rowsPerQuery,
  };
  const { items, examinedTo } = await readUpTo(store, AuditEventEntity, range, { queries: mostQueries });
  const known = items.flatMap(({ actorUserId }) => actorUserId ?? []);
  return examinedTo === undefined ? known : [...known, ...(await managersOf(store, organizationId))];
}

async function managersOf(store: Store, organizationId: string): Promise<string[]> {
  const members = await store.range(MemberEntity, { partition: memberPartition(organizationId), limit: 1_000 });
  return members.items.filter(({ role }) => may(role, 'keys.manage')).map(({ userId }) => userId);
}
