import { eventTypes } from '../../../shared/journal/rows/event.ts';
import type { Cast } from '../cast.ts';
import type { Storyteller } from '../storyteller.ts';
import type { Paid } from './payouts.ts';

/** What the day left in the books. */
export async function readRecords(story: Storyteller, { key, operator }: Cast, { payoutId }: Paid) {
  await story.tell('getBalance', key);
  await story.tell('listBalanceTransactions', key, { query: { limit: '2' } });
  await story.tell('getBalanceHistory', key);
  await story.tell('listAuditEvents', key, { query: { resourceId: payoutId } });
  await story.tell('getHealth', key);
  await story.pass(60_000);
  await story.tell('listEvents', key, { query: { payoutId, limit: '2' } });
  const { data } = await story.tell('listEvents', key, { query: { limit: '500' } });
  const known = Object.fromEntries(data.toReversed().map((event: { readonly type: string }) => [event.type, event]));
  return { events: await allTypes(story, operator, known), challenge: await story.challenged('getBalance', key) };
}

/** With the service's own examples of what does not happen in a day, as a test webhook shows them. */
async function allTypes(story: Storyteller, operator: Cast['operator'], known: Readonly<Record<string, unknown>>) {
  const { data } = await story.tell('listWebhookEndpoints', operator);
  const path = { endpointId: data[0].id };
  const events: [string, unknown][] = [];
  for (const type of eventTypes) {
    if (!(type in known)) await story.tell('sendTestWebhook', operator, { path, body: { type } });
    events.push([type, known[type] ?? story.delivered.at(-1)]);
  }
  return Object.fromEntries(events);
}
