import { discoverEndpoints } from '../../functions/discover.ts';
import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import type { Answer } from '../support/hand-signed.ts';
import type { HttpService } from '../support/http-service.ts';
import type { TestOrganization } from '../support/journey.ts';
import type { Credentials } from '../support/service.ts';
import { send } from './support.ts';

/** Every endpoint of the API that has a path. */
export const anyEndpointId: readonly AnyEndpoint[] = (await discoverEndpoints())
  .map(({ declaration }) => declaration)
  .filter(({ operation, page }) => operation !== 'routeNotFound' && !page);

/** Every endpoint that a key may call. */
export const endpoints: readonly AnyEndpoint[] = anyEndpointId.filter(({ callers }) => callers.includes('key'));

export const writes = endpoints.filter(({ method }) => method !== 'GET');

/** Calls endpoints of an organization, each with nothing in it; their answers by operation. */
export async function callEach(
  http: HttpService,
  which: readonly AnyEndpoint[],
  { organizationId, key }: TestOrganization,
  credentials: Credentials,
  request: Parameters<typeof send>[4] = { body: {}, idempotencyKey: 'key' },
): Promise<Record<string, Answer>> {
  const answers: Record<string, Answer> = {};
  for (const { operation, method, path, findOrganization } of which) {
    // A path that names no organization names a key of it.
    const id = findOrganization ? key.id : 'unknown';
    const filled = path.replace('{orgId}', organizationId).replace(/\{\w+\}/g, id);
    answers[operation] = await send(http, credentials, method, filled, method === 'GET' ? {} : request);
  }
  return answers;
}
