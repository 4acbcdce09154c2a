import { worker as sweepDueWork } from '../../../../functions/schedules/sweep-due-work.ts';
import type { Settings } from '../../../../lib/settings.ts';
import { runWorker } from '../../../../shared/contract/run-worker.ts';
import { dueKinds } from '../../../../shared/ports/due-kinds.ts';
import { production, type Resource, synthesize } from '../../../lib/support/synthesize.ts';
import { minutesPerMonth } from './assumptions.ts';
import { measureCanary } from './canary.ts';
import type { Done } from './measure.ts';
import { MeteredService } from './metered-service.ts';
import { sum, times, type Usage } from './usage.ts';

/** Lambda keeps five pollers at a queue, each of which asks every twenty seconds. */
const pollsPerMinute = 5 * 3;

/**
 * A month of a `prod` stage to which nobody comes: what stands there, what looks whether there is work, and the canary.
 * @param done what the canary uses in each of its runs
 */
export async function measureRest(done: readonly Done[], overrides: Partial<Settings> = {}): Promise<Usage> {
  const settings = { ...production, ...overrides };
  const app = await synthesize(settings);
  const count = (type: string) => app.resources(type).length;
  const lists = app.resources('AWS::WAFv2::WebACL');
  const standing: Usage = {
    alarm: app.resources('AWS::CloudWatch::Alarm').reduce((metrics, alarm) => metrics + metricsOf(alarm), 0),
    compositeAlarm: count('AWS::CloudWatch::CompositeAlarm'),
    dashboard: count('AWS::CloudWatch::Dashboard'),
    key: count('AWS::KMS::Key'),
    secret: count('AWS::SecretsManager::Secret'),
    firewallList: lists.length,
    firewallRule: lists.reduce((rules, { Properties }) => rules + Properties.Rules.length, 0),
    queueRequest: dueKinds.length * pollsPerMinute * minutesPerMonth,
  };
  const canary = settings.canary ? measureCanary(done) : {};
  return sum(standing, times(sweepsPerMonth(), await measureSweep()), canary);
}

/** An alarm on an expression is billed for each metric in it. */
function metricsOf({ Properties }: Resource): number {
  const { Metrics } = Properties as { readonly Metrics?: readonly { readonly MetricStat?: unknown }[] };
  return Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1;
}

function sweepsPerMonth(): number {
  const { trigger } = sweepDueWork;
  if (trigger.type !== 'schedule') throw new Error(`${sweepDueWork.name} has no schedule`);
  return minutesPerMonth / trigger.everyMinutes;
}

async function measureSweep(): Promise<Usage> {
  const service = await MeteredService.start();
  const event = { source: 'aws.events' };
  const sweep = () => service.invoke('hintDueWork', () => runWorker(sweepDueWork, event, service.process.runtime));
  // The first run looks at everything.
  await service.run(sweep);
  const { usage } = await service.run(sweep);
  return sum(usage, { queueRequest: dueKinds.length });
}
