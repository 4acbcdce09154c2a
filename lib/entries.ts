import { join, relative, sep } from 'node:path';
import type { DeclaredFunction } from '../functions/discover.ts';
import { usesOf } from '../shared/contract/endpoint.ts';
import type { Capability } from '../shared/ports/runtime.ts';
import type { Provider } from '../shared/ports/wiring/provider.ts';
import { providers as everyProvider } from '../shared/providers/providers.ts';

const root = join(import.meta.dirname, '..');

/** What creates the Lambda handler of each kind of declaration: a file of `shared/lambda/` and its export. */
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
 * The module that Lambda starts: it creates the handler of a declaration. It imports only the capabilities that the
 * declaration uses, and from each provider only the ports that serve them, so that a bundle contains no adapter that
 * its function does not use.
 * @param folder where the module will be, as an absolute path
 */
export function entryOf(declared: DeclaredFunction, folder: string, providers = everyProvider): string {
  const { source, kind } = declared;
  const [serverFile, server] = servers[serverOf(declared)];
  const used = capabilitiesOf(declared);
  const from = (path: string) => `'${relative(folder, join(root, path)).split(sep).join('/')}'`;
  const own = used.filter((name) => providers.every(({ ports }) => !(name in ports)));
  const usesRails = own.length < used.length;
  const asked = (usesRails ? providers : []).map((provider) => ({
    ...provider,
    used: used.filter((name) => name in provider.ports),
  }));
  return [
    `import { ${kind} as declaration } from ${from(source)};`,
    `import { ${server} } from ${from(`shared/lambda/${serverFile}.ts`)};`,
    ...own.map((name) => `import { ${name} } from ${from(fileOf(name, providers))};`),
    ...asked.flatMap((provider) =>
      provider.used.map(
        (name) => `import { ${name} as ${provider.name}_${name} } from ${from(portFile(provider, name))};`,
      ),
    ),
    `export { declaration as ${kind} };`,
    `export const handler = ${server}(declaration, {`,
    `  capabilities: [${own.join(', ')}],`,
    '  providers: [',
    ...asked.map(({ name, mode, ports, used: names }) => {
      const opened = names.map((port) => `${name}_${port}`).join(', ');
      return `    { name: '${name}', mode: '${mode}', hasRail: ${'payouts' in ports}, ports: [${opened}] },`;
    }),
    '  ],',
    '});',
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
function fileOf(name: Capability, providers: readonly Provider[]): string {
  const giving = providers.find(({ capabilities = {} }) => name in capabilities);
  return giving ? portFile(giving, name) : `shared/capabilities/${kebab(name)}.ts`;
}

function portFile({ name }: Provider, port: Capability): string {
  return `shared/providers/${name}/ports/${kebab(port)}.ts`;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
