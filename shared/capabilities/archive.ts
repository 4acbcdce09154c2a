import { s3ChangeArchive } from '../adapters/s3-change-archive.ts';
import type { PortCapability } from '../ports/wiring/capability.ts';

/** Lets a function add changes, but not read any. */
export const archive: PortCapability<'archive'> = {
  grants: [
    { actions: ['s3:PutObject'], on: 'archivedChanges' },
    { actions: ['kms:GenerateDataKey'], on: 'archiveKey' },
  ],
  environment: { ARCHIVE_BUCKET: 'archiveBucketName' },
  ports: ({ environment: { ARCHIVE_BUCKET } }) => ({
    archive: ARCHIVE_BUCKET ? s3ChangeArchive({ bucket: ARCHIVE_BUCKET }) : undefined,
  }),
};
