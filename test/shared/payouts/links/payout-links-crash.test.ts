import { describe, expect, test } from 'vitest';
import { createStore } from '../../../../shared/ground/table/create-store.ts';
import { leaseMs } from '../../../../shared/journal/due/claim-work.ts';
import { dueRef } from '../../../../shared/journal/due/due-work.ts';
import { payoutLinkWork } from '../../../../shared/payouts/links/payout-link.ts';
import { type CrashPoint, crashAt } from '../../../support/crash.ts';
import { createTestTable } from '../../../support/dynamodb.ts';
import { wrap } from '../../../support/faults.ts';
import { deliver, readFeed, readLedger } from '../../../support/journey.ts';
import { TestService } from '../../../support/service.ts';
import { type Links, linksOf, startLinks } from './support.ts';

interface Story {
  readonly service: TestService;
  readonly links: Links;
  readonly payoutLinkId: string;
}

interface Act {
  readonly begin?: (story: Story) => void;
  /** What may die. @param dying the service as the process that dies has it */
  readonly act: (story: Story, dying: TestService) => Promise<unknown>;
}

const acts: Readonly<Record<string, Act>> = {
  expiry: {
    begin: ({ service }) => service.clock.advance(30 * 24 * 60 * 60 * 1000),
    act: async ({ links, payoutLinkId }, dying) => deliver(dying, [await links.hint(payoutLinkId)]),
  },
  cancel: { act: ({ links, payoutLinkId }, dying) => linksOf(dying, links.of).cancel(payoutLinkId) },
};

/** @returns whether the process lived to its end */
async function kill({ begin, act }: Act, status: string, point: CrashPoint): Promise<boolean> {
  const table = await createTestTable();
  const service = await TestService.start({}, table);
  const links = await startLinks(service);
  const { payoutLinkId } = await links.create();
  const story = { service, links, payoutLinkId };
  begin?.(story);
  const { intercept, crashed } = crashAt(point);
  const store = createStore({ ...table, client: wrap(table.client, intercept) });
  const dying = { ...service, runtime: { ...service.runtime, store } } as unknown as TestService;
  const end = await Promise.race([act(story, dying).then(() => 'lived'), crashed]);
  service.clock.advance(leaseMs);
  await act(story, service);
  expect((await links.get(payoutLinkId)).status).toBe(status);
  const rows = (await readLedger(service, links.of)).map(({ type }) => type);
  expect(rows).toEqual(['deposit', 'hold', 'hold_release']);
  const types = (await readFeed(service, links.of)).map(({ type }) => type);
  expect(types.slice(1)).toEqual(['payout_link.created', `payout_link.${status}`]);
  expect(
    await service.runtime.store.get(dueRef(payoutLinkWork({ organizationId: links.of.organizationId, payoutLinkId }))),
  ).toBeUndefined();
  return end === 'lived';
}

describe.each([
  ['expiry', 'expired'],
  ['cancel', 'canceled'],
] as const)('a process that dies during the %s of a link', (name, status) => {
  test.each(['before', 'after'] as const)(
    'leaves a link that ends once, killed %s each of its calls',
    async (moment) => {
      let call = 1;
      while (!(await kill(acts[name] as Act, status, { call, moment }))) call += 1;
      expect(call).toBeGreaterThan(2);
    },
  );
});
