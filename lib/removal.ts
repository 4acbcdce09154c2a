import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/**
 * For what must outlive its stack. A deployment that creates it and then fails takes it away again: it is still empty, and
 * the next attempt would make another one beside it.
 */
export const outlivesItsStack = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** For what must outlive its stack in production only. */
export function outlivesInProduction({ stage }: Pick<Settings, 'stage'>): RemovalPolicy {
  return stage === 'prod' ? outlivesItsStack : RemovalPolicy.DESTROY;
}
