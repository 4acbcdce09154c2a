import { s3ArchivedChanges } from '../adapters/s3-change-archive.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

/** Lets a function read changes, and tells it which stream belongs to the table in use. */
export const archivedChanges: PortCapability<'archivedChanges'> = {
  grants: [
    { actions: ['s3:ListBucket'], on: 'archiveBucket' },
    { actions: ['s3:GetObject'], on: 'archivedChanges' },
    { actions: ['kms:Decrypt'], on: 'archiveKey' },
  ],
  environment: { ARCHIVE_BUCKET: 'archiveBucketName', TABLE_STREAM_ARN: 'tableStreamArn' },
  ports: ({ environment: { ARCHIVE_BUCKET: bucket, TABLE_STREAM_ARN: streamArn } }) => ({
    archived: bucket && streamArn ? s3ArchivedChanges({ bucket, streamArn }) : undefined,
  }),
};
