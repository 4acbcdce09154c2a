import {
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
} from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import type * as z from 'zod';
import type { AnyEndpoint } from '../../../shared/contract/endpoint.ts';
import { cookieName } from '../../../shared/http/pages/cookie.ts';

/**
 * What every page needs: the reader's languages, the type of a form, and which site sent it. CloudFront limits a policy
 * to ten headers.
 */
const headers = ['accept-language', 'content-type', 'origin', 'sec-fetch-site'];

/**
 * What CloudFront forwards to pages: their own cookies and parameters, as declared, and a few headers. No API
 * credential is among them.
 * @param viewerAddressHeader written at the edge
 */
export function forwardedToPages(scope: Construct, pages: readonly AnyEndpoint[], viewerAddressHeader: string) {
  const cookies = distinct(pages.flatMap(({ page }) => (page?.cookie ? [cookieName(page.cookie, {})] : [])));
  const parameters = distinct(
    pages.flatMap(({ query }) => Object.keys((query as z.ZodObject | undefined)?.shape ?? {})),
  );
  return new OriginRequestPolicy(scope, 'ForwardedToPages', {
    comment: 'What pages need of a request',
    headerBehavior: OriginRequestHeaderBehavior.allowList(...headers, viewerAddressHeader),
    cookieBehavior:
      cookies.length > 0 ? OriginRequestCookieBehavior.allowList(...cookies) : OriginRequestCookieBehavior.none(),
    queryStringBehavior:
      parameters.length > 0
        ? OriginRequestQueryStringBehavior.allowList(...parameters)
        : OriginRequestQueryStringBehavior.none(),
  });
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
