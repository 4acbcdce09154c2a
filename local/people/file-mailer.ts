import { join } from 'node:path';
import { timestamp } from '../../shared/ground/time/clock.ts';
import type { Mailer } from '../../shared/ports/mailer.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { writePrivateFile } from '../data/files.ts';

/** Writes each mail to a file that the user of the stack can read: `<time>-<key>.txt`, sorted by time. */
export function createFileMailer(directory: string, { clock, log }: Pick<WholeRuntime, 'clock' | 'log'>): Mailer {
  return {
    async send({ to, subject, text }, key) {
      // Some systems do not permit a colon in a file name.
      const file = join(directory, `${timestamp(clock()).replaceAll(':', '-')}-${key}.txt`);
      writePrivateFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`);
      log.info('mail written', { file });
    },
    concernsEveryMail: () => true,
  };
}
