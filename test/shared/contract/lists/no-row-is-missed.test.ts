import { expect, test } from 'vitest';
import { readsHead } from '../../../support/faults.ts';
import { bodyOf } from '../../../support/journey.ts';
import { listsByOrder } from '../../../support/lists-by-order.ts';
import type { Answer, TestService } from '../../../support/service.ts';
import { type Writer, writers } from './writers.ts';

const secondMs = 1_000;
const writes = 80;
/** Long enough for the first rows to be older than what the last walks call complete. */
const pauseMs = 6 * secondMs;

type Row = Answer['body'];
type Follow = () => Promise<void>;

/** The first field of a row names it. */
const nameOf = (row: Row): string => String(Object.values(row)[0]);

/** Reads a list newest first, page by page, for as long as `goesOn`. @returns its first page */
async function walk({ service, of, path, limit = 3 }: Writer, goesOn: (row: Row) => boolean): Promise<Row> {
  let first: Row;
  for (let cursor = ''; ; ) {
    const page = bodyOf(await service.get(`${path}?limit=${limit}${cursor}`, of));
    first ??= page;
    if (!page.data.every(goesOn) || page.nextCursor === undefined) return first;
    cursor = `&cursor=${page.nextCursor}`;
  }
}

/** As the guide shows it: down to the first row from before the `completeUntil` of the last walk. */
function byCompleteUntil(writer: Writer, seen: Set<string>): Follow {
  let until = '';
  return async () => {
    const { completeUntil } = await walk(writer, (row) => {
      seen.add(nameOf(row));
      // A deposit says when the money came in.
      return (row.createdAt ?? row.receivedAt) >= until;
    });
    until = completeUntil;
  };
}

/** Down to the newest row that is known. */
function byCommit(writer: Writer, seen: Set<string>): Follow {
  return async () => {
    const before = new Set(seen);
    await walk(writer, (row) => {
      seen.add(nameOf(row));
      return !before.has(nameOf(row));
    });
  };
}

/** The feed, by the sequence behind which it goes on. */
function bySequence({ service, of, path }: Writer, seen: Set<string>): Follow {
  let since = '0';
  return async () => {
    const page = bodyOf(await service.get(`${path}?limit=500&since=${since}`, of));
    for (const row of page.data) seen.add(nameOf(row));
    since = page.nextSince;
  };
}

/** An export, down to the newest line that is known. */
function byLine({ service, of, path }: Writer, seen: Set<string>): Follow {
  return async () => {
    const { text } = await service.get(path, of);
    const names = text
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',')[0] ?? '');
    const known = names.findIndex((name) => seen.has(name));
    for (const name of names.slice(0, known < 0 ? undefined : known)) seen.add(name);
  };
}

const followedOtherwise: Readonly<Record<string, typeof byCommit>> = {
  listEvents: bySequence,
  exportCheckoutPayments: byLine,
};
const followers = [
  ...listsByOrder.commit.map((list) => [list, followedOtherwise[list] ?? byCommit] as const),
  ...listsByOrder.request.map((list) => [list, byCompleteUntil] as const),
];

/** A process whose decisions wait up to 50 seconds, each another time. Some of its commits take three seconds more. */
function slowProcess(service: TestService) {
  const held: { readonly until: number; readonly release: () => void }[] = [];
  const hold = (ms: number) =>
    new Promise<void>((release) => {
      held.push({ until: service.clock.now + ms, release });
    });
  let calls = 0;
  const process = service.process(async (call, send) => {
    calls += 1;
    if (readsHead(call)) await hold(((calls * 37) % 50) * secondMs);
    if (call.name === 'TransactWrite') await hold(calls % 5 === 0 ? 3 * secondMs : 0);
    return send();
  });
  const release = () => {
    for (const { until, release } of held) if (until <= service.clock.now) release();
  };
  return { process, release };
}

test.each(followers)('%s: its reader misses no row, in whatever order requests end', async (list, follower) => {
  const writer = await writers[list]();
  const { service } = writer;
  const { process, release } = slowProcess(service);
  const seen = new Set<string>();
  const follow = follower(writer, seen);
  await follow();
  let sent = 0;
  let answered = 0;
  while (answered < writes) {
    if (sent < writes) {
      void writer.write(process, sent).finally(() => (answered += 1));
      sent += 1;
    }
    service.clock.advance(pauseMs);
    release();
    if (sent % 4 === 0) await follow();
  }
  service.clock.advance(600 * secondMs);
  await follow();

  const all = list === 'exportCheckoutPayments' ? await linesOf(writer) : await rowsOf(writer);
  expect(all.length).toBeGreaterThan(8);
  expect(all.filter((name) => !seen.has(name))).toEqual([]);
});

async function rowsOf(writer: Writer): Promise<string[]> {
  const { service, of, path } = writer;
  if (path.endsWith('/events')) return bodyOf(await service.get(`${path}?limit=500`, of)).data.map(nameOf);
  const rows: string[] = [];
  await walk(writer, (row) => rows.push(nameOf(row)) > 0);
  return rows;
}

async function linesOf(writer: Writer): Promise<string[]> {
  const lines = new Set<string>();
  await byLine(writer, lines)();
  return [...lines];
}
