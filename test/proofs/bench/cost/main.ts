import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeOrCheck } from '../../../../scripts/generated-file.ts';
import { readCommandLine } from '../../../../scripts/support/read-command-line.ts';
import { measureProcessor } from './processor.ts';
import { costDocument, costTable, measureCosts } from './report.ts';

const usage = `Prints the cost in AWS of a million of each operation and of a month at rest, computed from what the code uses.

  npm run cost -- [options]

  --write       write docs/cost.md
  --check       end with exit code 1 if docs/cost.md differs
  --processor   instead measure the processor time of each
  --help        show this
`;

const { values } = readCommandLine(usage, (args) =>
  parseArgs({
    args,
    options: {
      check: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      processor: { type: 'boolean', default: false },
    },
  }),
);

if (values.processor) console.log(await measureProcessor());
else {
  const costs = await measureCosts();
  console.log(costTable(costs));
  const path = join(import.meta.dirname, '../../../../docs/cost.md');
  if (values.write || values.check) writeOrCheck(path, costDocument(costs), 'npm run cost -- --write');
}
