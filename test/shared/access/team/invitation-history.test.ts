import { expect, test } from 'vitest';
import { invitersByMember } from '../../../../shared/access/team/invitation-history.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const invites = (at: number, actorUserId: string, resourceId: string) => ({
  action: 'member.invite',
  at,
  actorUserId,
  resourceId,
});
const joins = (at: number, userId: string) => ({
  action: 'member.join',
  at,
  actorUserId: userId,
  resourceId: userId,
});

const listOf = (rows: Parameters<typeof invitersByMember>[0], userId: string) =>
  [...(invitersByMember(rows).get(userId) ?? [])].sort();

test('who joins was invited by whoever had an invitation open, and by all who invited those', () => {
  const rows = [
    invites(1, 'ana', 'inv_1'),
    joins(2, 'ben'),
    invites(8 * DAY_MS, 'ben', 'inv_2'),
    joins(9 * DAY_MS, 'cem'),
  ];
  expect(listOf(rows, 'ben')).toEqual(['ana']);
  expect(listOf(rows, 'cem')).toEqual(['ana', 'ben']);
  expect(listOf(rows, 'ana')).toEqual([]);
});

test('a row may stand a little before what it followed, by another clock', () => {
  expect(listOf([joins(1, 'ben'), invites(2, 'ana', 'inv_1')], 'ben')).toEqual(['ana']);
});

test('an invitation that was revoked, or has expired, invited nobody', () => {
  const revoked = { action: 'member.revoke_invitation', at: 2, actorUserId: 'dua', resourceId: 'inv_1' };
  expect(listOf([invites(1, 'ana', 'inv_1'), revoked, joins(DAY_MS, 'ben')], 'ben')).toEqual([]);
  expect(listOf([invites(1, 'ana', 'inv_1'), joins(8 * DAY_MS, 'ben')], 'ben')).toEqual([]);
});

test('who joins again keeps who invited them the first time', () => {
  const rows = [invites(1, 'ana', 'inv_1'), joins(2, 'ben'), invites(9 * DAY_MS, 'cem', 'inv_2')];
  expect(listOf([...rows, joins(9 * DAY_MS + 1, 'ben')], 'ben')).toEqual(['ana', 'cem']);
});
