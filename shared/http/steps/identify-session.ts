import { refTo } from '../../ground/table/expressions.ts';
import { memberRef } from '../../identity/member.ts';
import { OrganizationEntity } from '../../identity/organization.ts';
import { notSession } from '../advice/credentials.ts';
import { organizationOf } from '../organization-of.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';

const BEARER = /^Bearer ([A-Za-z0-9_.-]{1,8192})$/i;

/**
 * Verifies the session's token, then reads the organization and the person's membership, in one round trip. Membership
 * and role come from the table, so a removed member has no access from the next call on (design, session).
 */
export const identifySession: Step = async (state, context) => {
  const { runtime } = context;
  const authorization = header(state, 'authorization') ?? '';
  const token = BEARER.exec(authorization)?.[1];
  const person = token && (await runtime.sessions(token));
  if (!person) throw notSession(authorization);
  const organizationId = await organizationOf(state, context);
  const { organization, member } =
    organizationId === undefined
      ? {}
      : await runtime.store.getAll({
          organization: refTo(OrganizationEntity, { organizationId }),
          member: memberRef(organizationId, person.userId),
        });
  state.caller = { kind: 'session', person, member };
  if (organization) state.organization = organization;
};
