import { releaseRefused } from '../../journal/idempotency/release-refused.ts';
import type { FailureStep } from '../step.ts';

/** Frees the idempotency key of a refused request, so that a corrected one can use it. */
export const releaseClaim: FailureStep = ({ execution }, error, { runtime }) =>
  releaseRefused(runtime, execution.claim, error);
