import { Alarm, AlarmStatusWidget, type IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import { logQueries } from '../../log-queries.ts';
import type { Raised } from '../alarms.ts';
import { question } from './graphs.ts';
import { logQueryLink, runbookLink } from './links.ts';
import type { Shown } from './shown.ts';

/** A widget is limited to a hundred alarms, so those that represent the functions of a domain have a separate one. */
export function alarmStates(scope: Construct, { settings, raised }: Shown): IWidget[][] {
  const alone = raised.filter(({ isComposite }) => !isComposite);
  const those = (severity: string) => alone.filter((alarm) => alarm.severity === severity);
  const names = Object.keys(logQueries) as (keyof typeof logQueries)[];
  const queries = names.map((name) => logQueryLink(name, settings, name)).join(', ');
  return [
    [
      question(
        `Sluice ${settings.stage}`,
        `What an alarm means and what to do: ${runbookLink(settings, 'Runbook')}. Log queries, about the last hour: ${queries}.`,
      ),
    ],
    [
      states(scope, 'High: act now', 8, those('high')),
      states(scope, 'Low: look today', 8, those('low')),
      states(
        scope,
        'Crashes, by domain',
        8,
        raised.filter(({ isComposite }) => isComposite),
      ),
    ],
  ];
}

function states(scope: Construct, title: string, width: number, alarms: readonly Raised[]): AlarmStatusWidget {
  const found = alarms.map(({ name, arn }) => Alarm.fromAlarmArn(scope, name, arn));
  return new AlarmStatusWidget({ title, width, height: 6, alarms: found });
}
