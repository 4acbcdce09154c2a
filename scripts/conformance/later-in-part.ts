import type { Lists } from './lists.ts';

/**
 * Words about parts that are not built yet, in statements that are otherwise tested. Remove them when their part is
 * built.
 */
export const laterInPart: Lists = {};
