import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { IDistribution } from 'aws-cdk-lib/aws-cloudfront';
import type { IWidget } from 'aws-cdk-lib/aws-cloudwatch';
import { alarmNames } from '../../names.ts';
import { edgeMetric } from '../alarms/edge-alarms.ts';
import { graph, period, question, searched } from './graphs.ts';
import { logQueryLink, runbookLink } from './links.ts';
import { ownSearch, unlabelled } from './own-metrics.ts';
import type { Shown } from './shown.ts';

const edgeRegion = 'us-east-1';

/** What callers and the receivers of webhooks notice. */
export function whetherAnyoneIsHurt({ settings, api, webApi, distribution }: Shown): IWidget[][] {
  const { stage } = settings;
  const sum = { statistic: 'Sum', period };
  const slowest = searched(`SORT(${ownSearch(stage, 'ApiLatency', 'p99')}, MAX, DESC, 10)`);
  return [
    [
      question(
        'Is anyone hurt?',
        `${runbookLink(settings, alarmNames.apiServerErrors)}; ${logQueryLink('the causes of 5xx', settings, 'causes of 5xx')}; ${runbookLink(settings, 'The request log')}.`,
      ),
    ],
    [
      graph('Requests and 5xx', api.metricCount(sum), api.metricServerError(sum)),
      graph(
        'Latency (ms)',
        api.metricLatency({ statistic: 'p50', period }),
        api.metricLatency({ statistic: 'p99', period }),
      ),
      graph('Outcomes unknown', unlabelled(stage, 'OutcomeUnknown', 'Sum')),
    ],
    [
      graph('Errors by type', searched(ownSearch(stage, 'ApiErrors', 'Sum'))),
      graph('Slowest operations (ms, p99)', slowest),
      graph(
        'Events until delivered (ms)',
        unlabelled(stage, 'DeliveryLag', 'p50'),
        unlabelled(stage, 'DeliveryLag', 'p99'),
      ),
    ],
    ...(webApi ? [ofTheWeb(webApi)] : []),
    ...(distribution ? [atTheEdge(distribution)] : []),
  ];
}

function ofTheWeb(webApi: IHttpApi): IWidget[] {
  const latency = ['p50', 'p99'].map((statistic) => webApi.metricLatency({ statistic, period }));
  const sum = { statistic: 'Sum', period };
  return [
    graph('Pages and documentation: requests and 5xx', webApi.metricCount(sum), webApi.metricServerError(sum)),
    graph('Pages and documentation: refused (4xx)', webApi.metricClientError(sum)),
    graph('Pages and documentation: latency (ms)', ...latency),
  ];
}

function atTheEdge({ distributionId }: IDistribution): IWidget[] {
  const metric = (name: string, statistic: string) => edgeMetric(distributionId, name, statistic, edgeRegion);
  return [
    graph('Requests at the edge', metric('Requests', 'Sum')),
    graph('Answered 5xx at the edge (%)', metric('5xxErrorRate', 'Average')),
    graph('Answered 4xx at the edge (%)', metric('4xxErrorRate', 'Average')),
  ];
}
