import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { collectionOf } from './collections/collection.ts';
import { printBruno } from './collections/print-bruno.ts';
import { printPostman } from './collections/print-postman.ts';
import { writeOrCheckAll } from './generated-file.ts';

const docs = join(import.meta.dirname, '../docs');
const directory = join(docs, 'generated/collections');
const command = 'node scripts/collections.ts';

const collection = collectionOf(JSON.parse(readFileSync(join(docs, 'openapi.json'), 'utf8')) as OpenApiDocument);
const files = new Map([[join(directory, 'sluice.postman_collection.json'), printPostman(collection)]]);
for (const [path, text] of printBruno(collection)) files.set(join(directory, 'bruno', path), text);

/** Files of operations that no longer exist. */
const left = globSync(join(directory, '**/*.*')).filter((path) => !files.has(path));
if (process.argv.includes('--check')) {
  if (left.length > 0) throw new Error(`no longer generated: ${left.join(', ')}. Run: ${command}`);
} else {
  for (const path of left) rmSync(path);
}
writeOrCheckAll(directory, files, command);
