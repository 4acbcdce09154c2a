import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import { type ErrorType, errorCatalog } from '../../shared/ground/errors/catalog.ts';
import { type AuditEvent, auditPartition, isAtItsDate } from '../../shared/journal/rows/audit-event.ts';
import { takeBackup } from './restored-table.ts';
import type { Answer, TestService } from './service.ts';

/** Types that advise by the cause: which advice each cause gets, `test/e2e/mistakes.test.ts` holds word by word. */
const advisedByCause: readonly ErrorType[] = [
  'BAD_REQUEST',
  'BATCH_NOT_FOUND',
  'DESTINATION_ACCOUNT_NOT_FOUND',
  'FORBIDDEN',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REQUIRED',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_SCOPE',
  'KEY_IP_NOT_ALLOWED',
  'NOT_FOUND',
  'REFUND_EXCEEDS_REMAINING',
  'ROUTE_NOT_FOUND',
  'SIGNATURE_INVALID',
  'SIGNATURE_REQUIRED',
  'SIGNATURE_TIMESTAMP_SKEW',
  'UNAUTHORIZED',
  'VALIDATION_ERROR',
];

/** What the resolution of an error must be: the catalog's, but for types that advise by the cause. */
export function expectedResolution(type: ErrorType): unknown {
  return advisedByCause.includes(type) ? expect.stringMatching(/^[A-Z].+\.$/) : errorCatalog[type].resolution;
}

/** Expects an answer to be this error: the whole Error body, with the catalog's status unless `more` names another. */
export function expectError(answer: Answer, type: ErrorType, more: Readonly<Record<string, unknown>> = {}): void {
  const { status } = errorCatalog[type];
  const told = { resolution: expectedResolution(type), docs: `/docs/errors#${type}` };
  expect(answer.body, answer.text).toMatchObject({ type, status, ...told, ...more });
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

/** The audit rows of an organization that its log shows, as stored. */
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
  return Items.filter((row) => isAtItsDate(row as AuditEvent));
}

/** All items of the table, as stored; only those of one entity if it is named. */
export async function storedItems({ runtime }: TestService, entity?: string): Promise<Stored[]> {
  const items = await takeBackup(runtime.store);
  return items.filter((item) => entity === undefined || item._et === entity);
}
