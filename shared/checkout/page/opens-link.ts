import * as z from 'zod';
import { hashOfToken, type PageToken } from '../../contract/page-token.ts';
import { keptMs } from '../attempts/attempt.ts';
import { type Link, linkRead, methodKinds } from '../links/link.ts';

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

/** Names the view of a link's page that was submitted (`Ids.token`). */
export const viewField = { view: z.string().regex(/^[0-9a-f]{32}$/) };

/** Parameters that are not understood count as absent: people follow links that others have shortened or changed. */
export const languageParameter = { lang: z.string().max(35).optional().catch(undefined) };
export const methodParameter = { method: z.enum(methodKinds).optional().catch(undefined) };
