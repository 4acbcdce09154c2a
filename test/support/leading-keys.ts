import { AsyncLocalStorage } from 'node:async_hooks';
import { pageKeys } from '../../lib/page-keys.ts';
import { namedKeys } from '../../local/table/call.ts';
import { Placeholders } from '../../local/table/expressions/operands.ts';
import { keysOfIndex, readKeyRange } from '../../local/table/key-range.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import type { Intercept } from './faults.ts';

/** Whether what goes on is the work of a page. */
const isPage = new AsyncLocalStorage<boolean>();
/** The last is that of the tests' own pages (`note-pages.ts`). */
const allowed = [...pageKeys.map((pattern) => pattern.replace('*', '')), 'NOTE#'];

/** Does the work of an endpoint, which may also be in the midst of another's. */
export function inTheRoleOf<T>({ page }: AnyEndpoint, work: () => T): T {
  return isPage.run(page !== undefined, work);
}

/** Does the work of others, which may be in the midst of a page's. */
export function asideOfPages<T>(work: () => T): T {
  return isPage.exit(work);
}

/** Refuses a page what its role in AWS refuses it. */
export const asRolesAllow: Intercept = async (call, send) => {
  if (isPage.getStore()) {
    for (const key of leadingKeys(call)) {
      if (!allowed.some((prefix) => key.startsWith(prefix))) throw new Error(`a page may not ${call.name} ${key}`);
    }
  }
  return send();
};

type Call = Parameters<typeof namedKeys>[0];

function leadingKeys(call: Parameters<Intercept>[0]): string[] {
  const { name, input } = call as Call;
  if (name !== 'Query') return namedKeys(call as Call).map(({ pk }) => String(pk));
  const { partition } = readKeyRange(input, keysOfIndex(input.IndexName), new Placeholders(input));
  return [String(partition)];
}
