import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import {
  discoverCanary,
  discoverEndpoints,
  discoverOperations,
  discoverSites,
  discoverWorkers,
} from '../functions/discover.ts';
import { buildFunctions, bundleRoot, folderOf } from '../lib/build-functions.ts';
import { renderSite } from './docs/render-site.ts';

const sites = await discoverSites();
const functions = [
  ...(await discoverEndpoints()),
  ...(await discoverWorkers()),
  ...(await discoverOperations()),
  ...(await discoverCanary()),
  ...sites,
];
const { outputs } = await buildFunctions(functions.map(({ file }) => file));
const rendered = await renderSite();
for (const { file } of sites) await cp(rendered, join(bundleRoot, folderOf(file), 'site'), { recursive: true });
const sizes = Object.entries(outputs)
  .filter(([path]) => path.endsWith('/index.mjs'))
  .map(([, output]) => output.bytes);
// Not on stdout, which belongs to the CDK's command: `cdk ls` builds first.
console.error(`${sizes.length} functions bundled, the largest ${Math.ceil(Math.max(0, ...sizes) / 1024)} KB`);
