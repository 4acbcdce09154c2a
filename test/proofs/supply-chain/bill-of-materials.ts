import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metafile } from 'esbuild';
import * as z from 'zod';
import { npmJson } from './npm.ts';

const License = z.union([
  z.object({ license: z.object({ id: z.string() }) }).transform(({ license }) => license.id),
  z.object({ license: z.object({ name: z.string() }) }).transform(({ license }) => license.name),
  z.object({ expression: z.string() }).transform(({ expression }) => expression),
]);

/** What is used of a CycloneDX document; everything else goes through as npm wrote it. */
const Component = z.looseObject({
  'bom-ref': z.string(),
  name: z.string(),
  version: z.string(),
  licenses: z.array(z.unknown()).optional(),
  properties: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
});
const Document = z.looseObject({
  metadata: z.object({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

type Component = z.infer<typeof Component>;
export type BillOfMaterials = z.infer<typeof Document>;

/** Every package of a lockfile, those for development too. @throws Error where npm cannot write it */
export async function listPackages(folder: string): Promise<BillOfMaterials> {
  const written = await npmJson(folder, ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']);
  Document.parse(written);
  // Not what was parsed, which would have another order of names.
  return written as BillOfMaterials;
}

/**
 * The bill of what can be deployed. The same lockfile gives the same text: without time, serial number and npm's version.
 * `npm sbom --omit=dev` would leave out what something for development needs too, two thirds of it.
 */
export function deployedPart(all: BillOfMaterials): BillOfMaterials {
  const components = all.components.filter((component) => !isForDevelopment(component));
  const root = { ...all.metadata.component, name: 'sluice', type: 'application' };
  const kept = new Set([root, ...components].map((component) => component['bom-ref']));
  const { serialNumber: _, ...document } = all;
  return {
    ...document,
    metadata: { component: root },
    components,
    dependencies: all.dependencies
      .filter(({ ref }) => kept.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((needed) => kept.has(needed)) })),
  };
}

export function isForDevelopment({ properties = [] }: Component): boolean {
  return properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');
}

/** The licence expressions that a package states; empty where it states none. */
export function licencesOf({ licenses = [] }: Component): string[] {
  return licenses.flatMap((license) => License.safeParse(license).data ?? []);
}

/**
 * The packages whose files are in the bundles of the functions, `name@version`, as they are installed.
 * @param root folder that has `node_modules`
 */
export function bundledPackages(root: string, { outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => folderOfPackage(file) ?? []));
  return [...folders].map((folder) => {
    const { name, version } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    return `${name}@${version}`;
  });
}

/** `…/node_modules/a/node_modules/@b/c/lib/d.js` -> `node_modules/a/node_modules/@b/c`; undefined for our own files. */
function folderOfPackage(file: string): string | undefined {
  return /node_modules\/(.*\/node_modules\/)?(@[^/]+\/)?[^/]+/.exec(file)?.[0];
}

/** The bundled packages that a bill lacks. */
export function missingFrom({ components }: BillOfMaterials, bundled: readonly string[]): string[] {
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  return bundled.filter((item) => !listed.has(item));
}
