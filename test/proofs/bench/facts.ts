import { discoverEndpoints } from '../../../functions/discover.ts';

/** Operations that bars are about. */
export interface Facts {
  readonly endpoints: readonly string[];
  /** Those that read and are called with a signature. */
  readonly reads: readonly string[];
}

export async function gatherFacts(): Promise<Facts> {
  const endpoints = (await discoverEndpoints()).map(({ declaration }) => declaration);
  const reads = endpoints.filter(({ method, callers }) => method === 'GET' && callers.includes('key'));
  const operations = (some: typeof endpoints) => some.map(({ operation }) => operation);
  return { endpoints: operations(endpoints), reads: operations(reads) };
}
