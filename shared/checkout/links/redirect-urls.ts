import { validationError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';

const fields = ['successUrl', 'cancelUrl'] as const;

type Redirects = Readonly<Partial<Record<(typeof fields)[number], string | null | undefined>>>;

/**
 * Where a buyer is sent back to must be https. The stack on one machine, whose own pages are http, takes loopback too.
 * @throws ServiceError VALIDATION_ERROR
 */
export function refuseRedirects({ pagesUrl }: Pick<Runtime, 'pagesUrl'>, redirects: Redirects): void {
  const isPlain = pagesUrl?.startsWith('http:') ?? false;
  const faults = fields.flatMap((path) => {
    const message = faultOf(redirects[path] ?? undefined, isPlain);
    return message ? [{ path, message, code: 'invalid_format' }] : [];
  });
  if (faults.length > 0) throw validationError(faults);
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

function faultOf(text: string | undefined, isPlain: boolean): string | undefined {
  const url = URL.parse(text ?? '');
  if (!text || !url) return undefined;
  if (url.protocol !== 'https:' && !(isPlain && loopback.includes(url.hostname))) return 'must be an https address';
  // Both as parsed and in the text: the parser drops an empty user name.
  const isNamed = url.username || url.password || text.split(/[/?#]/)[2]?.includes('@');
  return isNamed ? 'must not carry a user name or password' : undefined;
}
