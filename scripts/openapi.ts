import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { discoverEndpoints } from '../functions/discover.ts';
import { openApiDocument } from '../shared/openapi/document.ts';
import type { Story } from '../shared/openapi/story.ts';
import { writeOrCheck } from './generated-file.ts';

const path = join(import.meta.dirname, '../docs/openapi.json');
// One endpoint serves the document and imports it, so a file must exist before the endpoints are loaded.
if (!existsSync(path)) writeFileSync(path, '{}\n');

const story: Story = JSON.parse(readFileSync(join(import.meta.dirname, '../docs/generated/examples.json'), 'utf8'));
const document = openApiDocument(await discoverEndpoints(), story);
writeOrCheck(path, `${JSON.stringify(document, null, 2)}\n`, 'node scripts/openapi.ts');
