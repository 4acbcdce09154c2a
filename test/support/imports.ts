import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

export const root = resolve(import.meta.dirname, '..', '..');

/** A static import or re-export, type imports included, or a dynamic import of a literal. */
const IMPORT = /(?:^|\n)\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;

export interface ImportStatement {
  /** Both relative to the root, with forward slashes; `to` is the name of a package if it is not a file. */
  readonly from: string;
  readonly to: string;
}

/** The modules that a source text imports, as written there. */
export function importsIn(source: string): string[] {
  return [...withoutComments(source).matchAll(IMPORT)].map(
    ([, statically, dynamically]) => statically ?? dynamically ?? '',
  );
}

/** Every import of every TypeScript file below the given folders. */
export function readImports(folders: readonly string[]): { files: string[]; imports: ImportStatement[] } {
  const files = folders
    .flatMap((folder) =>
      globSync(`${folder}/**/*.ts`, { cwd: root, exclude: (name) => /node_modules|dist/.test(name) }),
    )
    .map(slashes)
    .sort();
  const imports = files.flatMap((from) =>
    importsIn(readFileSync(join(root, from), 'utf8')).map((specifier) => ({ from, to: target(from, specifier) })),
  );
  return { files, imports };
}

export function target(from: string, specifier: string): string {
  return specifier.startsWith('.') ? slashes(relative(root, resolve(root, dirname(from), specifier))) : specifier;
}

export function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
}

function slashes(path: string): string {
  return path.split(sep).join('/');
}

/** Each cycle as a list of its files, with the first file again at the end. */
export function cyclesOf(imports: readonly ImportStatement[]): string[][] {
  const graph = Map.groupBy(imports, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[][] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'open') cycles.push([...path.slice(path.indexOf(file)), file]);
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const { to } of graph.get(file) ?? []) visit(to, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}
