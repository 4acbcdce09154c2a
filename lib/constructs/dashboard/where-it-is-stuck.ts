import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { alarmNames } from '../../names.ts';
import { functionSearch } from './function-search.ts';
import { graph, period, question, searched } from './graphs.ts';
import { queueLink, runbookLink } from './links.ts';
import { unlabelled } from './own-metrics.ts';
import type { Shown } from './shown.ts';

/** What is between a request and its effect: queues, functions, the table, the stream, clocks. */
export function whereItIsStuck({ settings, queues, table: { table } }: Shown): IWidget[][] {
  const { stage } = settings;
  const sum = { statistic: 'Sum', period };
  const links = [...queues].map(([kind, { queue }]) => queueLink(kind, queue));
  const waiting = [...queues].map(([kind, { queue }]) =>
    queue.metricApproximateNumberOfMessagesVisible({ period, label: kind }),
  );
  const worst = (metric: string, statistic: string) =>
    searched(`SORT(${functionSearch(stage, metric, statistic)}, MAX, DESC, 10)`);
  return [
    [
      question(
        'Where is it stuck?',
        `Queues of ${links.join(', ')}. ${runbookLink(settings, alarmNames.queueAge('rails'))}; ${runbookLink(settings, alarmNames.tableWriteThrottles)}; ${runbookLink(settings, alarmNames.streamIteratorAge)}.`,
      ),
    ],
    [
      graph('Hints waiting', ...waiting),
      graph('Stream behind (ms)', searched(functionSearch(stage, 'IteratorAge', 'Maximum'))),
      graph('Clocks differ (ms)', unlabelled(stage, 'ClockDifference', 'Maximum')),
    ],
    [
      graph('Functions that crash', worst('Errors', 'Sum')),
      graph('Functions throttled', worst('Throttles', 'Sum')),
      graph('Slowest functions (ms, p99)', worst('Duration', 'p99')),
    ],
    [
      graph('Table throttles', table.metric('ReadThrottleEvents', sum), table.metric('WriteThrottleEvents', sum)),
      graph('Transaction conflicts', table.metric('TransactionConflict', sum)),
      graph(
        'Attempts a commit',
        unlabelled(stage, 'CommitAttempts', 'Average'),
        unlabelled(stage, 'CommitAttempts', 'Maximum'),
      ),
    ],
  ];
}
