import { refTo } from '../../../shared/ground/table/expressions.ts';
import { type Organization, OrganizationEntity } from '../../../shared/identity/organization.ts';
import { bodyOf, type TestOrganization } from '../../support/journey.ts';
import type { Answer, TestService, TestSession } from '../../support/service.ts';

export type Body = Answer['body'];

/** An organization with an owner, and what they do about members. */
export interface Members {
  readonly organization: TestOrganization;
  readonly organizationId: string;
  readonly owner: TestSession;
  readonly path: string;
}

export async function organizationOfMembers(service: TestService): Promise<Members> {
  const organization = await service.organization();
  const { organizationId } = organization;
  const owner = await service.member(organizationId, 'owner');
  return { organization, organizationId, owner, path: `/organizations/${organizationId}/members` };
}

export function invite(service: TestService, { path, owner }: Members, body: object = {}): Promise<Answer> {
  return service.post(path, owner, { email: 'ada@example.com', role: 'operator', ...body });
}

export function join(service: TestService, { path }: Members, person: TestSession, token: string): Promise<Answer> {
  return service.post(`${path}/join`, person, { token });
}

export function change(service: TestService, { path }: Members, as: TestSession, of: TestSession, role: string) {
  return service.call('PATCH', `${path}/${of.userId}`, as, { body: { role } });
}

export function remove(service: TestService, { path }: Members, as: TestSession, of: TestSession): Promise<Answer> {
  return service.call('DELETE', `${path}/${of.userId}`, as);
}

export async function listed(service: TestService, { path }: Members, as: TestSession): Promise<Body> {
  return bodyOf(await service.get(path, as));
}

/** How many owners the organization counts, and how many there are. */
export async function owners(service: TestService, members: Members, as: TestSession) {
  const { organizationId } = members;
  const organization = (await service.runtime.store.get(refTo(OrganizationEntity, { organizationId }))) as Organization;
  const { data } = await listed(service, members, as);
  return { counted: organization.owners, are: data.filter(({ role }: Body) => role === 'owner').length };
}
