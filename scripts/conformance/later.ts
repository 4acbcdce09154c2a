import type { Lists } from './lists.ts';

/** Statements about parts that are not built yet. Remove them when their part is built and tested. */
export const later: Lists = {};
