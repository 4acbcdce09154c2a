import { ServiceError } from '../../ground/errors/service-error.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';

/**
 * Refuses a call that did not pass CloudFront, where there is one, and takes the viewer's address from the header that
 * CloudFront wrote. Without the origin secret, a caller could write that header.
 */
export const checkOrigin: Step = async (state, { runtime: { secrets } }) => {
  if (!secrets.provesOrigin) return;
  if (!(await secrets.provesOrigin(header(state, 'x-origin-secret') ?? ''))) {
    throw new ServiceError('FORBIDDEN', 'call the public address of the service');
  }
  state.sourceAddress = header(state, 'x-viewer-address') ?? state.sourceAddress;
};
