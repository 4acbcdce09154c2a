import type { Organization } from '../../identity/organization.ts';
import type { Link } from '../links/link.ts';
import { wordsOf } from './formats.ts';
import { localeOf, negotiate } from './language.ts';
import type { Frame } from './layout.ts';

/** What of a page's request decides its language and whose name it has. */
export interface PageRequest {
  /** The parameter `lang`. */
  readonly lang?: string | undefined;
  readonly acceptLanguage: string | undefined;
  readonly organization: Pick<Organization, 'name' | 'mode'>;
}

/** @param path of the page, without parameters */
export function frameOf(
  { lang, acceptLanguage, organization: { name, mode } }: PageRequest,
  { fromName }: Pick<Link, 'fromName'>,
  path: string,
  parameters: Readonly<Record<string, string>> = {},
): Frame & { readonly merchant: string; readonly path: string } {
  const wanted = lang === undefined ? undefined : localeOf(lang)?.language;
  const words = wordsOf(negotiate(wanted, acceptLanguage));
  return { words, merchant: fromName || name, livemode: mode === 'live', path, parameters, wanted };
}
