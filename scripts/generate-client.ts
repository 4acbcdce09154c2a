import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { printBatchSchema } from './client/print-batch-schema.ts';
import { printClient } from './client/print-client.ts';
import { writeOrCheck } from './generated-file.ts';

const root = join(import.meta.dirname, '..');
const document = JSON.parse(readFileSync(join(root, 'docs/openapi.json'), 'utf8')) as OpenApiDocument;
const command = 'node scripts/generate-client.ts';
writeOrCheck(join(root, 'client/src/operations.ts'), printClient(document), command);
writeOrCheck(join(root, 'client/cli/src/input/batch-schema.ts'), printBatchSchema(document), command);
