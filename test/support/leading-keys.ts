import { AsyncLocalStorage } from 'node:async_hooks';
import { pageKeysOf } from '../../lib/page-keys.ts';
import { namedKeys } from '../../local/table/call.ts';
import { Placeholders } from '../../local/table/expressions/operands.ts';
import { keysOfIndex, readKeyRange } from '../../local/table/key-range.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import type { PageRules } from '../../shared/contract/page-rules.ts';
import type { Intercept } from './faults.ts';

type Reach = Readonly<Record<'read' | 'write', readonly string[]>>;

/** What the page may reach whose work goes on; undefined where it is no page's. */
const reach = new AsyncLocalStorage<Reach | undefined>();

/** Does the work of an endpoint, which may also be in the midst of another's. */
export function inTheRoleOf<T>({ page }: AnyEndpoint, work: () => T): T {
  return reach.run(page && allowedTo(page), work);
}

/** The last is that of the tests' own pages (`note-pages.ts`). */
function allowedTo(page: PageRules): Reach {
  const { read, write } = pageKeysOf(page);
  const prefixes = (patterns: readonly string[]) => [...patterns.map((pattern) => pattern.replace('*', '')), 'NOTE#'];
  return { read: prefixes(read), write: prefixes(write) };
}

/** Does the work of others, which may be in the midst of a page's. */
export function asideOfPages<T>(work: () => T): T {
  return reach.exit(work);
}

/** Refuses a page what its role in AWS refuses it. */
export const asRolesAllow: Intercept = async (call, send) => {
  const allowed = reach.getStore()?.[/Get|Query/.test(call.name) ? 'read' : 'write'];
  if (allowed) {
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
