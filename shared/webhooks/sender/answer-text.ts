import type { IncomingHttpHeaders } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/** The maximum length of a decompressed body, because a few bytes can expand to gigabytes. */
const maxDecoded = 1_024;
/** The maximum share of unprintable characters in a text. */
const maxUnprintable = 0.3;

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Decodes a body as its headers declare. The text is safe for logs, tables and pages, because control, format and
 * broken characters are removed.
 * @param isCut whether the body continues
 * @returns undefined if the body is not text
 */
export async function textOf(bytes: Buffer, headers: IncomingHttpHeaders, isCut: boolean): Promise<string | undefined> {
  const encoding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  const decoded = encoding === 'identity' ? bytes : await decompress(bytes, decoders[encoding]?.());
  const decoder = decoderOf(headers['content-type']);
  if (!decoded || !decoder) return undefined;
  // A character that was cut in two is omitted.
  const text = decoder.decode(decoded, { stream: isCut || encoding !== 'identity' });
  const unprintable = text.match(/[\p{C}\ufffd]/gu)?.filter((one) => !/\s/.test(one)).length ?? 0;
  if (text.length > 8 && unprintable > maxUnprintable * text.length) return undefined;
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').trim();
}

function decoderOf(contentType = ''): TextDecoder | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset);
  } catch {
    return undefined;
  }
}

/** Returns the beginning of a compressed body, or undefined if nothing can be read. */
async function decompress(bytes: Buffer, decoder: Transform | undefined): Promise<Buffer | undefined> {
  if (!decoder) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  decoder.end(bytes);
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= maxDecoded) break;
    }
  } catch {
    // The body was cut off. The part before the cut is used.
  }
  return chunks.length > 0 ? Buffer.concat(chunks).subarray(0, maxDecoded) : undefined;
}
