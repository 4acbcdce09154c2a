#!/usr/bin/env node
import { nodeFault } from './node-fault.ts';

// The rest is loaded afterwards, because an older Node could not even read it.
const fault = nodeFault(process.versions.node);
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exitCode = 2;
} else await import('./run.ts');
