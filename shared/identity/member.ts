import { Entity, type FormattedItem } from 'dynamodb-toolbox/entity';
import { item } from 'dynamodb-toolbox/schema/item';
import { list } from 'dynamodb-toolbox/schema/list';
import { number } from 'dynamodb-toolbox/schema/number';
import { string } from 'dynamodb-toolbox/schema/string';
import { refTo } from '../ground/table/expressions.ts';
import { oneOf } from '../ground/table/known-values.ts';
import { table } from '../ground/table/table.ts';
import { roles } from './roles.ts';

/** A person in an organization. The row is the membership: without it, access ends with the next call. */
export const MemberEntity = new Entity({
  name: 'member',
  table,
  timestamps: false,
  schema: item({
    organizationId: string().key(),
    /** The subject reported by the identity provider. */
    userId: string().key(),
    version: number(),
    role: oneOf(...roles),
    /** Version of the organization when the member got this role. */
    accessVersion: number(),
    /**
     * Version of the organization when the member joined. Absent on rows of the previous release. Distinguishes
     * memberships of the same person.
     */
    joinedVersion: number().optional(),
    email: string(),
    /** User id. Absent for a first owner, and on rows of the previous release. */
    invitedBy: string().optional(),
    /**
     * User ids of the direct and indirect inviters of this member at the time of joining. Absent on rows of the
     * previous release until they are first looked up.
     */
    inviters: list(string()).optional(),
    createdAt: string(),
  }),
  computeKey: ({ organizationId, userId }: { organizationId: string; userId: string }) => ({
    pk: memberPartition(organizationId),
    sk: userId,
  }),
});

export type Member = FormattedItem<typeof MemberEntity>;

export function memberPartition(organizationId: string): string {
  return `MEMBER#${organizationId}`;
}

export function memberRef(organizationId: string, userId: string) {
  return refTo(MemberEntity, { organizationId, userId });
}
