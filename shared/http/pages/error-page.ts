import { STATUS_CODES } from 'node:http';
import type { ErrorType } from '../../ground/errors/catalog.ts';
import type { ServiceError } from '../../ground/errors/service-error.ts';
import { escapeHtml } from './escape-html.ts';

const notFound = 'This page does not exist.';

/** Texts for people that replace an error detail meant for programs. */
const sentences: Partial<Record<ErrorType, string>> = { NOT_FOUND: notFound, ROUTE_NOT_FOUND: notFound };

/**
 * Returns the page for a failure.
 * @param onward path of the documentation, if it may help
 */
export function errorPage({ type, status, message }: ServiceError, requestId: string, onward?: string): string {
  const documentation = onward === undefined ? '' : `<p><a href="${onward}">Documentation</a></p>\n`;
  const title = escapeHtml(STATUS_CODES[status] ?? 'Error');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escapeHtml(sentences[type] ?? message)}</p>
${documentation}<p>Request ${escapeHtml(requestId)}</p>
</main>
</body>
</html>
`;
}
