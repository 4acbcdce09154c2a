import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../shared/openapi/types.ts';
import { asOpenApi30 } from '../shared/openapi/version-3-0.ts';
import { createCommands } from './support/commands.ts';
import { installNpm } from './support/npm.ts';
import { prove } from './support/prove.ts';
import { say } from './support/say.ts';

const root = join(import.meta.dirname, '..');
const path = join(root, 'docs/openapi.json');
const rules = (tool: string) => join(import.meta.dirname, 'lint-api', `${tool}.yaml`);

/**
 * Checks the API description with two external linters, and its translation to OpenAPI 3.0 with one. Neither contacts
 * anyone.
 */
await prove({
  deadlineMs: 300_000,
  work: async (cleanup) => {
    const commands = createCommands(cleanup);
    const document = JSON.parse(readFileSync(path, 'utf8')) as OpenApiDocument;
    const { info, paths, components } = document;
    const path30 = join(commands.directory, 'openapi-3.0.json');
    writeFileSync(path30, JSON.stringify(asOpenApi30(document), null, 2));
    const redocly = [join(root, 'node_modules/.bin/redocly'), 'lint', '--config', rules('redocly'), '--format=stylish'];
    const silent = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const lintByRedocly = async () => {
      await commands.run([...redocly, '--max-problems=1000', path, path30], silent);
      say('Redocly: no finding');
    };
    const lintBySpectral = async () => {
      const spectral = (await installNpm(commands, 'spectral')).program('spectral');
      await commands.run([spectral, 'lint', '--ruleset', rules('spectral'), '--fail-severity=hint', path]);
      say('Spectral: no finding');
    };
    await Promise.all([lintByRedocly(), lintBySpectral()]);
    const operations = Object.values(paths).reduce((count, methods) => count + Object.keys(methods).length, 0);
    const schemas = Object.keys(components.schemas).length;
    return `The description of ${info.title} is as both want it: ${operations} operations and ${schemas} schemas.`;
  },
});
