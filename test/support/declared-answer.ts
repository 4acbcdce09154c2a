import type { AnyEndpoint } from '../../shared/contract/endpoint.ts';
import { errorsOf } from '../../shared/contract/errors-of.ts';
import { errorCatalog } from '../../shared/ground/errors/catalog.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: ReturnType<typeof JSON.parse>;
}

/**
 * Checks an answer against the endpoint's declaration, which is what callers see.
 * @throws Error when its status, body or error type are not declared, or the request id is missing
 */
export function expectDeclared(endpoint: AnyEndpoint, { status, headers, body }: Answer): void {
  const refuse = (what: string): never => {
    throw new Error(`${endpoint.operation} answered ${status} ${what}: ${JSON.stringify(body).slice(0, 500)}`);
  };
  // The answer to a page's address with a slash at its end.
  if (status === 308 && endpoint.operation === 'routeNotFound') return;
  if (!/^req_[a-z0-9]{25}$/.test(headers['x-request-id'] ?? '')) refuse('without a request id');
  if (body === undefined) {
    if (!isDeclaredPage(endpoint, status)) refuse('which is neither JSON nor what a page declares');
    return;
  }
  const type: unknown = body?.type;
  if (type === 'SIGNATURE_CHALLENGE' && endpoint.callers.includes('key')) return;
  if (status >= 400) {
    const isKnown = typeof type === 'string' && type in errorCatalog;
    if (!isKnown || !(errorsOf(endpoint) as string[]).includes(type)) refuse('with an error that it does not declare');
    return;
  }
  const parsed = endpoint.responses[status]?.schema.safeParse(body);
  if (!parsed?.success) refuse(`which is not of a declared schema (${parsed?.error.message})`);
}

/** What is no JSON comes from a page: a failure is declared by its status, anything else is the page's own. */
function isDeclaredPage(endpoint: AnyEndpoint, status: number): boolean {
  if (status < 400) return endpoint.page !== undefined || endpoint.responses[status]?.contentType !== undefined;
  if (endpoint.page?.statuses?.includes(status)) return true;
  return errorsOf(endpoint).some((type) => errorCatalog[type].status === status);
}
