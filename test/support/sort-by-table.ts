import { readImports } from './imports.ts';

const tableModule = 'test/support/dynamodb.ts';

/**
 * Sorts tests by whether they create a table, which they do if their imports lead to the module that creates tables.
 * @param elsewhere matches the paths of the tests that are left out
 */
export function sortByTable(elsewhere: RegExp): { readonly services: string[]; readonly decisions: string[] } {
  const { files, imports } = readImports(['client', 'test']);
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  const reached = new Map([[tableModule, true]]);
  const reaches = (file: string): boolean => {
    const found = reached.get(file) ?? (importsOf.get(file) ?? []).some(({ to }) => reaches(to));
    reached.set(file, found);
    return found;
  };
  const tests = files.filter((file) => file.endsWith('.test.ts') && !elsewhere.test(file));
  const { services = [], decisions = [] } = Object.groupBy(tests, (file) => (reaches(file) ? 'services' : 'decisions'));
  return { services, decisions };
}
