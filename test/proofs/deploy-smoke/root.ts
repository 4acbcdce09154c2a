import { join } from 'node:path';

/** The folder of this release. */
export const root = join(import.meta.dirname, '../../..');
