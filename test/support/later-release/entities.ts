import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Entity } from 'dynamodb-toolbox/entity';
import { root } from '../imports.ts';

/** The files that define entities. */
const files = globSync('shared/**/*.ts', { cwd: root }).filter((file) =>
  readFileSync(join(root, file), 'utf8').includes('new Entity('),
);

const modules: readonly object[] = await Promise.all(files.map((file) => import(join(root, file))));

const exported = modules.flatMap((module) =>
  Object.entries(module).filter((entry): entry is [string, Entity] => entry[1] instanceof Entity),
);

/** The names of entities in the table, by the names that the code gives them. */
export const namesInTable: ReadonlyMap<string, string> = new Map(
  exported.map(([constant, { entityName }]) => [constant, entityName]),
);

/** Every entity that a module exports, by name. The others, `singleUse` and `rateCounter`, are nobody else's business. */
export const entities: ReadonlyMap<string, Entity> = new Map(exported.map(([, entity]) => [entity.entityName, entity]));
