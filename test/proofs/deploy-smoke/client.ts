import { Sluice } from '../../../client/src/index.ts';
import type { Deployed } from './deploy.ts';
import type { Cloud } from './ministack.ts';
import type { createCustomer } from './operator.ts';

export type Customer = Awaited<ReturnType<typeof createCustomer>>;

export interface ClientOptions {
  /** What CloudFront would send; read anew for each request. */
  readonly edgeHeaders: Readonly<Record<string, string>>;
  readonly signing?: 'direct' | 'challenge';
  /** Hears of each answer. */
  readonly onAnswer?: (answer: Response) => void;
}

/** An API's host name does not resolve, so calls use MiniStack's path form. The functions see the same path. */
export function gatewayOf({ endpoint }: Cloud, apiId: string): string {
  return `${endpoint}/_aws/execute-api/${apiId}/$default`;
}

/** A client of the HTTP API. */
export function clientOf(
  cloud: Cloud,
  { apiId }: Deployed,
  customer: Customer,
  { edgeHeaders, signing = 'direct', onAnswer }: ClientOptions,
): Sluice {
  const gateway = gatewayOf(cloud, apiId);
  return new Sluice({
    baseUrl: `https://${apiId}.execute-api.${cloud.region}.amazonaws.com`,
    ...customer,
    signing,
    fetch: async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const headers = { ...(init?.headers as object), ...edgeHeaders };
      const answer = await fetch(gateway + pathname + search, { ...init, headers });
      onAnswer?.(answer.clone());
      return answer;
    },
  });
}
