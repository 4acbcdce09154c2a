import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeOrCheck } from './generated-file.ts';
import { groups } from './mistakes/groups.ts';
import { printMistakes } from './mistakes/print-page.ts';

const path = join(import.meta.dirname, '../docs/generated/mistakes.md');
mkdirSync(dirname(path), { recursive: true });
writeOrCheck(path, printMistakes(groups), 'node scripts/mistakes.ts');
