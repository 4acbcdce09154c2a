import type { TestOptions } from 'vitest';

/** Words of the specification, by the section that holds them. */
export type Quotes = Readonly<Record<string, string | readonly string[]>>;

declare module 'vitest' {
  interface TaskMeta {
    readonly quotes?: Quotes;
    readonly quotedByName?: boolean;
  }
}

/**
 * Tags a test with the words of the specification that it proves, wherever the test stands:
 * `test('…', quotes({ Limits: 'Approval expiry | 24 hours pending' }), async () => …)`.
 * `npm run conformance` reads the tags; a section has the name of its heading, below that of the chapter.
 */
export const quotes = (words: Quotes): TestOptions => ({ meta: { quotes: words } });

/** Tags a suite that has the name of a section: each of its tests proves the words that are its name. */
export const quotedByName: TestOptions = { meta: { quotedByName: true } };
