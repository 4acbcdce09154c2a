import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { docsPrefix, type Site } from '../../contract/site.ts';
import { ServiceError } from '../../ground/errors/service-error.ts';
import type { EdgeRuntime } from '../../ports/runtime.ts';
import type { HttpHandler } from '../handle-with.ts';
import { idsBefore } from '../ids-before.ts';
import { openRequestState } from '../open-request-state.ts';
import { wantsPage } from '../pages/wants-page.ts';
import { render, renderError } from '../render.ts';
import { header, type RequestState } from '../request-state.ts';
import { checkOrigin } from '../steps/check-origin.ts';
import { toServiceError } from '../to-service-error.ts';
import { formFor } from './form-for.ts';
import { notFound, type ReadFile, type SiteFile, type SiteFiles } from './site-files.ts';

type Result = APIGatewayProxyStructuredResultV2;

/** What the answers of a site need of the service: nothing of its table. */
export type SiteRuntime = Pick<EdgeRuntime, 'clock' | 'ids' | 'log' | 'secrets'>;

/** The same for everybody, and for as long as a release: the edge keeps it. */
const kept = 'public, max-age=300';
/** What pages load keeps its content for ever, because another content has another path. */
const keptForAYear = 'public, max-age=31536000, immutable';

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
  if (!found) return absent(state, files.get(notFound));
  if (isKnown(state.event, found)) return render(state, { status: 304, body: '', headers: headersOf(found) });
  return whole(state, found, 200, headersOf(found));
}

/** A person is shown a page that leads on, and a program is answered as by the API. Neither is kept. */
function absent(state: RequestState, page: ReadFile | undefined): Result {
  if (!page || !wantsPage(state)) {
    const resolution = `The documentation starts at ${docsPrefix}.`;
    throw new ServiceError('NOT_FOUND', 'no page has this address', { resolution });
  }
  const { 'cache-control': _, etag, ...headers } = headersOf(page);
  return whole(state, page, 404, headers);
}

/** Whether the reader has the file already. A cache may have kept the tag of several. */
function isKnown({ headers }: APIGatewayProxyEventV2, { etag }: SiteFile): boolean {
  const tags = (headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  return tags.includes(etag) || tags.includes('*');
}

function whole(state: RequestState, { contents }: ReadFile, status: number, headers: Record<string, string>): Result {
  const { encoding, content } = formFor(header(state, 'accept-encoding'), contents);
  const rendered = {
    status,
    body: content.toString('base64'),
    headers: { ...headers, ...(encoding !== 'identity' && { 'content-encoding': encoding }) },
  };
  return { ...render(state, rendered), isBase64Encoded: true };
}

function headersOf({ contentType, etag, policy, saveAs, isFinal }: SiteFile): Record<string, string> {
  return {
    'content-type': contentType,
    'content-security-policy': policy,
    'cache-control': isFinal ? keptForAYear : kept,
    etag,
    vary: 'accept-encoding',
    ...(saveAs !== undefined && { 'content-disposition': `attachment; filename="${saveAs}"` }),
  };
}

/** @throws what is no refusal, which the gateway answers */
function failureOf(state: RequestState, failure: unknown): Result {
  const error = toServiceError(failure);
  if (!error) throw failure;
  return renderError(state, error);
}
