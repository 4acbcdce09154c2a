import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryTable } from '../../../local/table/memory-client.ts';
import { ApprovalEntity, approvalPartition } from '../../../shared/approvals/approval.ts';
import { MemberEntity, memberRef } from '../../../shared/identity/member.ts';
import { bodyOf, deliver, expectSoundBooks, pathOf, settle } from '../../support/journey.ts';
import { type Answer, TestService, type TestSession } from '../../support/service.ts';
import { governed } from '../payouts/policy/support.ts';
import { balanceOf, hintOf, vote } from './support.ts';

const HOUR_MS = 60 * 60 * 1000;
const votingRoles = ['owner', 'admin', 'operator'];

/** Who can still decide, told from what the API shows. */
interface Model {
  readonly people: readonly { readonly userId: string; readonly role: string }[];
  readonly approvals: Answer['body'][];
  readonly policy: { readonly quorum: number; readonly approvers: readonly string[] } | null;
  readonly now: number;
}

/** Why something should not wait any more. */
function faultsOf({ people, approvals, policy, now }: Model): string[] {
  const isVoter = (userId: string) =>
    (policy?.approvers.includes(userId) ?? false) &&
    people.some((person) => person.userId === userId && votingRoles.includes(person.role));
  return approvals
    .filter(({ status, expiresAt }) => status === 'pending' && Date.parse(expiresAt) > now)
    .flatMap(({ approvalId, initiator, electorate, required, votes }) => {
      const asker = people.find(({ userId }) => userId === initiator.actorUserId);
      const voted = votes.map(({ actorUserId }: { actorUserId: string }) => actorUserId);
      const wanted = Math.max(required, policy?.quorum ?? 1);
      const agreed = voted.filter(isVoter).length;
      const left = electorate.filter((userId: string) => isVoter(userId) && !voted.includes(userId)).length;
      return [
        ...(initiator.actorUserId && asker?.role !== 'owner' ? [`${approvalId} was asked for by nobody who may`] : []),
        ...(agreed >= wanted ? [`${approvalId} has its ${agreed} votes`] : []),
        ...(agreed + left < wanted ? [`${approvalId} lacks ${wanted - agreed} votes, and ${left} may vote`] : []),
      ];
    });
}

interface Scene extends Awaited<ReturnType<typeof governed>> {
  readonly service: TestService;
  readonly people: TestSession[];
}

type Choose = (below: number) => number;
const pick = <T>(list: readonly T[], choose: Choose) => list[choose(list.length)] as T;

const members = ({ of }: Scene) => `/organizations/${of.organizationId}/members`;

/** What may be refused is refused: the model looks only at what came of it. */
const actions: readonly ((scene: Scene, choose: Choose) => Promise<unknown>)[] = [
  ({ service, of, recipient }, choose) =>
    service.post(`${pathOf(of)}/payouts`, of, {
      amount: `${51 + choose(30)}.00`,
      destinationAccountId: recipient.methods[0].destinationAccountId,
    }),
  async (scene, choose) => {
    const { change, people } = scene;
    const approvers = people.map(({ userId }) => userId).filter(() => choose(3) > 0);
    const approvals = choose(8) === 0 ? null : { threshold: '50.00', quorum: 1 + choose(3), approvers };
    return change({ approvals }, await anOwner(scene, choose));
  },
  async (scene, choose) => {
    const person = await scene.service.member(scene.of.organizationId, choose(2) ? 'operator' : 'owner');
    scene.people.push(person);
  },
  async (scene, choose) => {
    const owner = await anOwner(scene, choose);
    return scene.service.call('DELETE', `${members(scene)}/${pick(scene.people, choose).userId}`, owner);
  },
  async (scene, choose) => {
    // Somebody who was removed joins again.
    const { userId } = pick(scene.people, choose);
    const { organizationId } = scene.of;
    const isMember = await scene.service.runtime.store.get(memberRef(organizationId, userId));
    if (!isMember) await scene.service.member(organizationId, 'owner', userId);
  },
  async (scene, choose) => {
    const body = { role: pick(['viewer', 'operator', 'admin', 'owner'], choose) };
    const owner = await anOwner(scene, choose);
    return scene.service.call('PATCH', `${members(scene)}/${pick(scene.people, choose).userId}`, owner, { body });
  },
  voteOnSome,
  voteOnSome,
  voteOnSome,
  async ({ service }, choose) => service.clock.advance(pick([1_000, HOUR_MS, 9 * HOUR_MS], choose)),
  ({ service }) => settle(service),
];

/** There always is one: the last owner cannot go. */
async function anOwner(scene: Scene, choose: Choose): Promise<TestSession> {
  const { people } = await modelOf(scene);
  const owners = people.filter(({ role }) => role === 'owner').map(({ userId }) => userId);
  return pick(
    scene.people.filter(({ userId }) => owners.includes(userId)),
    choose,
  );
}

async function voteOnSome(scene: Scene, choose: Choose) {
  const open = (await approvalsOf(scene)).filter(({ status }) => status === 'pending');
  if (open.length === 0) return;
  const decision = choose(8) === 0 ? 'reject' : 'approve';
  await vote(scene.service, scene.of, pick(open, choose).approvalId, pick(scene.people, choose), decision);
}

async function approvalsOf({ service, of }: Scene): Promise<Answer['body'][]> {
  return bodyOf(await service.get(`${pathOf(of)}/payouts/approvals?limit=100`, of)).data;
}

async function modelOf(scene: Scene): Promise<Model> {
  const { service, of, policy } = scene;
  const { items } = await service.runtime.store.range(MemberEntity, {
    partition: `MEMBER#${of.organizationId}`,
    limit: 200,
  });
  return {
    people: items,
    approvals: await approvalsOf(scene),
    policy: (await policy()).approvals,
    now: service.clock.now,
  };
}

test('nothing waits that nobody can decide, or that has its votes, whatever people do', {
  timeout: 300_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(), { minLength: 60, maxLength: 120 }), async (numbers) => {
      const service = await TestService.start({ rateLimitOverride: 100_000 }, createMemoryTable());
      const all = await governed(service, { quorum: 2, approvers: 4 });
      const scene: Scene = { ...all, service, people: [...all.voters, all.owner] };
      let next = 0;
      const choose: Choose = (below) => (numbers[next++ % numbers.length] ?? 0) % below;
      for (let step = 0; step < 30; step += 1) {
        await pick(actions, choose)(scene, choose);
        if (step % 5 !== 4) continue;
        await settle(service);
        expect(faultsOf(await modelOf(scene))).toEqual([]);
      }
      await end(scene);
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

/** A day later nothing waits, and nothing is held. */
async function end(scene: Scene): Promise<void> {
  const { service, of } = scene;
  service.clock.advance(25 * HOUR_MS);
  const partition = approvalPartition(of.organizationId);
  const { items } = await service.runtime.store.range(ApprovalEntity, { partition, limit: 100 });
  const open = items.filter(({ status }) => status === 'pending' || status === 'approved');
  for (const { approvalId } of open) await deliver(service, [await hintOf(service, of, approvalId)]);
  await settle(service);
  expect((await approvalsOf(scene)).filter(({ status }) => ['pending', 'approved'].includes(status))).toEqual([]);
  expect((await balanceOf(service, of)).held).toBe('0.00');
  await expectSoundBooks(service, of);
}
