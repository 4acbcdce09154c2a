import { type KeyOptions, Sluice } from '../../client/src/index.ts';
import { startGateway } from '../../local/gateway/gateway.ts';
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Credentials, TestService, TestSession } from './service.ts';

/** The service behind the one-machine stack's gateway, as a caller over HTTP meets it; time and ports stay in the test's hands. */
export interface HttpService {
  readonly service: TestService;
  readonly baseUrl: string;
  /** The client of an organization's key. It does not retry unless told. */
  client(of: Credentials & { readonly organizationId: string }, options?: Partial<KeyOptions>): Sluice;
  /** The client of a person with a session. */
  dashboard(organizationId: string, session: TestSession): Sluice;
  stop(): Promise<void>;
}

/** More than any test sends; tests of the ceiling say their own. */
const requestsPerMinute = 100_000;

/** @param service another process of the same service may be given, with faults on its way to the table */
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
