import { leastListed } from '../../../../../shared/providers/ofac/list-to-screen.ts';
import { NameIndex } from '../../../../../shared/providers/ofac/name-index.ts';
import { readSdnList } from '../../../../../shared/providers/ofac/sdn-csv.ts';
import { ofacList } from './ofac-list.ts';

/** Loads the list in a process of its own, and prints the CPU time it took and the memory that is resident then. */
const files = ofacList();
const begun = process.cpuUsage();
new NameIndex(readSdnList(files, leastListed).parties);
const { user, system } = process.cpuUsage(begun);
console.log(
  JSON.stringify({
    loadMs: Math.round((user + system) / 1_000),
    megabytes: Math.round(process.memoryUsage.rss() / 1e6),
  }),
);
