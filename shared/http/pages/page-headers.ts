import type { ContentSources } from '../../contract/page-rules.ts';

/**
 * Returns the headers of every page, in addition to those of `render`. The address of the page is a secret, which must
 * not leak through a Referer or a search engine. The policy is not `no-referrer`, because browsers would then send
 * forms with `Origin: null`, which could not be distinguished from the forms of another site.
 */
export function pageHeaders(content: ContentSources = {}): Record<string, string> {
  return {
    'content-security-policy': policyOf(content),
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  };
}

function policyOf(content: ContentSources): string {
  const directives = {
    'default-src': ["'none'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
    'form-action': ["'self'"],
    ...content,
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
