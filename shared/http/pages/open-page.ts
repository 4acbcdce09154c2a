import { isTokenOf, readPageToken } from '../../contract/page-token.ts';
import { noSuchResource } from '../../ground/errors/no-such-resource.ts';
import { refTo } from '../../ground/table/expressions.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import type { Step } from '../step.ts';
import { rulesOf } from './rules-of.ts';

/**
 * Finds the resource that the token in the path opens, with its organization, in one round trip. Tokens that are
 * malformed, forged, of another kind or without a resource are all refused the same way. Pages are not audited, because
 * anyone with a link could flood the organization's log and bury people's actions.
 * @throws ServiceError NOT_FOUND
 */
export const openPage: Step = async (state, { endpoint, runtime }) => {
  const { opens } = rulesOf(endpoint);
  const text = state.parameters.token ?? '';
  const token = readPageToken(text);
  if (!token?.resourceId.startsWith(`${opens.idPrefix}_`)) throw noSuchResource();
  const { organizationId, resourceId } = token;
  const { closing } = opens;
  const { resource, organization, closer } = await runtime.store.getAll({
    resource: opens.read(token),
    organization: refTo(OrganizationEntity, { organizationId }),
    ...(closing && { closer: closing.read }),
  });
  const isOpen = isTokenOf(text, resource && opens.tokenHash(resource as never));
  if (!isOpen || !organization || closing?.closes(closer as never, resource as never)) throw noSuchResource();
  state.organization = organization;
  state.page = { resource, resourceId };
};
