import { readUpTo } from '../../ground/table/read-up-to.ts';
import type { Store } from '../../ground/table/store.ts';
import { timePosition } from '../../ground/table/time-position.ts';
import { type ApiKey, apiKeyRef } from '../../identity/api-key.ts';
import { AuditEventEntity, auditPartition } from '../../journal/rows/audit-event.ts';
import { findInviters, ignoreConditionFailed, membersWhoMay, setIfAbsent } from '../team/inviters.ts';
import type { ResponsiblePersons } from '../voters/electorate.ts';

/**
 * The maximum difference, in milliseconds, between a rotation's audit row and the creation of the successor. The audit
 * row has the arrival time of the request, which is earlier than the creation, or later if clocks differ.
 */
const requestMs = 60_000;
/** The number of rows examined per query and the number of queries cover fifty thousand rows within two minutes. */
const rowsPerQuery = 1_000;
const mostQueries = 50;

/**
 * Returns the people responsible for a key, and their inviters. Keys written by the previous release do not name them.
 * For such keys they are found once, in the audit rows of the rotations of the key's ancestors, and then stored.
 */
export async function responsiblePersonsOf(store: Store, key: ApiKey): Promise<ResponsiblePersons> {
  const { persons, inviters } = key;
  if (persons && inviters) return { persons, inviters };
  const found = await findAnswerable(store, key);
  await store.update(apiKeyRef(key.id), setIfAbsent<ApiKey>(found)).catch(ignoreConditionFailed);
  return found;
}

async function findAnswerable(store: Store, key: ApiKey): Promise<ResponsiblePersons> {
  const persons = new Set([key.issuedBy]);
  let descendant: ApiKey | undefined = key;
  while (descendant?.rotatedFrom !== undefined) {
    for (const person of await rotatorsOf(store, descendant)) persons.add(person);
    const ancestor: ApiKey | undefined = await store.get(apiKeyRef(descendant.rotatedFrom));
    for (const person of ancestor?.persons ?? []) persons.add(person);
    descendant = ancestor?.persons ? undefined : ancestor;
  }
  const inviters = await Promise.all([...persons].map((person) => findInviters(store, key.organizationId, person)));
  return { persons: [...persons], inviters: [...new Set(inviters.flat())] };
}

/**
 * Returns the people who rotated the predecessor when the key was created. A key that rotates itself adds nobody. If
 * there are too many audit rows from that time to read, everyone who may rotate keys counts.
 */
async function rotatorsOf(store: Store, { organizationId, rotatedFrom = '', createdAt }: ApiKey): Promise<string[]> {
  const createdMs = Date.parse(createdAt);
  const range = {
    partition: auditPartition(organizationId),
    from: timePosition(createdMs - requestMs, ''),
    to: timePosition(createdMs + requestMs, '~'),
    where: { action: ['api_key.rotate'], resourceId: [rotatedFrom] },
    limit: rowsPerQuery,
  };
  const { items, examinedTo } = await readUpTo(store, AuditEventEntity, range, { queries: mostQueries });
  const known = items.flatMap(({ actorUserId }) => actorUserId ?? []);
  return examinedTo === undefined ? known : [...known, ...(await membersWhoMay(store, organizationId, 'keys.manage'))];
}
