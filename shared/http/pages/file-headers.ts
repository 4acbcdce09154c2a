import type { PageFile } from '../../contract/page-rules.ts';

const maxNameLength = 100;
const CONTENT_TYPE = /^[a-z]+\/[a-z0-9.+-]+(; charset=utf-8)?$/;

/**
 * Returns the headers of a file that a browser saves and never displays.
 * @throws Error for an invalid content type, which is a fault of the page
 */
export function fileHeaders({ name, contentType }: PageFile): Record<string, string> {
  if (!CONTENT_TYPE.test(contentType)) throw new Error(`${contentType} is no content type`);
  return { 'content-type': contentType, 'content-disposition': disposition(safeName(name)) };
}

/** Returns a safe file name: without path components, control characters and direction marks, and not hidden. */
function safeName(name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\p{C}/\\:*?"<>|]/gu, '_')
    .replace(/^[. ]+|[. ]+$/g, '');
  return [...safe].slice(0, maxNameLength).join('') || 'file';
}

/** Writes the file name as RFC 6266 requires: in ASCII for old readers, then in full. */
function disposition(name: string): string {
  const ascii = name.replace(/[^ -~]/g, '_').replaceAll('%', '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
