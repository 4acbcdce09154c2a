import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Functions } from '../../lib/compose-stacks.ts';
import { logQueries, overStage } from '../../lib/log-queries.ts';
import { alarmNames } from '../../lib/names.ts';
import { dueKinds } from '../../shared/ports/due-kinds.ts';
import { declaredFunctions, type Synthesized, synthesize } from './support/synthesize.ts';

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly markdown?: string;
    readonly title?: string;
    readonly alarms?: readonly string[];
    readonly metrics?: readonly unknown[];
  };
}

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const runbookUrl = 'https://example.com/runbook.md';

/** What CloudWatch is given, with `(…)` in place of what CloudFormation fills in. */
function widgetsOf(app: Synthesized): Widget[] {
  const [dashboard] = app.resources('AWS::CloudWatch::Dashboard');
  const parts = dashboard?.Properties.DashboardBody['Fn::Join'][1] as unknown[];
  return JSON.parse(parts.map((part) => (typeof part === 'string' ? part : '(…)')).join('')).widgets;
}

/** `Sluice-prod-ApiServerErrors` for each alarm that a widget shows. */
function shown({ properties }: Widget): string[] {
  return (properties.alarms ?? []).map((arn) => arn.split(':').at(-1) as string);
}

/** Alarms that notify somebody. */
function notifying(app: Synthesized): string[] {
  return [...app.resources('AWS::CloudWatch::Alarm'), ...app.resources('AWS::CloudWatch::CompositeAlarm')]
    .filter(({ Properties }) => Properties.AlarmActions)
    .map(({ Properties }) => Properties.AlarmName as string);
}

describe('the dashboard', async () => {
  const app = await synthesize({ runbookUrl });
  const widgets = widgetsOf(app);
  const texts = widgets.map(({ properties }) => properties.markdown ?? '').join('\n');

  it('asks four questions, in the order of harm', () => {
    expect([...texts.matchAll(/^## (.+\?)$/gm)].map(([, question]) => question)).toEqual([
      'Is money moving?',
      'Is anyone hurt?',
      'Where is it stuck?',
      'What does it cost?',
    ]);
  });

  it('shows every alarm that notifies somebody, once', () => {
    expect(widgets.flatMap(shown).sort()).toEqual(notifying(app).sort());
  });

  it('shows the alarms of the edge of a stage in another region', async () => {
    const abroad = widgetsOf(await synthesize({ region: 'eu-west-1' }));
    const arns = abroad.flatMap(({ properties }) => properties.alarms ?? []);
    expect(arns.filter((arn) => arn.includes(':us-east-1:')).map((arn) => arn.split('-').at(-1))).toEqual([
      alarmNames.edgeServerErrors,
      alarmNames.edgeClientErrors,
      alarmNames.certificateExpires,
    ]);
    expect(JSON.stringify(abroad)).toContain('"region":"us-east-1"');
  });

  it('leads to every queue and its dead letters', () => {
    for (const kind of dueKinds) {
      const links = [...texts.matchAll(new RegExp(`\\[${kind}\\]\\((https:[^ ]+)\\)[,.]`, 'g'))];
      expect(links.map(([, url]) => url)).toEqual([
        expect.stringMatching(/sqs\/v3\/home\?region=us-east-1#\/queues\/https%3A%2F%2F/),
        expect.stringMatching(/sqs\/v3\/home\?region=us-east-1#\/queues\/https%3A%2F%2F/),
      ]);
    }
  });

  it('leads to the queries that the runbook has, over every log group of the stage', () => {
    const linked = [...texts.matchAll(/editorString~'([^%]+)%29\)/g)].map(([, starred = '']) =>
      decodeURIComponent(starred.replaceAll('*', '%')),
    );
    for (const query of Object.values(logQueries)) {
      expect(runbook).toContain(`\`\`\`\n${query}\n\`\`\``);
      expect(linked).toContain(
        `SOURCE logGroups(namePrefix: ["Sluice-prod-", "/aws/vendedlogs/Sluice-prod-"])\n| ${query}`,
      );
    }
  });

  it('has its queries saved, by names that the runbook tells', () => {
    const saved = app
      .resources('AWS::Logs::QueryDefinition')
      .map(({ Properties }) => [Properties.Name, Properties.QueryString]);
    const expected = Object.entries(logQueries).map(([name, query]) => [
      `Sluice-prod/${name}`,
      overStage({ stage: 'prod' }, query),
    ]);
    expect(saved).toEqual(expected);
    for (const name of Object.keys(logQueries)) expect(runbook).toContain(`\`Sluice-STAGE/${name}\``);
  });

  it('asks log groups whose names all begin with what the queries name: of their stack, or as the gateway needs them', () => {
    const groups = app.resources('AWS::Logs::LogGroup');
    expect(groups.length).toBeGreaterThan(100);
    const named = groups.flatMap(({ Properties: { LogGroupName } }) => (LogGroupName ? [LogGroupName] : []));
    const unique = { 'Fn::Select': [2, { 'Fn::Split': ['/', { Ref: 'AWS::StackId' }] }] };
    expect(named).toEqual(
      ['Api', 'Web'].map((stack) => ({ 'Fn::Join': ['', [`/aws/vendedlogs/Sluice-prod-${stack}-`, unique]] })),
    );
    for (const stack of app.templates.keys()) expect(stack).toMatch(/^Sluice-prod-/);
  });

  it('leads to headings that the runbook has', () => {
    const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    const linked = [...texts.matchAll(/runbook\.md#([^)]+)\)/g)].map(([, anchor]) => anchor);
    expect(linked.length).toBeGreaterThan(5);
    for (const anchor of linked) expect(anchors).toContain(anchor);
  });

  it('names headings where the settings do not say where the runbook is', async () => {
    const bare = widgetsOf(await synthesize()).map(({ properties }) => properties.markdown ?? '');
    expect(bare.join()).toContain('docs/runbook.md, RailsWorkParked');
  });

  it('shows the edge where there is one', async () => {
    const titles = (all: Widget[]) => all.map(({ properties }) => properties.title);
    expect(titles(widgets)).toContain('Answered 5xx at the edge (%)');
    expect(titles(widgetsOf(await synthesize({ stage: 'dev', edge: false })))).not.toContain(
      'Answered 5xx at the edge (%)',
    );
  });

  it('has room for sixty more endpoints, even in sixty more domains', async () => {
    const { endpoints, workers, operations, sites } = await declaredFunctions();
    const [{ declaration }] = endpoints as [Functions['endpoints'][number]];
    const more = Array.from({ length: 60 }, (_, index) => ({
      file: `more-${index}/do-more.ts`,
      declaration: { ...declaration, operation: `doMore${index}`, path: `/more-${index}` },
    }));
    const grown = await synthesize({}, more);
    const full = widgetsOf(grown);
    expect(full.flatMap(shown).sort()).toEqual(notifying(grown).sort());
    for (const widget of full) expect(shown(widget).length).toBeLessThanOrEqual(100);
    // A graph draws 500 lines, and a search finds as many.
    const functions = endpoints.length + more.length + workers.length + operations.length + sites.length;
    for (const { properties } of full) expect((properties.metrics ?? []).length + functions).toBeLessThan(500);
  }, 60_000);
});
