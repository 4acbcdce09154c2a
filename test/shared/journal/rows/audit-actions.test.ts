import { expect, test } from 'vitest';
import { discoverEndpoints, discoverOperations } from '../../../../functions/discover.ts';
import { auditActions } from '../../../../shared/journal/rows/audit-actions.ts';
import { openApiDocument } from '../../../../shared/openapi/document.ts';

const endpoints = await discoverEndpoints();

test('the description lists every action that an endpoint or an operation declares', async () => {
  const declared = [...endpoints, ...(await discoverOperations())].flatMap(
    ({ declaration }) => declaration.audit ?? [],
  );
  expect([...new Set(declared)].sort()).toEqual(auditActions);
  const { AuditEvent } = openApiDocument(endpoints).components.schemas;
  expect(AuditEvent?.properties?.action).toMatchObject({ type: 'string', 'x-extensible-enum': auditActions });
});

test('an action is named by its resource and one verb', () => {
  for (const action of auditActions) expect(action).toMatch(/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/);
});
