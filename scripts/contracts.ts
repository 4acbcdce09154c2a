import { join } from 'node:path';
import { type CompiledContract, compileContracts } from './contracts/compile.ts';
import { writeOrCheckAll } from './generated-file.ts';

/** TypeScript's view of the contracts is generated from their source, so that the two cannot differ. */
for (const folder of ['../contracts', '../local/chain/contracts'].map((path) => join(import.meta.dirname, path))) {
  const files = [...compileContracts(folder)].map(
    ([name, contract]) => [join(folder, `${kebab(name)}.ts`), moduleOf(name, contract)] as const,
  );
  writeOrCheckAll(folder, new Map(files), 'node scripts/contracts.ts');
}

function moduleOf(name: string, contract: CompiledContract): string {
  return [
    `// Made by scripts/contracts.ts from ${name}.sol.`,
    '',
    `export const ${camel(name)} = ${JSON.stringify(contract, null, 2)} as const;`,
    '',
  ].join('\n');
}

function kebab(name: string): string {
  return name.replace(/(?!^)[A-Z]/g, '-$&').toLowerCase();
}

function camel(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}
