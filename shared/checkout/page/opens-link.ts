import * as z from 'zod';
import { hashOfToken, type PageToken } from '../../contract/page-token.ts';
import { viewField } from '../../pages/parameters.ts';
import { browserOf, keptMs } from '../attempts/attempt.ts';
import { type Link, linkRef } from '../links/link.ts';
import { methodKinds } from '../methods/methods.ts';

/** What the token of a link's page opens. The page of a draft is shown to nobody. */
export const opensLink = {
  idPrefix: 'lnk',
  read: ({ organizationId, resourceId }: PageToken) => linkRef(organizationId, resourceId),
  tokenHash: ({ status, pageToken }: Link) => (status === 'draft' ? undefined : hashOfToken(pageToken)),
};

/** What the token of a sandbox link's page opens. Live links are not found. */
export const opensTestLink = {
  ...opensLink,
  tokenHash: (link: Link) => (link.livemode ? undefined : opensLink.tokenHash(link)),
};

/**
 * The cookie that distinguishes browsers. Each browser has one open attempt on a link, and sees what it has paid there.
 */
export const buyerCookie = { name: 'buyer', maxAgeSeconds: keptMs / 1_000 };

/** The fields of forms that start a transfer; `another` asks for a payment separate from a partly received one. */
export const transferFields = { ...viewField, another: z.literal('yes').optional() };

/** Returns the values of a submitted form with `transferFields`, and the browser that submitted it. */
export function transferOf(
  { view, another }: { readonly view: string; readonly another?: 'yes' | undefined },
  cookie: string | undefined,
) {
  return { browser: browserOf(cookie, view), view, another: another === 'yes' };
}

/** An unknown value counts as absent, as in `languageParameter`. */
export const methodParameter = { method: z.enum(methodKinds).optional().catch(undefined) };
