import { discoverEndpoints, discoverOperations, discoverWorkers } from '../functions/discover.ts';
import { buildFunctions } from '../lib/build-functions.ts';

const functions = [...(await discoverEndpoints()), ...(await discoverWorkers()), ...(await discoverOperations())];
const { outputs } = await buildFunctions(functions.map(({ file }) => file));
const sizes = Object.entries(outputs)
  .filter(([path]) => path.endsWith('.mjs'))
  .map(([, output]) => output.bytes);
console.log(`${sizes.length} functions bundled, the largest ${Math.ceil(Math.max(0, ...sizes) / 1024)} KB`);
