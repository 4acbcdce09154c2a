import * as z from 'zod';

const printable = /^https?:\/\/[\x21-\x7e]+$/;

/**
 * Characters that a browser opens unchanged. It would encode others, which would break the caller's signature over the
 * address. They are printable ASCII without `"'<>\` and the backtick, in a single pattern because generators have
 * trouble with several. `returnUrlFault` describes the faults.
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
 * What is wrong with the address of a page to return to. It must use https; the stack on one machine, whose own pages
 * use http, also accepts loopback addresses.
 * @param pagesUrl the address of the pages
 */
export function returnUrlFault(text: string | undefined, pagesUrl: string | undefined): string | undefined {
  const url = URL.parse(text ?? '');
  if (!text || !url) return undefined;
  const isPlain = pagesUrl?.startsWith('http:') ?? false;
  if (url.protocol !== 'https:' && !(isPlain && loopback.includes(url.hostname))) return 'must be an https address';
  // Checked both as parsed and in the text, because the parser drops an empty user name.
  const isNamed = url.username || url.password || text.split(/[/?#]/)[2]?.includes('@');
  return isNamed ? 'must not include a user name or password' : undefined;
}
