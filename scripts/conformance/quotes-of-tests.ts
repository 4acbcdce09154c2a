import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { createVitest, type TestCase } from 'vitest/node';
import type { SpecificationRow } from './specification-rows.ts';

/** Words that a test proves, and the test. */
export interface Quote extends SpecificationRow {
  /** Path of its file, from the root. */
  readonly file: string;
  readonly test: string;
}

/** What the tags of all tests quote (`test/support/quotes.ts`). Runs no test. */
export async function quotesOfTests(): Promise<Quote[]> {
  const tagged = globSync('{test,client/test,client/cli/test}/**/*.test.ts').filter((file) =>
    readFileSync(file, 'utf8').includes('support/quotes.ts'),
  );
  const vitest = await createVitest('test', { watch: false, reporters: [], project: ['decisions', 'services'] });
  try {
    // Static parsing runs nothing, so it would not know the names of tests that come from a table.
    const { testModules, unhandledErrors } = await vitest.collect(tagged, { staticParse: false });
    if (unhandledErrors.length > 0) throw new AggregateError(unhandledErrors, 'not every test can be read');
    const quotes = testModules.flatMap((module) => [...module.children.allTests()].flatMap(quotesOf));
    // Vitest reads files in the order in which it would run them, which depends on earlier runs.
    return quotes.toSorted((a, b) => (a.file < b.file ? -1 : Number(a.file > b.file)));
  } finally {
    await vitest.close();
  }
}

function quotesOf(test: TestCase): Quote[] {
  const { quotes = {}, quotedByName } = test.meta();
  const own = { file: relative(process.cwd(), test.module.moduleId), test: test.fullName };
  const tagged = Object.entries(quotes).flatMap(([section, words]) =>
    [words].flat().map((text) => ({ section, text, ...own })),
  );
  const named = { section: test.parent.type === 'suite' ? test.parent.name : '', text: test.name, ...own };
  return quotedByName ? [named, ...tagged] : tagged;
}
