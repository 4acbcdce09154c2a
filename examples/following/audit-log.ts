// Prints the rows of the audit log that are new since its last run, oldest first, and misses none.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Sluice } from '../../client/src/index.ts';

const sluice = new Sluice(JSON.parse(readFileSync('.sluice/quickstart.json', 'utf8')));
const keptIn = '.sluice/audit-log-read-until';
const from = existsSync(keptIn) ? readFileSync(keptIn, 'utf8') : '2026-01-01T00:00:00.000Z';

const list = sluice.listAuditEvents({ createdAfter: from, limit: 100 });
// Awaiting the list returns the first page. Rows that come while later pages are read wait for the next run.
const { completeUntil } = await list;
const rows = [];
for await (const row of list) if (row.createdAt < completeUntil) rows.push(row);
for (const row of rows.reverse()) console.log(row.createdAt, row.action, row.outcome, row.id);

// Save the position last: after an interrupted run, some rows are printed again, with the same ids, and none is skipped.
writeFileSync(keptIn, completeUntil);
