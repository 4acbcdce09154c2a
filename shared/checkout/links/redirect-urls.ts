import { returnUrlFault } from '../../contract/fields/return-url.ts';
import { validationError } from '../../ground/errors/service-error.ts';
import type { Runtime } from '../../ports/runtime.ts';

const fields = ['successUrl', 'cancelUrl'] as const;

type Redirects = Readonly<Partial<Record<(typeof fields)[number], string | null | undefined>>>;

/**
 * The pages to which a buyer is sent back must use https. A local stack, whose own pages use http, also accepts
 * loopback addresses.
 * @throws ServiceError VALIDATION_ERROR
 */
export function refuseRedirects({ pagesUrl }: Pick<Runtime<'pages'>, 'pagesUrl'>, redirects: Redirects): void {
  const faults = fields.flatMap((path) => {
    const message = returnUrlFault(redirects[path] ?? undefined, pagesUrl);
    return message ? [{ path, message, code: 'invalid_format' }] : [];
  });
  if (faults.length > 0) throw validationError(faults);
}
