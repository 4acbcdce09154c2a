import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { type ErrorType, errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { auditPartition } from '../../shared/journal/rows/audit-event.ts';
import { takeBackup } from './restored-table.ts';
import type { Answer, TestService } from './service.ts';

/** Expects an answer to be this error: the whole Error body, with the catalog's status unless `more` names another. */
export function expectError(answer: Answer, type: ErrorType, more: Readonly<Record<string, unknown>> = {}): void {
  const { status, resolution } = errorCatalog[type];
  expect(answer.body, answer.text).toMatchObject({ type, status, resolution, ...more });
  expect(answer.body.detail).toEqual(expect.any(String));
  expect(answer.body.requestId).toBe(answer.headers['x-request-id']);
  expect(answer.status).toBe(answer.body.status);
}

/** The faulty fields of a VALIDATION_ERROR, as `path: code`. */
export function faultsOf(answer: Answer): string[] {
  expectError(answer, 'VALIDATION_ERROR');
  return answer.body.errors.map(({ path, code }: { path: string; code: string }) => `${path}: ${code}`);
}

type Stored = Record<string, unknown>;

/** The audit rows of an organization, as stored. */
export async function auditRows(
  { runtime }: TestService,
  { organizationId }: { readonly organizationId: string },
): Promise<Stored[]> {
  const { client, tableName } = runtime.store;
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: tableName,
      KeyConditionExpression: 'pk = :partition',
      ExpressionAttributeValues: { ':partition': auditPartition(organizationId) },
      ConsistentRead: true,
    }),
  );
  return Items;
}

/** All items of the table, as stored; only those of one entity if it is named. */
export async function storedItems({ runtime }: TestService, entity?: string): Promise<Stored[]> {
  const items = await takeBackup(runtime.store);
  return items.filter((item) => entity === undefined || item._et === entity);
}
