import { readUpTo } from '../../ground/table/read-up-to.ts';
import type { Store } from '../../ground/table/store.ts';
import { timePosition } from '../../ground/table/time-position.ts';
import { type ApiKey, apiKeyRead } from '../../identity/api-key.ts';
import { AuditEventEntity, auditPartition } from '../../journal/rows/audit-event.ts';
import { findInviters, ignoreConditionFailed, membersWhoMay, setIfAbsent } from '../team/inviters.ts';
import type { ResponsiblePersons } from '../voters/electorate.ts';

/**
 * Milliseconds. A rotation's audit row has the time at which its request arrived. That time may differ from the
 * successor's creation by this much: it is earlier, or later where clocks differ.
 */
const requestMs = 60_000;
/** Rows that a query examines, and queries: fifty thousand rows of two minutes. */
const rowsPerQuery = 1_000;
const mostQueries = 50;

/**
 * Who answers for a key, and who invited them. A key of the previous release does not say so: the answer is found once,
 * in the audit rows of its ancestors' rotations, and stored.
 */
export async function responsiblePersonsOf(store: Store, key: ApiKey): Promise<ResponsiblePersons> {
  const { persons, inviters } = key;
  if (persons && inviters) return { persons, inviters };
  const found = await findAnswerable(store, key);
  await store.update(apiKeyRead(key.id), setIfAbsent<ApiKey>(found)).catch(ignoreConditionFailed);
  return found;
}

async function findAnswerable(store: Store, key: ApiKey): Promise<ResponsiblePersons> {
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
 * The persons who rotated the predecessor when the key was created. A key that rotates itself adds nobody. When more was audited
 * at that time than can be read at once, everybody who may rotate keys counts.
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
