import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CanaryFunction } from '../shared/contract/canary-function.ts';
import type { AnyEndpoint } from '../shared/contract/endpoint.ts';
import type { AnyOperation } from '../shared/contract/operation.ts';
import type { Site } from '../shared/contract/site.ts';
import type { Worker } from '../shared/contract/worker.ts';

/** A function with the file that declares it, relative to this folder: `quotes/accept-quote.ts`. */
export interface Discovered<Declaration> {
  readonly file: string;
  readonly declaration: Declaration;
}

/** Every endpoint below `functions/`, by file name. Adding an endpoint is adding one file. */
export function discoverEndpoints(): Promise<Discovered<AnyEndpoint>[]> {
  return discover<AnyEndpoint>('endpoint');
}

/** Every stream, queue and schedule worker below `functions/`, by file name. */
export function discoverWorkers(): Promise<Discovered<Worker>[]> {
  return discover<Worker>('worker');
}

/** Every operation of the platform's operators below `functions/`, by file name. */
export function discoverOperations(): Promise<Discovered<AnyOperation>[]> {
  return discover<AnyOperation>('operation');
}

/** Every site below `functions/`, by file name. */
export function discoverSites(): Promise<Discovered<Site>[]> {
  return discover<Site>('site');
}

/** Every function of the canary below `functions/`, by file name. */
export function discoverCanary(): Promise<Discovered<CanaryFunction>[]> {
  return discover<CanaryFunction>('canary');
}

async function discover<Declaration>(
  exported: 'endpoint' | 'worker' | 'operation' | 'site' | 'canary',
): Promise<Discovered<Declaration>[]> {
  const modules = await Promise.all(
    functionFiles().map(async (file) => ({
      file,
      module: (await import(pathToFileURL(join(import.meta.dirname, file)).href)) as Record<string, Declaration>,
    })),
  );
  return modules.flatMap(({ file, module }) => {
    const declaration = module[exported];
    return declaration ? [{ file, declaration }] : [];
  });
}

function functionFiles(): string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((folder) => readdirSync(join(import.meta.dirname, folder.name)).map((name) => `${folder.name}/${name}`))
    .filter((file) => file.endsWith('.ts'))
    .sort();
}
