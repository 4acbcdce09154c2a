import module from 'node:module';

// Types are stripped and modules compiled once, instead of at every start.
module.enableCompileCache();

const own = new URL('..', import.meta.url).href;
// More than a thousand modules import each other by path. Node would look for a package.json next to each of them.
module.registerHooks({
  resolve(specifier, context, next) {
    const isOwn = specifier.startsWith('.') && specifier.endsWith('.ts') && context.parentURL?.startsWith(own);
    if (!isOwn) return next(specifier, context);
    return { url: new URL(specifier, context.parentURL).href, format: 'module-typescript', shortCircuit: true };
  },
});
await import('./main.ts');
