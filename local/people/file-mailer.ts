import { join } from 'node:path';
import { timestamp } from '../../shared/ground/time/clock.ts';
import type { Mailer } from '../../shared/ports/mailer.ts';
import type { WholeRuntime } from '../../shared/ports/runtime.ts';
import { writePrivateFile } from '../data/files.ts';

/** Writes each mail as a file, for whoever runs the stack to read: `<time>-<key>.txt`, in the order of their times. */
export function createFileMailer(directory: string, { clock, log }: Pick<WholeRuntime, 'clock' | 'log'>): Mailer {
  return {
    async send({ to, subject, text }, key) {
      // Not every system allows a colon in the name of a file.
      const file = join(directory, `${timestamp(clock()).replaceAll(':', '-')}-${key}.txt`);
      writePrivateFile(file, `To: ${to}\nSubject: ${subject}\n\n${text}\n`);
      log.info('mail written', { file });
    },
    concernsEveryMail: () => true,
  };
}
