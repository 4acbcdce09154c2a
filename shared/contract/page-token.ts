import { createHash, timingSafeEqual } from 'node:crypto';
import type { Ids } from '../ground/time/ids.ts';

/** What a page's token names. Anyone can claim these ids; only the hash stored with the resource proves the token. */
export interface PageToken {
  readonly organizationId: string;
  readonly resourceId: string;
}

/** `<organization's id>.<resource's id>.<128 random bits in hexadecimal>`: at most 107 characters. */
const TOKEN = /^([a-z0-9]{2,32})\.([a-z]{1,8}_[a-z0-9]{1,32})\.[0-9a-f]{32}$/;

/**
 * Makes the token of a resource's page. It contains no character that a mail program or a chat could take for the end
 * of an address.
 * @returns the token, which is shown but never stored in readable form, and the hash to store with the resource
 */
export function newPageToken(ids: Pick<Ids, 'token'>, { organizationId, resourceId }: PageToken) {
  const token = `${organizationId}.${resourceId}.${ids.token()}`;
  if (!TOKEN.test(token)) throw new Error(`no page can be opened for ${resourceId}`);
  return { token, tokenHash: hashOfToken(token) };
}

/** The hash of a token that the resource itself stores. */
export function hashOfToken(token: string): string {
  return digest(token).toString('hex');
}

/** @returns undefined for a text that cannot be a token */
export function readPageToken(text: string): PageToken | undefined {
  const [, organizationId, resourceId] = TOKEN.exec(text) ?? [];
  return organizationId && resourceId ? { organizationId, resourceId } : undefined;
}

/** Never equal to the hash of anything that a caller could find. */
const noHash = '0'.repeat(64);

/**
 * Compares in constant time. The hash covers the whole token, so that the secret of one resource opens no other one, in
 * any organization.
 * @param tokenHash as stored; undefined if no token opens the resource
 */
export function isTokenOf(text: string, tokenHash: string | undefined): boolean {
  return timingSafeEqual(digest(text), Buffer.from(tokenHash ?? noHash, 'hex')) && tokenHash !== undefined;
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
