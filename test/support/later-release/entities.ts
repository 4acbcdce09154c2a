import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Entity } from 'dynamodb-toolbox/entity';
import { root } from '../imports.ts';

/** The files that define entities. */
const files = globSync('shared/**/*.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('new Entity('),
);

const modules: readonly object[] = await Promise.all(files.map((file) => import(join(root, file))));

/** Every entity that a module exports, by name. The others, `singleUse` and `rateCounter`, are nobody else's business. */
export const entities: ReadonlyMap<string, Entity> = new Map(
  modules
    .flatMap((exported) => Object.values(exported))
    .filter((value) => value instanceof Entity)
    .map((entity) => [entity.entityName, entity]),
);
