import { expect, test } from 'vitest';
import * as z from 'zod';
import { discoverEndpoints } from '../../../functions/discover.ts';
import { listsByOrder } from '../../support/lists-by-order.ts';

const endpoints = (await discoverEndpoints()).map(({ declaration }) => declaration);

function fieldsOf(operation: string): string[] {
  const schema = endpoints.find((endpoint) => endpoint.operation === operation)?.responses[200]?.schema;
  return Object.keys((schema instanceof z.ZodObject ? schema.shape : undefined) ?? {});
}

test('each list is known by what orders its rows', () => {
  const lists = endpoints
    .filter(({ operation, query, method }) => {
      const takesCursor = 'cursor' in ((query as z.ZodObject | undefined)?.shape ?? {});
      return method === 'GET' && (takesCursor || operation.startsWith('list') || fieldsOf(operation).includes('data'));
    })
    .map(({ operation }) => operation);
  expect(lists.sort()).toEqual(Object.values(listsByOrder).flat().sort());
});

test('each list that is ordered by requests, and no other, says up to when it is complete', () => {
  const saying = endpoints.map(({ operation }) => operation).filter((name) => fieldsOf(name).includes('completeUntil'));
  expect(saying.sort()).toEqual(listsByOrder.request);
});
