import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { discoveredNotePages } from '../support/note-pages.ts';
import { synthesize } from './support/synthesize.ts';

const apart = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1',
  pagesName: 'pay.example.com',
};

const range = { least: 10, most: 4000 };
const provisioned = { billing: { mode: 'provisioned', reads: range, writes: range } } as const;

describe('the AWS Solutions rules', () => {
  it.each([
    ['a production stage', {}],
    ['a production stage with a bus and provisioned capacity', { eventBus: true, table: provisioned }],
    ['a production stage with a screening list', { screeningList: 's3://bucket/ofac' }],
    ['a production stage whose pages have a host of their own', { domain: apart }],
    ['a production stage in another region', { region: 'eu-west-1' }],
    ['a development stage without a domain name', { stage: 'dev', domain: undefined }],
    ['a development stage without an edge', { stage: 'dev', edge: false, archive: false }],
  ] as const)(
    'find nothing in %s that has no stated reason',
    async (_name, settings) => {
      const { app } = await synthesize(settings, discoveredNotePages);
      Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
      expect(() => app.synth({ force: true })).not.toThrow();
      // Synthesizing every stack is slow on a busy machine.
    },
    120_000,
  );
});
