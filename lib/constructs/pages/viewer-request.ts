import { pagesPrefix } from '../../../shared/contract/endpoint.ts';

/**
 * The caller's address. CloudFront overwrites the header, so that it can be trusted together with the origin secret.
 */
export const viewerAddressHeader = 'x-viewer-address';

/**
 * The code that CloudFront runs before each request: it overwrites whatever the caller sent with the caller's address.
 */
export function viewerRequestCode(pagesHost: string | undefined): string {
  return pagesHost === undefined ? handlerOf([]) : astrayOf(pagesHost) + handlerOf([refuseAstray]);
}

function handlerOf(refusals: readonly string[]): string {
  const steps = [
    ...refusals,
    `event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };`,
    'return event.request;',
  ];
  return `function handler(event) {\n${steps.map((step) => `  ${step}\n`).join('')}}`;
}

const refuseAstray = "if (isAstray(event.request)) return { statusCode: 404, statusDescription: 'Not Found' };";

/**
 * If pages have their own host, that host serves only pages, and no other host serves them. Paths are compared as the
 * gateway reads them: decoded. On the host of pages, no path may lead upward.
 */
function astrayOf(pagesHost: string): string {
  return `function isAstray(request) {
  let path = request.uri;
  try { path = decodeURIComponent(path); } catch (error) { /* No route has such a path. */ }
  if (request.headers.host.value.toLowerCase() !== '${pagesHost}') return /^\\/+${pagesPrefix.slice(1)}(\\/|$)/.test(path);
  return !path.startsWith('${pagesPrefix}/') || /\\/\\.\\.?(\\/|$)/.test(path);
}
`;
}
