import { gunzipSync } from 'node:zlib';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Site } from '../../contract/site.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { EdgeRuntime } from '../../ports/runtime.ts';
import type { HttpHandler } from '../handle-with.ts';
import { idsBefore } from '../ids-before.ts';
import { openRequestState } from '../open-request-state.ts';
import { errorPage } from '../pages/error-page.ts';
import { type Rendered, render } from '../render.ts';
import { header, type RequestState } from '../request-state.ts';
import { checkOrigin } from '../steps/check-origin.ts';
import { toServiceError } from '../to-service-error.ts';
import type { ReadFile, SiteFile, SiteFiles } from './site-files.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** What the answers of a site need of the service: nothing of its table. */
export type SiteRuntime = Pick<EdgeRuntime, 'clock' | 'ids' | 'log' | 'secrets'>;

/** The same for everybody, and for as long as a release: the edge keeps it. */
const kept = 'public, max-age=300';
/** Of a page that says that there is none. */
const bare = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
const html = 'text/html; charset=utf-8';

/**
 * Answers a site's files as they were made by `npm run docs`. Every request leaves one line in the log, which counts
 * nothing: the operations' figures are of operations.
 * @param filesOf finds the files at the first request
 */
export function answerSite(site: Site, runtime: SiteRuntime, filesOf: () => Promise<SiteFiles>): HttpHandler {
  return async (event) => {
    const state = openRequestState(event, runtime);
    const result = await resultOf(state, runtime, filesOf).catch((error) => failureOf(state, error));
    const { requestId, receivedAt } = state;
    const { statusCode: status } = result;
    runtime.log.info('request', {
      requestId,
      ...idsBefore(event),
      operation: site.name,
      status,
      milliseconds: runtime.clock() - receivedAt,
    });
    return result;
  };
}

async function resultOf(state: RequestState, runtime: SiteRuntime, filesOf: () => Promise<SiteFiles>): Promise<Result> {
  await checkOrigin(state, { runtime });
  const files = await filesOf();
  const found = files.get(state.event.rawPath);
  if (!found) throw new ServiceError('NOT_FOUND', 'there is no such page');
  if (isKnown(state.event, found)) return render(state, { status: 304, body: '', headers: headersOf(found) });
  return whole(state, found);
}

/** Whether the reader has the file already. A cache may have kept the tag of several. */
function isKnown({ headers }: APIGatewayProxyEventV2, { etag }: SiteFile): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}

function whole(state: RequestState, found: ReadFile): Result {
  const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(header(state, 'accept-encoding') ?? '');
  const rendered: Rendered = {
    status: 200,
    body: (takesGzip ? found.content : gunzipSync(found.content)).toString('base64'),
    headers: { ...headersOf(found), ...(takesGzip && { 'content-encoding': 'gzip' }) },
  };
  return { ...render(state, rendered), isBase64Encoded: true };
}

function headersOf({ contentType, etag, policy, saveAs }: SiteFile): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    'cache-control': kept,
    etag,
    vary: 'accept-encoding',
    ...(saveAs !== undefined && { 'content-disposition': `attachment; filename="${saveAs}"` }),
  };
}

/** @throws what is no refusal, which the gateway answers */
function failureOf(state: RequestState, failure: unknown): Result {
  const error = toServiceError(failure);
  if (!error) throw failure;
  const headers = { 'content-type': html, 'content-security-policy': bare };
  return render(state, { status: error.status, body: errorPage(error, state.requestId), headers });
}
