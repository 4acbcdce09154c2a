import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Quickstart } from '../../../local/data/quickstart.ts';
import type { Commands } from '../../../scripts/support/commands.ts';
import type { PythonEnvironment } from '../../../scripts/support/python.ts';
import type { Options } from './options.ts';

/** Pinned, because what Schemathesis generates and checks changes from release to release. `cryptography` signs. */
export const versions = { schemathesis: '4.32.5', cryptography: '50.0.2' };

const checks = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
  'negative_data_rejection',
  'missing_required_header',
  // Defined in test/proofs/fuzz/hooks:
  'forged_call_refused',
  'every_operation_accepted',
];

/**
 * Runs Schemathesis on the document that the stack serves, and shows its output.
 * @param quickstart path of the stack's quickstart file
 * @throws Error when Schemathesis fails or finds a fault
 */
export async function runSchemathesis(
  commands: Commands,
  python: PythonEnvironment,
  quickstart: string,
  { minutes, seed }: Options,
): Promise<void> {
  const { baseUrl }: Quickstart = JSON.parse(readFileSync(quickstart, 'utf8'));
  const code = await commands.show(
    [
      python.program('st'),
      ...['--config-file', join(import.meta.dirname, 'schemathesis.toml')],
      ...['run', `${baseUrl}/openapi.json`],
      ...['--checks', checks.join(',')],
      ...['--max-time', String(Math.max(1, Math.round(minutes * 60)))],
      ...['--seed', String(seed)],
    ],
    {
      SCHEMATHESIS_HOOKS: 'hooks',
      PYTHONPATH: import.meta.dirname,
      PYTHONDONTWRITEBYTECODE: '1',
      SLUICE_QUICKSTART: quickstart,
      SLUICE_SEED: String(seed),
    },
  );
  if (code !== 0) throw new Error(`Schemathesis ended with ${code}; once more: npm run fuzz -- --seed ${seed}`);
}
