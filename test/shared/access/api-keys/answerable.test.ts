import { expect, test } from 'vitest';
import { responsiblePersonsOf } from '../../../../shared/access/api-keys/responsible-persons.ts';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { type ApiKey, ApiKeyEntity, apiKeyRef } from '../../../../shared/identity/api-key.ts';
import { MemberEntity } from '../../../../shared/identity/member.ts';
import { auditPartition } from '../../../../shared/journal/rows/audit-event.ts';
import { createFaultyTable } from '../../../support/faults.ts';

const createdAt = '2026-01-01T00:00:00.000Z';

const first: ApiKey = {
  id: 'akid_live_1',
  version: 1,
  organizationId: 'org',
  name: 'first',
  prefix: 'svc_live_1',
  mode: 'live',
  scheme: 'pem',
  publicKey: '',
  scopes: ['read'],
  allowedIps: [],
  issuedBy: 'owner',
  createdAt,
  lifetimeMs: 1,
  expiresAt: 1,
};
const successor: ApiKey = { ...first, id: 'akid_live_2', rotatedFrom: first.id };

test('of a rotation whose minutes hold too many rows to read, everybody answers who may rotate keys', async () => {
  const table = await createFaultyTable();
  const store = createStore(table);
  await store.put(ApiKeyEntity, first);
  await store.put(ApiKeyEntity, successor);
  for (const role of ['owner', 'admin', 'operator', 'viewer'] as const) {
    const member = { organizationId: 'org', userId: role, role, version: 1, accessVersion: 1, email: '', createdAt };
    await store.put(MemberEntity, member);
  }
  let queries = 0;
  table.intercept(async ({ name, input }, send) => {
    const { ':partition': pk, ':from': from } = (input.ExpressionAttributeValues ?? {}) as Record<string, string>;
    if (name !== 'Query' || pk !== auditPartition('org') || from === undefined) return send();
    queries += 1;
    return { Items: [], LastEvaluatedKey: { pk, sk: from } };
  });
  const { persons } = await responsiblePersonsOf(store, successor);
  expect(persons).toEqual(['owner', 'admin']);
  expect(queries).toBe(50);
  expect(await store.get(apiKeyRef(successor.id))).toMatchObject({ persons, version: successor.version });
});
