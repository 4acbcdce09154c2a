import type { Organization } from '../../identity/organization.ts';
import type { Frame } from '../../pages/frame.ts';
import { chooseWords, type LanguageRequest } from '../../pages/words.ts';
import type { Link } from '../links/link.ts';
import type { CheckoutText } from './texts/en.ts';
import { textsOf } from './texts.ts';

export type CheckoutFrame = Frame<CheckoutText>;
export type CheckoutWords = CheckoutFrame['words'];

/** The frame of a page that shows the link's seller. */
export type LinkFrame = CheckoutFrame & { readonly organization: string; readonly path: string };

/** The parts of a page's request that determine its language and the name that it shows. */
export interface CheckoutPageRequest extends LanguageRequest {
  readonly organization: Pick<Organization, 'name' | 'mode'>;
}

/** @param path the page's path, without parameters */
export function frameOf(
  request: CheckoutPageRequest,
  { fromName }: Pick<Link, 'fromName'>,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): LinkFrame {
  const { name, mode } = request.organization;
  return {
    ...chooseWords(textsOf, request),
    organization: fromName || name,
    livemode: mode === 'live',
    path,
    parameters,
  };
}
