import * as z from 'zod';
import { hashOfToken, type PageToken } from '../../contract/page-token.ts';
import { viewField } from '../../pages/parameters.ts';
import { browserOf, keptMs } from '../attempts/attempt.ts';
import { type Link, linkRead } from '../links/link.ts';
import { methodKinds } from '../methods/methods.ts';

/** What the token of a link's page opens. Drafts have a page, but nobody is shown it. */
export const opensLink = {
  idPrefix: 'lnk',
  read: ({ organizationId, resourceId }: PageToken) => linkRead(organizationId, resourceId),
  tokenHash: ({ status, pageToken }: Link) => (status === 'draft' ? undefined : hashOfToken(pageToken)),
};

/** The same in the sandbox. A live link is not there. */
export const opensTestLink = {
  ...opensLink,
  tokenHash: (link: Link) => (link.livemode ? undefined : opensLink.tokenHash(link)),
};

/** Tells two browsers apart: each has one open attempt at a link, and is shown what it has paid there. */
export const buyerCookie = { name: 'buyer', maxAgeSeconds: keptMs / 1_000 };

/** What forms send that begin a transfer: for another payment than the one of which a part has come, or not. */
export const transferFields = { ...viewField, another: z.literal('yes').optional() };

/** What a submitted form of `transferFields` says, and who has submitted it. */
export function transferOf(
  { view, another }: { readonly view: string; readonly another?: 'yes' | undefined },
  cookie: string | undefined,
) {
  return { browser: browserOf(cookie, view), view, another: another === 'yes' };
}

/** What is not understood counts as absent, as in `languageParameter`. */
export const methodParameter = { method: z.enum(methodKinds).optional().catch(undefined) };
