import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { SiteFile } from '../../shared/http/site/site-files.ts';

/** A file of the site by the path at which it is served. */
export interface SiteContent extends Omit<SiteFile, 'forms' | 'etag'> {
  readonly path: string;
  readonly content: string | Buffer;
}

/** Types that are already compressed. */
const whole = 'font/woff2';
/** The highest level takes ten times as long, for five percent. */
const brotliQuality = 9;

const compress = {
  br: (content: Buffer) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
  gzip: (content: Buffer) => promisify(gzip)(content, { level: 9 }),
};

/** Writes a file into the folder in each of its encodings, so that no answer must be compressed. */
export async function storeFile(folder: string, { path, content, ...said }: SiteContent): Promise<SiteFile> {
  const bytes = Buffer.from(content);
  const name = path === '/' ? 'home' : path.replace(/^\//, '').replaceAll('/', '-');
  const etag = `W/"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;
  if (said.contentType === whole) {
    writeFileSync(join(folder, name), bytes);
    return { forms: { identity: name }, etag, ...said };
  }
  const forms = { br: `${name}.br`, gzip: `${name}.gz` };
  const [br, gz] = await Promise.all([compress.br(bytes), compress.gzip(bytes)]);
  writeFileSync(join(folder, forms.br), br);
  writeFileSync(join(folder, forms.gzip), gz);
  return { forms, etag, ...said };
}
