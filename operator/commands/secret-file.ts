import { readPrivateFile } from '../../shared/ground/files/private-file.ts';
import { UsageError } from '../usage-error.ts';

/** KMS encrypts so much, bytes. */
const mostBytes = 4_096;

/** The text of a file that holds a secret. @throws UsageError for one that is missing, a link, too large, or that others can read */
export function readSecretFile(option: string, file: string): string {
  const { text, fault } = readPrivateFile(file, mostBytes);
  if (fault !== undefined) throw new UsageError(`${option}: ${file} ${fault}.`);
  return text;
}
