import { readImports } from './imports.ts';

const makesTables = 'test/support/dynamodb.ts';

/**
 * The tests outside some folders, by whether they make a table: then their imports lead to where tables are made.
 * @param elsewhere matches the paths of those that are left out
 */
export function sortByTable(elsewhere: RegExp): { readonly services: string[]; readonly decisions: string[] } {
  const { files, imports } = readImports(['client', 'test']);
  const importsOf = Map.groupBy(imports, ({ from }) => from);
  const reached = new Map([[makesTables, true]]);
  const reaches = (file: string): boolean => {
    const found = reached.get(file) ?? (importsOf.get(file) ?? []).some(({ to }) => reaches(to));
    reached.set(file, found);
    return found;
  };
  const tests = files.filter((file) => file.endsWith('.test.ts') && !elsewhere.test(file));
  const { services = [], decisions = [] } = Object.groupBy(tests, (file) => (reaches(file) ? 'services' : 'decisions'));
  return { services, decisions };
}
