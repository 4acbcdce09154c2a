import { isDeepStrictEqual } from 'node:util';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import type { Change } from './embedded-table.ts';
import { type Item, primaryKey } from './item.ts';

/**
 * The stream's record of a change, as Lambda gets it (NEW_AND_OLD_IMAGES); undefined for a write that changed nothing,
 * which has no record.
 */
export function streamRecord({ before, after, isExpiry }: Change, atMs: number): DynamoDBRecord | undefined {
  const item = after ?? before;
  if (!item || isDeepStrictEqual(before, after)) return undefined;
  return {
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    eventSource: 'aws:dynamodb',
    ...(isExpiry && { userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' } }),
    dynamodb: {
      ApproximateCreationDateTime: Math.floor(atMs / 1000),
      Keys: image({ ...primaryKey(item) }),
      ...(before && { OldImage: image(before) }),
      ...(after && { NewImage: image(after) }),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  };
}

function image(item: Item) {
  return marshall(item) as Record<string, never>;
}
