import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { errorsInMarkdown } from './docs/errors-page.ts';
import { writeOrCheck } from './generated-file.ts';

const docs = join(import.meta.dirname, '../docs');
const page = join(docs, 'guide/errors.md');

/** The text written by a person ends where the headings of the types begin. */
const [written = ''] = readFileSync(page, 'utf8').split('\n## ');
const document = JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as OpenApiDocument;
writeOrCheck(page, `${written.trimEnd()}\n\n${errorsInMarkdown(document)}`, 'node scripts/errors.ts');
