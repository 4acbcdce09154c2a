import { type KeyOptions, Sluice } from '../../client/src/index.ts';
import { startGateway } from '../../local/gateway/gateway.ts';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Credentials, TestService, TestSession } from './service.ts';

/**
 * The service behind the gateway of the one-machine stack, called over HTTP. The test still controls time and ports.
 */
export interface HttpService {
  readonly service: TestService;
  readonly baseUrl: string;
  /** A client with an organization's key. It does not retry unless `options` say so. */
  client(of: Credentials & { readonly organizationId: string }, options?: Partial<KeyOptions>): Sluice;
  /** A client with the session of a person. */
  dashboard(organizationId: string, session: TestSession): Sluice;
  stop(): Promise<void>;
}

/** More than any test sends; tests of the rate limit pass their own value. */
const requestsPerMinute = 100_000;

/** @param service may also be another process of the same service, whose calls to the table have faults */
export async function serveOverHttp(
  service: TestService,
  options: { readonly requestsPerMinute?: number } = {},
): Promise<HttpService> {
  const gateway = await startGateway('127.0.0.1', 0, {
    ...service.handlers(),
    requestsPerMinute: options.requestsPerMinute ?? requestsPerMinute,
    runtime: service.runtime,
  });
  const baseUrl = gateway.origin + apiPrefix;
  return {
    service,
    baseUrl,
    client: ({ organizationId, key, privateKey }, more = {}) =>
      new Sluice({
        baseUrl,
        organizationId,
        apiKey: { id: key.id, privateKey: privateKey.export({ format: 'pem', type: 'pkcs8' }) as string },
        clock: () => service.clock.now,
        maxRetries: 0,
        ...more,
      }),
    dashboard: (organizationId, { token }) =>
      new Sluice({ baseUrl, organizationId, session: token, clock: () => service.clock.now, maxRetries: 0 }),
    stop: gateway.stop,
  };
}
