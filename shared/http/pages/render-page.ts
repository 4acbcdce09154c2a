import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type PageReply, pagesPrefix } from '../../contract/endpoint.ts';
import type { PageFailure } from '../../contract/page-rules.ts';
import { docsPrefix } from '../../contract/site.ts';
import type { ServiceError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';
import { errorHeaders, type Rendered, render, renderError } from '../render.ts';
import { header, type RequestState } from '../request-state.ts';
import type { StepContext } from '../step.ts';
import { setCookie } from './cookie.ts';
import { errorPage } from './error-page.ts';
import { fileHeaders } from './file-headers.ts';
import { locationOf } from './location.ts';
import { pageHeaders } from './page-headers.ts';
import { rulesOf } from './rules-of.ts';
import { wantsPage } from './wants-page.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** Longer than any language tag. */
const longestTag = 35;

const html = { 'content-type': 'text/html; charset=utf-8' };

/** Renders the reply of a page's handler: JSON, HTML, a redirect or a file, with the headers and cookie of the page. */
export function renderPage(state: RequestState, reply: PageReply, { endpoint, runtime }: StepContext): Result {
  const { content, cookie } = rulesOf(endpoint);
  const { headers, ...rendered } = renderedOf(reply, runtime);
  return {
    ...render(state, { ...rendered, headers: { ...pageHeaders(content), ...headers } }),
    ...('file' in reply && { isBase64Encoded: true }),
    ...(reply.cookie !== undefined && { cookies: [setCookie(reply.cookie, cookie, runtime)] }),
  };
}

function renderedOf(reply: PageReply, runtime: Pick<Runtime<'pages'>, 'pagesUrl'>): Rendered {
  if ('html' in reply) return { status: reply.status, body: reply.html, headers: html };
  if ('redirect' in reply) {
    return { status: 303, body: '', headers: { ...html, location: locationOf(reply.redirect, runtime) } };
  }
  if ('body' in reply) return { status: reply.status, body: JSON.stringify(reply.body), headers: reply.headers };
  const body = Buffer.from(reply.file.content).toString('base64');
  return { status: 200, body, headers: fileHeaders(reply.file) };
}

/** Renders a failure of an endpoint, as a small page for people or as the Error body for programs. */
export function renderFailure(state: RequestState, error: ServiceError, { endpoint }: StepContext): Result {
  if (!isForPeople(state, error, endpoint)) return renderError(state, error, endpoint.page && pageHeaders());
  const { failurePage, content } = endpoint.page ?? {};
  const body = failurePage
    ? failurePage(failureOf(state, error))
    : errorPage(error, state.requestId, onwardFrom(state));
  const headers = { ...pageHeaders(failurePage && content), ...html, ...errorHeaders(error) };
  return render(state, { status: error.status, body, headers });
}

/** Reads the language from the raw query, because the request may have failed before its parameters were read. */
function failureOf(state: RequestState, { status }: ServiceError): PageFailure {
  const lang = new URLSearchParams(state.event.rawQueryString).get('lang')?.slice(0, longestTag);
  return { status, requestId: state.requestId, lang, acceptLanguage: header(state, 'accept-language') };
}

/** A link to a page may have been cut short, and a browser can open any address, so people may reach any route. */
function isForPeople(state: RequestState, { type }: ServiceError, { page }: StepContext['endpoint']): boolean {
  if (page) return page.errorsAs === 'html';
  return isBelowPages(state) || (type === 'ROUTE_NOT_FOUND' && wantsPage(state));
}

/**
 * Returns where a person who opened a nonexistent address can find more. Buyers and payees are not looking for
 * documentation.
 */
function onwardFrom(state: RequestState): string | undefined {
  return isBelowPages(state) ? undefined : docsPrefix;
}

function isBelowPages({ event }: RequestState): boolean {
  return event.rawPath.startsWith(`${pagesPrefix}/`);
}
