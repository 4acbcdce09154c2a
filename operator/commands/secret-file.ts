import { readPrivateFile } from '../../shared/ground/files/private-file.ts';
import { UsageError } from '../usage-error.ts';

/** The most that KMS encrypts, in bytes. */
const mostBytes = 4_096;

/**
 * The text of a file that contains a secret.
 * @throws UsageError for a file that is missing, a link, too large, or readable by others
 */
export function readSecretFile(option: string, file: string): string {
  const { text, fault } = readPrivateFile(file, mostBytes);
  if (fault !== undefined) throw new UsageError(`${option}: ${file} ${fault}.`);
  return text;
}
