import { type App, Tags } from 'aws-cdk-lib';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Discovered } from '../functions/discover.ts';
import type { CanaryFunction } from '../shared/contract/canary-function.ts';
import type { AnyEndpoint } from '../shared/contract/endpoint.ts';
import type { AnyOperation } from '../shared/contract/operation.ts';
import type { Site } from '../shared/contract/site.ts';
import type { Worker } from '../shared/contract/worker.ts';
import type { CodeOf } from './function-code.ts';
import { domainOf, pascalCase } from './names.ts';
import { publicOriginOf, type Settings } from './settings.ts';
import { ApiStack } from './stacks/api-stack.ts';
import { ArchiveStack } from './stacks/archive-stack.ts';
import { CanaryStack } from './stacks/canary-stack.ts';
import { DashboardStack } from './stacks/dashboard-stack.ts';
import { EdgeAlarmsStack } from './stacks/edge-alarms-stack.ts';
import { EdgeLogsStack } from './stacks/edge-logs-stack.ts';
import { EdgeStack } from './stacks/edge-stack.ts';
import { EndpointsStack } from './stacks/endpoints-stack.ts';
import { FirewallStack } from './stacks/firewall-stack.ts';
import { FoundationStack } from './stacks/foundation-stack.ts';
import { OperationsStack } from './stacks/operations-stack.ts';
import { WatchStack } from './stacks/watch-stack.ts';
import { WebStack } from './stacks/web-stack.ts';
import { WorkersStack } from './stacks/workers-stack.ts';
import { refuseUnknownWorkers } from './worker-concurrency.ts';

/** The declarations in `functions/`. */
export interface Functions {
  readonly endpoints: readonly Discovered<AnyEndpoint>[];
  readonly workers: readonly Discovered<Worker>[];
  readonly operations: readonly Discovered<AnyOperation>[];
  readonly sites: readonly Discovered<Site>[];
  readonly canary: readonly Discovered<CanaryFunction>[];
}

/**
 * Creates the stacks of a stage. References go one way: foundation, archive, API and web <- endpoints by domain, workers,
 * canary <- operations <- edge <- its log, its alarms <- dashboard. Adding or removing a function never renames what they refer to.
 */
export function composeStacks(app: App, settings: Settings, functions: Functions, codeOf: CodeOf): void {
  const { workers, operations } = functions;
  refuseUnknownWorkers(
    workers.map(({ declaration }) => declaration),
    settings.workerConcurrency,
  );
  const env = { account: settings.account, region: settings.region };
  const stackId = (name: string) => `Sluice-${settings.stage}-${name}`;
  const foundation = new FoundationStack(app, stackId('Foundation'), { env, settings });
  const { alarms, table, originSecret } = foundation;
  const { publicApi } = new ApiStack(app, stackId('Api'), { env, settings, alarms });
  const webApi = settings.edge ? new WebStack(app, stackId('Web'), { env, settings, alarms }).webApi : undefined;
  const endpointStacks: EndpointsStack[] = [];
  for (const [domain, endpoints] of byDomain(functions.endpoints)) {
    const sites = functions.sites.filter(({ file }) => domainOf(file) === domain);
    const props = { env, settings, domain, endpoints, sites, codeOf, foundation, publicApi, webApi };
    endpointStacks.push(new EndpointsStack(app, stackId(pascalCase(domain)), props));
  }
  const archive = settings.archive ? new ArchiveStack(app, stackId('Archive'), { env, settings }).archive : undefined;
  const origin = publicOriginOf(settings, publicApi.api.apiEndpoint);
  const canaryProps = { env, settings, functions: functions.canary, codeOf, foundation, publicApi };
  const canary =
    settings.canary && origin !== undefined
      ? new CanaryStack(app, stackId('Canary'), { ...canaryProps, origin })
      : undefined;
  const forOperators = { env, settings, operations, codeOf, foundation, archive, canaryKey: canary?.key };
  const operationsStack = new OperationsStack(app, stackId('Operations'), forOperators);
  const { queues } = new WorkersStack(app, stackId('Workers'), { env, settings, workers, codeOf, foundation, archive });
  new WatchStack(app, stackId('Watch'), { env, settings, foundation, archive });
  const { api } = publicApi;
  const watching = new Set([alarms]);
  let distribution: Distribution | undefined;
  if (webApi) {
    const { firewallArn } = new FirewallStack(app, stackId('Firewall'), { env, settings });
    const pages = functions.endpoints.map(({ declaration }) => declaration).filter(({ page }) => page);
    const origins = { api, webApi: webApi.api, originSecret };
    const edge = new EdgeStack(app, stackId('Edge'), { env, settings, ...origins, firewallArn, pages });
    // It sends requests to the routes of both APIs, so it gets the address of an API once its routes exist.
    for (const stack of canary ? [...endpointStacks, canary] : endpointStacks) edge.addStackDependency(stack);
    if (settings.edgeLogs) new EdgeLogsStack(app, stackId('EdgeLogs'), { env, settings, edge });
    distribution = edge.distribution;
    watching.add(new EdgeAlarmsStack(app, stackId('EdgeAlarms'), { env, settings, alarms, distribution }).alarms);
    // It must know which origin secret the edge sends, so it is deployed after the edge.
    operationsStack.addStackDependency(edge);
  }
  const raised = [...watching].flatMap((alarms) => alarms.raised);
  new DashboardStack(app, stackId('Dashboard'), {
    env,
    settings,
    raised,
    api,
    webApi: webApi?.api,
    table,
    queues,
    distribution,
  });
  Tags.of(app).add('service', 'sluice');
  Tags.of(app).add('stage', settings.stage);
}

function byDomain(endpoints: Functions['endpoints']): Map<string, Functions['endpoints']> {
  return Map.groupBy(endpoints, ({ file }) => domainOf(file));
}
