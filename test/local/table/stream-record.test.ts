import { expect, test } from 'vitest';
import type { Change } from '../../../local/table/embedded-table.ts';
import { streamRecord } from '../../../local/table/stream-record.ts';

test('what DynamoDB took out for its age is told as the service’s own deed', () => {
  const before = { pk: 'a', sk: 'b', ttl: 1 };
  const change: Change = { key: 'a b', before, after: undefined, isExpiry: true };

  expect(streamRecord(change, 0)).toMatchObject({
    eventName: 'REMOVE',
    userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    dynamodb: { OldImage: { ttl: { N: '1' } } },
  });
});
