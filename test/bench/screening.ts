import { refusalScore } from '../../shared/corridors/screening/list-screening.ts';
import { NameIndex } from '../../shared/corridors/screening/name-index.ts';
import { readSdnList } from '../../shared/corridors/screening/sdn-csv.ts';
import { altCsv, sdnCsv, syntheticParties } from '../shared/corridors/screening/sdn-fixture.ts';

/** How long a list of real size takes to load and a name to screen: `node test/bench/screening.ts`. Milliseconds. */
const parties = syntheticParties(18_000);
const files = { sdn: sdnCsv(parties), aliases: altCsv(parties) };

const started = performance.now();
const list = readSdnList(files.sdn, files.aliases, 1);
const parsed = performance.now();
const index = new NameIndex(list);
const indexed = performance.now();

const common = ['Ana Souza', 'Muhammad Ali Hassan', 'Fatima Zahra Benali', 'Caspian Trading Company Ltd', 'M. Ali'];
const names = [...parties.slice(0, 1_000).map(({ name }) => name), ...Array(40).fill(common).flat()];
for (const name of names.slice(0, 100)) index.bestMatch(name, refusalScore);
const times = names.map((name) => {
  const begun = performance.now();
  index.bestMatch(name, refusalScore);
  return performance.now() - begun;
});
times.sort((a, b) => a - b);

const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(1);
console.log(`${list.flatMap(({ names }) => names).length} names of ${list.length} parties`);
console.log(`read ${(parsed - started).toFixed(0)}, index ${(indexed - parsed).toFixed(0)}`);
console.log(`screen ${names.length} names: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)}`);
