import type { WebhookFigures } from './figures.ts';
import type { ArrivalFigures } from './sections/webhooks/arrival.ts';
import { round } from './statistics.ts';
import { type Row, table } from './table.ts';

/** The figures of webhooks. */
export function webhookTables({ arrivals, burst, units, deadDay }: WebhookFigures): string[] {
  const { alone, besideDead } = arrivals;
  return [
    table('Webhooks, from commit to first byte', [
      ['', 'events', '/s', 'p50 ms', 'p99 ms', 'max ms', 'missing'],
      arrivalRow('one endpoint', alone),
      arrivalRow('beside ten that never answer', besideDead),
      ['ratio', '', '', round(besideDead.p50Ms / alone.p50Ms), round(besideDead.p99Ms / alone.p99Ms), '', ''],
    ]),
    table(`Webhooks, a burst to a receiver that takes ${burst.receiverMs} ms`, [
      ['', '/s', 'begun in order %', 'arrived in order %', 'missing'],
      [`${burst.events} events`, burst.perSecond, burst.begunInOrder, burst.arrivedInOrder, burst.missing],
    ]),
    table(`Webhooks, ${units.endpoints} endpoints: units an event and endpoint`, [
      ['', 'read units', 'write units'],
      [`burst of ${units.burst.events}`, units.burst.readUnits, units.burst.writeUnits],
      ['lone event', units.lone.readUnits, units.lone.writeUnits],
    ]),
    table(`Webhooks, an endpoint that never answers, its first ${deadDay.hours} hours, ${deadDay.events} events`, [
      ['', 'offering', 'retries', 'events kept back', 'all', 'attempts'],
      [
        'worker minutes',
        deadDay.offeringMinutes,
        deadDay.retryMinutes,
        deadDay.quietMinutes,
        deadDay.minutes,
        deadDay.attempts,
      ],
    ]),
  ];
}

function arrivalRow(name: string, { events, perSecond, p50Ms, p99Ms, maxMs, missing }: ArrivalFigures): Row {
  return [name, events, perSecond, p50Ms, p99Ms, maxMs, missing];
}
