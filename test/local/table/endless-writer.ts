import { writeSync } from 'node:fs';
import { openEmbeddedDatabase } from '../../../local/table/embedded-database.ts';
import { transactionOf, writtenTable } from './numbered-transactions.ts';

/**
 * Writes numbered transactions to the directory that it is given until it is killed, from a number on, eight at a time. Says the
 * number of each that was answered.
 */
const [directory = '', from = '1'] = process.argv.slice(2);
const database = await openEmbeddedDatabase({
  directory,
  keyId: 'test',
  onFailure: (message) => {
    throw new Error(message);
  },
  // Few pages, so that many a kill meets a checkpoint.
  checkpointPages: 20,
});
await database.openTable(writtenTable);
const standard = { output: 1 };
for (let next = Number(from); ; next += 8) {
  const numbers = Array.from({ length: 8 }, (_, index) => next + index);
  await Promise.all(
    numbers.map(async (number) => {
      await database.perform(transactionOf(number));
      writeSync(standard.output, `${number}\n`);
    }),
  );
}
