import { type IWidget, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { shownStatuses } from '../../../shared/payouts/payout/transitions.ts';
import { alarmNames } from '../../names.ts';
import { graph, period, question, searched } from './graphs.ts';
import { queueLink, runbookLink } from './links.ts';
import { ownSearch } from './own-metrics.ts';
import type { Shown } from './shown.ts';

/** Payouts through their statuses, and work that stopped moving. */
export function whetherMoneyMoves({ settings, queues }: Shown): IWidget[][] {
  const { stage } = settings;
  const payouts = (payoutStatus: string) =>
    searched(`SUM(${ownSearch(stage, 'Payouts', 'Sum', { payoutStatus })})`, payoutStatus);
  const ended = (payoutStatus: string) => searched(ownSearch(stage, 'Payouts', 'Sum', { payoutStatus }));
  const kinds = [...queues];
  const deadLetters = kinds.map(([kind, { deadLetters }]) => queueLink(kind, deadLetters.queue));
  return [
    [
      question(
        'Is money moving?',
        `Payouts become \`completed\` as fast as they become \`pending\`. Work given up: ${runbookLink(settings, alarmNames.workParked('rails'))}. Dead letters of ${deadLetters.join(', ')}.`,
      ),
    ],
    [
      graph('Payouts by status', ...shownStatuses.map(payouts)),
      graph('Failed and returned, by corridor', ended('failed'), ended('returned')),
      graph('Work given up', ...kinds.map(([kind]) => parked(stage, kind))),
    ],
    [
      graph('Dead letters', ...kinds.map(([kind, { deadLetters }]) => deadLetters.waiting().with({ label: kind }))),
      graph(
        'Oldest hint (s)',
        ...kinds.map(([kind, { queue }]) => queue.metricApproximateAgeOfOldestMessage({ period, label: kind })),
      ),
      graph('Work later than due (ms, p99)', searched(ownSearch(stage, 'DueWorkLag', 'p99'))),
    ],
  ];
}

/** Counted by the worker's metric filter. */
function parked(stage: string, kind: Parameters<typeof alarmNames.workParked>[0]): Metric {
  const metricName = alarmNames.workParked(kind);
  return new Metric({ namespace: `Sluice/${stage}`, metricName, statistic: 'Sum', period, label: kind });
}
