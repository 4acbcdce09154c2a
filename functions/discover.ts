import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CanaryFunction } from '../shared/contract/canary-function.ts';
import type { AnyEndpoint } from '../shared/contract/endpoint.ts';
import type { AnyOperation } from '../shared/contract/operation.ts';
import type { Site } from '../shared/contract/site.ts';
import type { Worker } from '../shared/contract/worker.ts';

/** A function with the file that declares it. */
export interface Discovered<Declaration> {
  /** The file that names its bundle and its units, for example `quotes/accept-quote.ts`. */
  readonly file: string;
  readonly declaration: Declaration;
}

/** Finds every endpoint below `functions/`, and the pages of every payment method. To add an endpoint, add one file. */
export function discoverEndpoints(): Promise<Discovered<AnyEndpoint>[]> {
  return discover('endpoint');
}

/** Finds every stream, queue and schedule worker below `functions/`, by file name. */
export function discoverWorkers(): Promise<Discovered<Worker>[]> {
  return discover('worker');
}

/** Finds every operation of the platform's operators below `functions/`, by file name. */
export function discoverOperations(): Promise<Discovered<AnyOperation>[]> {
  return discover('operation');
}

/** Finds every site below `functions/`, by file name. */
export function discoverSites(): Promise<Discovered<Site>[]> {
  return discover('site');
}

/** Finds every function of the canary below `functions/`, by file name. */
export function discoverCanary(): Promise<Discovered<CanaryFunction>[]> {
  return discover('canary');
}

/** The export name of each kind of declaration. */
interface Declarations {
  readonly endpoint: AnyEndpoint;
  readonly worker: Worker;
  readonly operation: AnyOperation;
  readonly site: Site;
  readonly canary: CanaryFunction;
}
type Kind = keyof Declarations;

const kinds: readonly Kind[] = ['endpoint', 'worker', 'operation', 'site', 'canary'];

/** A function of any kind; `kind` is the export name of its declaration. */
export interface DeclaredFunction extends Discovered<Declarations[Kind]>, Place {
  readonly kind: Kind;
}

/** Finds every function below `functions/`, by file name. */
export async function discoverFunctions(): Promise<DeclaredFunction[]> {
  const functions = await Promise.all(
    kinds.map(async (kind) => (await discover(kind)).map((one) => ({ kind, ...one }))),
  );
  return functions.flat();
}

async function discover<K extends Kind>(exported: K): Promise<(Discovered<Declarations[K]> & Place)[]> {
  declaring ??= declaringModules();
  return (await declaring).flatMap(({ module, ...place }) => {
    const declaration = module[exported];
    return declaration ? [{ ...place, declaration }] : [];
  });
}

interface Place {
  readonly file: string;
  /** The file's path relative to the root, for example `functions/quotes/accept-quote.ts`. */
  readonly source: string;
}

interface DeclaringModule extends Place {
  readonly module: Partial<Declarations>;
}

/** The search runs once per process. Otherwise a test that starts a service would spend most of its time on it. */
let declaring: Promise<readonly DeclaringModule[]> | undefined;

function declaringModules(): Promise<readonly DeclaringModule[]> {
  return Promise.all(
    [...functionFiles(), ...pagesOfMethods()]
      .sort((one, other) => (one.file < other.file ? -1 : 1))
      .map(async (place) => ({
        ...place,
        module: (await import(pathToFileURL(join(root, place.source)).href)) as Partial<Declarations>,
      })),
  );
}

const root = join(import.meta.dirname, '..');

function functionFiles(): Place[] {
  return foldersIn('functions').flatMap((folder) =>
    filesIn(`functions/${folder}`).map((name) => ({
      file: `${folder}/${name}`,
      source: `functions/${folder}/${name}`,
    })),
  );
}

/**
 * Finds the pages of payment methods, which are in the folders of the methods. Their names are those of pages in
 * `functions/`.
 */
function pagesOfMethods(): Place[] {
  const methods = 'shared/checkout/methods';
  return foldersIn(methods).flatMap((method) =>
    filesIn(`${methods}/${method}/functions`).map((name) => ({
      file: `pages/${name}`,
      source: `${methods}/${method}/functions/${name}`,
    })),
  );
}

function foldersIn(path: string): string[] {
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function filesIn(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  return readdirSync(join(root, path)).filter((name) => name.endsWith('.ts'));
}
