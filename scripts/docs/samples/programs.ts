import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../pages.ts';
import type { DescribedOperation } from '../reference/description.ts';
import { sampled, session, takesSessionOnly } from './story-server.ts';

const helper = (extension: string) => readFileSync(join(root, 'examples/samples', `call.${extension}`), 'utf8');

function sampleOf({ operationId, 'x-codeSamples': samples = [] }: DescribedOperation, lang: string): string {
  const source = samples.find((sample) => sample.lang === lang)?.source;
  if (source === undefined) throw new Error(`${operationId} has no sample in ${lang}.`);
  return source;
}

/** All samples in one program, each in a block of its own with the client that it needs. */
export function typeScriptProgram(): string {
  const blocks = sampled.map((operation) => {
    const client = takesSessionOnly(operation) ? 'bySession' : 'byKey';
    return `{\n  const sluice = ${client};\n  ${sampleOf(operation, 'TypeScript')}\n  void answer;\n}`;
  });
  return `import { readFileSync } from 'node:fs';
import { Sluice } from '${join(root, 'client/src/index.ts')}';

const { SLUICE_BASE_URL: baseUrl = '', SLUICE_ORGANIZATION_ID: organizationId = '', SLUICE_KEY_ID: id = '', SLUICE_KEY_FILE: file = '' } = process.env;
const common = { baseUrl, organizationId, maxRetries: 0 };
const byKey = new Sluice({ ...common, apiKey: { id, privateKey: readFileSync(file, 'utf8') } });
const bySession = new Sluice({ ...common, session: '${session}' });
${blocks.join('\n')}
`;
}

export function shellProgram(): string {
  const lines = sampled.map((operation) => `SLUICE_SESSION=${sessionFor(operation)}\n${sampleOf(operation, 'Shell')}`);
  return `set -eu\n${helper('sh')}\n${lines.join('\n')}\n`;
}

export function pythonProgram(): string {
  const lines = sampled.map(
    (operation) => `os.environ["SLUICE_SESSION"] = "${sessionFor(operation)}"\n${sampleOf(operation, 'Python')}`,
  );
  return `${helper('py')}\n\n${lines.join('\n')}\n`;
}

/** A file next to `call.go`. */
export function goProgram(): string {
  const lines = sampled.map(
    (operation) => `\t_ = os.Setenv("SLUICE_SESSION", "${sessionFor(operation)}")\n${sampleOf(operation, 'Go')}`,
  );
  return `package main\n\nimport (\n\t"fmt"\n\t"os"\n)\n\nfunc main() {\n${lines.join('\n')}\n}\n`;
}

function sessionFor(operation: DescribedOperation): string {
  return takesSessionOnly(operation) ? session : '';
}
