import { RemovalPolicy } from 'aws-cdk-lib';
import type { Settings } from './settings.ts';

/**
 * For what must outlive its stack. If a deployment that creates it fails, it is removed again: it is still empty, and
 * the next attempt would create another one next to it.
 */
export const outlivesItsStack = RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;

/** For what must outlive its stack only in production. */
export function outlivesInProduction({ stage }: Pick<Settings, 'stage'>): RemovalPolicy {
  return stage === 'prod' ? outlivesItsStack : RemovalPolicy.DESTROY;
}
