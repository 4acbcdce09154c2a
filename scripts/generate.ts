import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Generates the committed files that are derived, each from the ones before. With `--check` they are only compared.
 */
const generators = [
  'test/story/main.ts',
  'scripts/openapi.ts',
  'scripts/generate-client.ts',
  'scripts/collections.ts',
  'scripts/errors.ts',
  'scripts/routes.ts',
  'scripts/mistakes.ts',
  'scripts/contracts.ts',
  'scripts/methods.ts',
  'scripts/operator-inputs.ts',
];

for (const generator of generators) {
  const program = join(import.meta.dirname, '..', generator);
  const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
