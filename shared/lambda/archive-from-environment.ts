import { s3ArchivedChanges, s3ChangeArchive } from '../adapters/s3-change-archive.ts';
import type { ArchivedChanges, ChangeArchive } from '../ports/change-archive.ts';

/** The archive of a stage's changes, for the worker that adds to it. */
export function archiveFromEnvironment({ ARCHIVE_BUCKET }: NodeJS.ProcessEnv): ChangeArchive | undefined {
  return ARCHIVE_BUCKET ? s3ChangeArchive({ bucket: ARCHIVE_BUCKET }) : undefined;
}

/** The archive of a stage's changes, for the operation that reads it. */
export function archivedFromEnvironment({
  ARCHIVE_BUCKET,
  TABLE_STREAM_ARN,
}: NodeJS.ProcessEnv): ArchivedChanges | undefined {
  if (!ARCHIVE_BUCKET || !TABLE_STREAM_ARN) return undefined;
  return s3ArchivedChanges({ bucket: ARCHIVE_BUCKET, streamArn: TABLE_STREAM_ARN });
}
