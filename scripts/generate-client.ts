import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { printClient } from './client/print-client.ts';
import { writeOrCheck } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
writeOrCheck(join(root, 'client/src/operations.ts'), printClient(document), 'node scripts/generate-client.ts');
