import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { writeOrCheck } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const { paths } = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
const routes = Object.entries(paths).flatMap(([path, operations]) =>
  Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
);

const text = `// Written by scripts/routes.ts from docs/openapi.json.

/** Method and path of every operation, below the prefix: what the answer to an unknown route suggests. */
export const knownRoutes: readonly string[] = [
${routes.map((route) => `  '${route}',`).join('\n')}
];
`;
writeOrCheck(join(root, 'shared/http/routing/known-routes.ts'), text, 'node scripts/routes.ts');
