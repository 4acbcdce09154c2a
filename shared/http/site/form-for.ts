import { gunzipSync } from 'node:zlib';
import type { Encoding, ReadFile } from './site-files.ts';

interface Form {
  readonly encoding: Encoding;
  readonly content: Buffer;
}

/**
 * Returns the smallest form of a file that a reader accepts.
 * @param accepted the header Accept-Encoding (RFC 9110, section 12.5.3)
 */
export function formFor(accepted: string | undefined, contents: ReadFile['contents']): Form {
  const taken = takenBy(accepted ?? '');
  for (const encoding of ['br', 'gzip'] as const) {
    const content = contents[encoding];
    if (content && taken.has(encoding)) return { encoding, content };
  }
  const { gzip, identity } = contents;
  if (identity) return { encoding: 'identity', content: identity };
  if (gzip) return { encoding: 'identity', content: gunzipSync(gzip) };
  throw new Error('A file of the site has no form that everybody can read.');
}

/** Returns the encodings named with a weight above zero. */
function takenBy(accepted: string): ReadonlySet<string> {
  const named = accepted.split(',').map((part) =>
    part
      .toLowerCase()
      .split(';')
      .map((word) => word.trim()),
  );
  return new Set(named.filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? '')).map(([encoding = '']) => encoding));
}
