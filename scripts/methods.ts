import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { writeOrCheckAll } from './generated-file.ts';

/** The lists of what each payment method does above links and payments: of each part those methods that have it. */
const root = join(import.meta.dirname, '..');
const lists = join(root, 'shared/checkout/every-method');
const methods = join(root, 'shared/checkout/methods');
const kinds = globSync('*/', { cwd: methods }).toSorted();

const files = ['due', 'intents', 'refunds'].map((part) => [join(lists, `${part}.ts`), listOf(part)] as const);
writeOrCheckAll(lists, new Map(files), 'node scripts/methods.ts');

function listOf(part: string): string {
  const having = kinds.filter((kind) => existsSync(join(methods, kind, `payments/${part}.ts`)));
  return [
    '// Made by scripts/methods.ts from the folders of the methods.',
    '',
    ...having.map((kind) => `import { ${part} as ${kind} } from '../methods/${kind}/payments/${part}.ts';`),
    '',
    `export const ${part} = [${having.join(', ')}] as const;`,
    '',
  ].join('\n');
}
