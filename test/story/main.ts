import { join } from 'node:path';
import { writeOrCheck } from '../../scripts/generated-file.ts';
import { tellStory } from './tell-story.ts';

const path = join(import.meta.dirname, '../../docs/generated/examples.json');
writeOrCheck(path, `${JSON.stringify(await tellStory(), null, 2)}\n`, 'node test/story/main.ts');
