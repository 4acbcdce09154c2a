import { ServiceError } from '../../ground/errors/service-error.ts';
import type { EdgeRuntime } from '../../ports/runtime.ts';
import { header, type RequestState } from '../request-state.ts';

/**
 * Refuses a call that did not pass through CloudFront, if there is one, and takes the viewer's address from the header
 * that CloudFront wrote. Without the origin secret, a caller could write that header.
 */
export async function checkOrigin(
  state: RequestState,
  { runtime: { secrets } }: { readonly runtime: Pick<EdgeRuntime, 'secrets'> },
): Promise<void> {
  if (!secrets.provesOrigin) return;
  if (!(await secrets.provesOrigin(header(state, 'x-origin-secret') ?? ''))) {
    throw new ServiceError('FORBIDDEN', 'call the public address of the service');
  }
  state.sourceAddress = header(state, 'x-viewer-address') ?? state.sourceAddress;
}
