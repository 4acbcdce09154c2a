import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { ArchiveBucket } from '../constructs/archive/archive-bucket.ts';
import type { Settings } from '../settings.ts';

/**
 * The archive of changes in a stack of its own: when switched off, it stays deployed with its exports, and when
 * switched on again it is the same archive.
 */
export class ArchiveStack extends Stack {
  readonly archive: ArchiveBucket;

  constructor(scope: Construct, id: string, props: StackProps & { readonly settings: Settings }) {
    super(scope, id, { ...props, terminationProtection: props.settings.stage === 'prod' });
    this.archive = new ArchiveBucket(this, 'Changes', props);
  }
}
