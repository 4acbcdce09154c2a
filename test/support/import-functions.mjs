import { readdirSync } from 'node:fs';
import { registerHooks } from 'node:module';

// Imports every file below functions/, and prints the URLs of all modules that this loads.
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    loaded.add(url);
    return next(url, context);
  },
});
const functions = new URL('../../functions/', import.meta.url);
const files = readdirSync(functions, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
for (const file of files) await import(new URL(file.replaceAll('\\', '/'), functions).href);
console.log(JSON.stringify([...loaded]));
