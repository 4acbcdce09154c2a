import { type Input, keyOfWrite, type OneWrite, type TableCall, writesOf } from '../../../../local/table/call.ts';
import type { AnyEndpoint } from '../../../../shared/contract/endpoint.ts';
import { sortable } from '../../../../shared/ground/table/table.ts';
import { EventEntity, eventPartition } from '../../../../shared/journal/rows/event.ts';
import type { WholeRuntime } from '../../../../shared/ports/runtime.ts';
import { presentEvent } from '../../../../shared/records/events/list-events.ts';
import type { Rewrite } from '../engine/simulated-table.ts';
import type { DeliberateFault } from './deliberate-fault.ts';
import {
  concerns,
  decidesPayout,
  itemsOf,
  mapWrites,
  sendBehind,
  transactionsOn,
  withoutCondition,
} from './rewriting.ts';

const ofHead = (write: OneWrite) => keyOfWrite(write).endsWith(' HEAD');
const ofLedger = concerns('LEDGER#');
const ofEvent = concerns('EVENT#');

export const journalFaults: readonly DeliberateFault[] = [
  {
    name: 'decision-on-a-torn-read',
    sentence: 'a commit does not ask whether what its decision only read is still so',
    rewrite: transactionsOn('ORG#', (call, send) =>
      send(mapWrites(call, (write) => (write.kind === 'ConditionCheck' ? undefined : write))),
    ),
  },
  {
    name: 'organization-of-another-version',
    sentence: 'a decision takes an organization that does not belong to the head',
    rewrite: () => headOfAnyOrganization,
  },
  {
    name: 'no-version-on-the-head',
    sentence: 'a commit does not ask whether the head is still the one that was read',
    rewrite: transactionsOn('ORG#', (call, send) =>
      send(mapWrites(call, (write) => (ofHead(write) ? withoutCondition(write) : write))),
    ),
  },
  {
    name: 'balance-read-at-the-door-only',
    sentence: 'the balance is looked at when a payout is quoted, not when it is made',
    rewrite: () => richInDecisions,
  },
  {
    name: 'ledger-row-outside-the-transaction',
    sentence: 'the ledger row is written behind the commit',
    rewrite: transactionsOn('LEDGER#', sendBehind(ofLedger)),
  },
  {
    name: 'event-twice',
    sentence: 'a payout that completes is announced twice',
    rewrite: transactionsOn('EVENT#', (call, send) => send(twice(call))),
  },
  {
    name: 'refund-not-booked',
    sentence: 'money that comes back changes the balance, but not the ledger',
    rewrite: transactionsOn('LEDGER#', (call, send) =>
      send(mapWrites(call, (write) => (write.input.Item?.type === 'payout_return' ? undefined : write))),
    ),
  },
  {
    name: 'gap-skipped-by-a-reader',
    sentence: 'the feed shows what lies behind a gap',
    endpoint: (endpoint) => (endpoint.operation === 'listEvents' ? carelessFeed(endpoint) : endpoint),
  },
];

/** Makes head and organization look as if they belonged together. */
const headOfAnyOrganization: Rewrite = async (call, send) => {
  const output = await send(call);
  const items = itemsOf(call, output);
  const head = items.find(({ sk }) => sk === 'HEAD');
  const organization = items.find(({ sk }) => sk === 'ORG');
  if (head && organization) head.organizationVersion = organization.version;
  return output;
};

const riches = 1_000_000n;

/** Lends every decision about a payout a million, and takes it out of what is written. */
const richInDecisions: Rewrite = async (call, send) => {
  if (call.name === 'TransactWrite' && decidesPayout(call)) return send(mapWrites(call, poorer));
  const output = await send(call);
  if (!decidesPayout(call)) return output;
  for (const item of itemsOf(call, output)) if (item.sk === 'HEAD') changeBalances(item, riches);
  return output;
};

function poorer(write: OneWrite): OneWrite {
  const { Item } = write.input;
  if (ofHead(write)) changeBalances(Item, -riches);
  if (ofLedger(write)) Item.balanceAfter = (BigInt(Item.balanceAfter) - riches).toString();
  return write;
}

function changeBalances(head: Input, by: bigint): void {
  head.balances = Object.fromEntries(
    Object.entries<Input>(head.balances).map(([currency, { available, ...balance }]) => [
      currency,
      { ...balance, available: (BigInt(available) + by).toString() },
    ]),
  );
}

function twice(call: TableCall): TableCall {
  const completed = writesOf(call).find((write) => write.input.Item?.type === 'payout.completed');
  const head = writesOf(call).find(ofHead);
  if (!completed || !head) return call;
  const sequence = head.input.Item.sequence + 1;
  const Item = { ...completed.input.Item, sequence, sk: sortable(sequence) };
  return mapWrites(call, (write) => {
    if (write === head || ofHead(write))
      return { ...write, input: { ...write.input, Item: { ...write.input.Item, sequence } } };
    if (ofEvent(write) && write.input.Item.sequence === completed.input.Item.sequence) {
      return [write, { ...write, input: { ...write.input, Item } }];
    }
    return write;
  });
}

function carelessFeed(endpoint: AnyEndpoint): AnyEndpoint {
  const handle = async (call: Input) => {
    const { query, organization, runtime } = call;
    const { since, limit, payoutId } = query as { since: number; limit: number; payoutId?: string };
    if (payoutId) return endpoint.handle(call as never);
    const { items } = await (runtime as WholeRuntime).store.range(EventEntity, {
      partition: eventPartition(organization.organizationId),
      from: sortable(since + 1),
      limit,
    });
    const nextSince = (items.at(-1)?.sequence ?? since).toString();
    return { status: 200, body: { data: items.map(presentEvent), nextSince } };
  };
  return { ...endpoint, handle };
}
