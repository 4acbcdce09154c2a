import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { payoutPartition } from '../../../shared/payouts/payout/payout.ts';
import { expectError } from '../../support/answers.ts';
import type { Intercept } from '../../support/faults.ts';
import {
  addRecipient,
  bodyOf,
  fundedOrganization,
  pathOf,
  sendPayout,
  type TestOrganization,
} from '../../support/journey.ts';
import { TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
const reference = randomUUID();

beforeAll(async () => {
  service = await TestService.start();
  organization = await fundedOrganization(service);
  const recipient = await addRecipient(service, organization);
  for (const amount of ['1.00', '2.00'])
    bodyOf(await sendPayout(service, organization, recipient, { amount, reference }));
});

type Payouts = { readonly pk: string; readonly sk: string }[];
interface Batch {
  RequestItems: Record<string, { Keys: Payouts }>;
}
interface BatchAnswer {
  Responses: Record<string, Payouts>;
  UnprocessedKeys: Record<string, { Keys: Payouts }>;
}

/** Does something to the answer of each batch that reads payouts. */
function onPayouts(alter: (answer: BatchAnswer, table: string, keys: Payouts) => void): Intercept {
  return async ({ name, input }, go) => {
    const [[table, { Keys }] = ['', { Keys: [] }]] = Object.entries((input as unknown as Batch).RequestItems ?? {});
    const answer = (await go()) as BatchAnswer;
    if (name === 'BatchGet' && Keys[0]?.pk === payoutPartition(organization.organizationId)) alter(answer, table, Keys);
    return answer;
  };
}

const find = (by: TestService) => by.get(`${pathOf(organization)}/orders?reference=${reference}`, organization);

const leaveLastUnread = (answer: BatchAnswer, table: string, keys: Payouts) => {
  const unread = keys.slice(-1);
  // The table answers in an order of its own.
  answer.Responses[table] = (answer.Responses[table] ?? []).filter(({ sk }) => sk !== unread[0]?.sk);
  answer.UnprocessedKeys = { [table]: { Keys: unread } };
};

test('a payout that stays unread refuses the list, however often it is asked for', async () => {
  const batches: number[] = [];
  const unread = service.process(
    onPayouts((answer, table, keys) => {
      batches.push(keys.length);
      leaveLastUnread(answer, table, keys);
    }),
  );
  expectError(await find(unread), 'ORDERS_TEMPORARILY_UNAVAILABLE');
  expect(batches.length).toBeGreaterThan(1);
});

test('a payout that is unread at first is asked for again', async () => {
  let batches = 0;
  const slow = service.process(
    onPayouts((answer, table, keys) => {
      batches += 1;
      if (batches === 1) leaveLastUnread(answer, table, keys);
    }),
  );
  expect(bodyOf(await find(slow)).data).toHaveLength(2);
});

test('a payout whose reference is seen before it refuses the list', async () => {
  const early = service.process(onPayouts((answer, table) => answer.Responses[table]?.splice(-1)));
  expectError(await find(early), 'ORDERS_TEMPORARILY_UNAVAILABLE');
  expect(bodyOf(await find(service)).data).toHaveLength(2);
});

test('another failure of the table is no partial list: INTERNAL', async () => {
  const broken = service.process(
    onPayouts(() => {
      throw new Error('surprise');
    }),
  );
  expectError(await find(broken), 'INTERNAL');
});
