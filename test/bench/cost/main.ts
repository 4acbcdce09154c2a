import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeOrCheck } from '../../../scripts/generated-file.ts';
import { measureProcessor } from './processor.ts';
import { costDocument, costTable, measureCosts } from './report.ts';

const { values } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    processor: { type: 'boolean', default: false },
  },
});

if (values.processor) console.log(await measureProcessor());
else {
  const costs = await measureCosts();
  console.log(costTable(costs));
  const path = join(import.meta.dirname, '../../../docs/cost.md');
  if (values.write || values.check) writeOrCheck(path, costDocument(costs), 'npm run cost -- --write');
}
