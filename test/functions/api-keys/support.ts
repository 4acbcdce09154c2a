import { bodyOf } from '../../support/journey.ts';
import { newKeyPair } from '../../support/public-keys.ts';
import type { Answer, Credentials, TestService, TestSession } from '../../support/service.ts';

type Body = Readonly<Record<string, unknown>>;

export const keysPath = (organizationId: string) => `/organizations/${organizationId}/api-keys`;

/** An organization with its first key, older than what a test issues: keys of one millisecond stand in any order. */
export async function organizationWithOwner(service: TestService) {
  const of = await service.organization();
  const { organizationId } = of;
  const owner = await service.member(organizationId, 'owner');
  service.clock.advance(1);
  return { of, organizationId, owner };
}

/** Issues a key that may read, unless told otherwise. */
export function issue(
  service: TestService,
  organizationId: string,
  session: TestSession,
  body: Body = {},
): Promise<Answer> {
  const { publicKey } = newKeyPair();
  return service.post(keysPath(organizationId), session, { name: 'server', publicKey, scopes: ['read'], ...body });
}

/** Issues a key and keeps its private half. */
export async function issueKey(
  service: TestService,
  organizationId: string,
  session: TestSession,
  body: Body = {},
): Promise<Credentials> {
  const { publicKey, privateKey } = newKeyPair();
  return { key: bodyOf(await issue(service, organizationId, session, { publicKey, ...body }), 201), privateKey };
}

export function revoke(service: TestService, organizationId: string, session: TestSession, id: string) {
  return service.call('DELETE', `${keysPath(organizationId)}/${id}`, session);
}

/** Rotates a key to a new pair, unless told otherwise. */
export function rotate(service: TestService, id: string, by: Credentials | TestSession, body: Body = {}) {
  return service.post(`/api-keys/${id}/rotate`, by, { publicKey: newKeyPair().publicKey, ...body });
}

/** Rotates a key to a new pair and keeps its private half. */
export async function rotateKey(
  service: TestService,
  id: string,
  by: Credentials | TestSession,
  body: Body = {},
): Promise<Credentials & { readonly predecessor: { readonly id: string; readonly expiresAt: string } }> {
  const { publicKey, privateKey } = newKeyPair();
  const { key, predecessor } = bodyOf(await rotate(service, id, by, { publicKey, ...body }), 201);
  return { key, privateKey, predecessor };
}

export async function listed(service: TestService, organizationId: string, session: TestSession, query = '') {
  return bodyOf(await service.get(keysPath(organizationId) + query, session));
}
