import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Resource, synthesize } from './support/synthesize.ts';

const page = readFileSync(new URL('../../docs/first-deploy.md', import.meta.url), 'utf8');
const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const resourceAsked = /\$\(resource (\w+) (\w+) (AWS::\w+::\w+)\)/g;

/** Its commands run in an account only; what they name is in the templates. */
describe('the page of what only AWS can show', async () => {
  const app = await synthesize();

  it('finds the resources that its commands ask for, each by a beginning that no other has', () => {
    const asked = [...page.matchAll(resourceAsked)];
    expect(asked.length).toBeGreaterThan(2);
    for (const [command, stack = '', id = '', type] of asked) {
      const resources = Object.entries(app.template(stack).toJSON().Resources as Record<string, Resource>);
      const found = resources.filter(([name, { Type }]) => name.startsWith(id) && Type === type);
      expect(found, command).toHaveLength(1);
    }
  });

  it('names alarms that there are', () => {
    const alarms = ['AWS::CloudWatch::Alarm', 'AWS::CloudWatch::CompositeAlarm'].flatMap((type) =>
      app.resources(type).map(({ Properties }) => Properties.AlarmName as string),
    );
    const named = [...page.matchAll(/Sluice-\$STAGE-([A-Z]\w+(?:-\w+)?)/g)].map(([, name]) => `Sluice-prod-${name}`);
    const stacks = [...app.templates.keys()];
    const unknown = named.filter((name) => !alarms.includes(name) && !stacks.includes(name));
    expect(unknown).toEqual([]);
    expect(named.filter((name) => alarms.includes(name)).length).toBeGreaterThan(2);
  });

  it('leads to headings that the runbook has', () => {
    const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading.toLowerCase().replaceAll(' ', '-'),
    );
    const linked = [...page.matchAll(/\(runbook\.md#([\w-]+)\)/g)].map(([, anchor]) => anchor);
    expect(linked.length).toBeGreaterThan(2);
    for (const anchor of linked) expect(anchors).toContain(anchor);
  });
});
