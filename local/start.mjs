import module from 'node:module';

// Types are stripped and modules compiled once, not at every start.
module.enableCompileCache();
await import('./main.ts');
