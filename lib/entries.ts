import { existsSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { DeclaredFunction } from '../functions/discover.ts';
import { usesOf } from '../shared/contract/endpoint.ts';
import type { Capability } from '../shared/ports/runtime.ts';

const root = join(import.meta.dirname, '..');

/** What makes the Lambda handler of each kind of declaration: a file of `shared/lambda/` and what it exports. */
const servers = {
  endpoint: ['serve', 'serve'],
  page: ['serve-page', 'servePage'],
  unmatched: ['serve-unmatched', 'serveUnmatched'],
  worker: ['serve-worker', 'serveWorker'],
  operation: ['serve-operation', 'serveOperation'],
  site: ['serve-site', 'serveSite'],
  canary: ['serve-canary', 'serveCanary'],
} as const;

/**
 * The module that Lambda starts: it makes the handler of a declaration. It imports the capabilities that the declaration
 * uses and no other, so that a bundle carries no adapter that its function does not use.
 * @param folder where the module will be, as an absolute path
 */
export function entryOf(declared: DeclaredFunction, folder: string): string {
  const { source, kind } = declared;
  const [serverFile, server] = servers[serverOf(declared)];
  const used = capabilitiesOf(declared);
  const from = (path: string) => `'${relative(folder, join(root, path)).split(sep).join('/')}'`;
  return [
    `import { ${kind} as declaration } from ${from(source)};`,
    `import { ${server} } from ${from(`shared/lambda/${serverFile}.ts`)};`,
    ...used.map((name) => `import { ${name} } from ${from(fileOf(name))};`),
    `export { declaration as ${kind} };`,
    `export const handler = ${server}(declaration, [${used.join(', ')}]);`,
    '',
  ].join('\n');
}

function serverOf({ kind, declaration }: DeclaredFunction): keyof typeof servers {
  if (kind !== 'endpoint') return kind;
  if ('page' in declaration) return 'page';
  return 'operation' in declaration && declaration.operation === 'routeNotFound' ? 'unmatched' : 'endpoint';
}

function capabilitiesOf({ declaration }: DeclaredFunction): readonly Capability[] {
  if ('callers' in declaration) return usesOf(declaration);
  return ('uses' in declaration && declaration.uses) || [];
}

/** The file of a capability, by its name in kebab-case. */
function fileOf(name: Capability): string {
  const file = `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
  const [found] = [`shared/capabilities/${file}`, `shared/capabilities/rails/${file}`].filter((path) =>
    existsSync(join(root, path)),
  );
  if (found === undefined) throw new Error(`shared/capabilities has no file for ${name}.`);
  return found;
}
