import * as z from 'zod';

const printable = /^https?:\/\/[\x21-\x7e]+$/;

/**
 * Characters that a browser opens as they are: others it encodes, and a signature of the caller over the address would
 * break. They are printable ASCII without `"'<>\` and the backtick, in one pattern, because generators stumble over several.
 * `returnUrlFault` says the rest.
 */
export const ReturnUrl = z
  .string()
  .max(2_048)
  .regex(/^https?:\/\/[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x5b\x5d-\x5f\x61-\x7e]+$/, {
    error: ({ input }) =>
      printable.test(String(input))
        ? 'must not contain quotes, angle brackets or backslashes: encode them as %XX'
        : 'must start with https:// and be printable ASCII: encode spaces and other characters as %XX',
    abort: true,
  })
  .refine((text) => URL.canParse(text), 'is not a URL');

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/**
 * What is wrong with an address to which a page leads. It must be https; the stack on one machine, whose own pages are http,
 * takes loopback too.
 * @param pagesUrl where the pages are
 */
export function returnUrlFault(text: string | undefined, pagesUrl: string | undefined): string | undefined {
  const url = URL.parse(text ?? '');
  if (!text || !url) return undefined;
  const isPlain = pagesUrl?.startsWith('http:') ?? false;
  if (url.protocol !== 'https:' && !(isPlain && loopback.includes(url.hostname))) return 'must be an https address';
  // Both as parsed and in the text: the parser drops an empty user name.
  const isNamed = url.username || url.password || text.split(/[/?#]/)[2]?.includes('@');
  return isNamed ? 'must not include a user name or password' : undefined;
}
