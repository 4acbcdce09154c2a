import { createHash, timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../ground/errors/service-error.ts';
import { header } from '../request-state.ts';
import type { Step } from '../step.ts';

/**
 * Refuses a call that did not pass CloudFront, where one stands in front, and takes the viewer's address from the header
 * that CloudFront wrote; without the secret that header would be the caller's word.
 */
export const checkOrigin: Step = async (exchange, { runtime }) => {
  const { originSecret } = await runtime.secrets();
  if (originSecret === undefined) return;
  if (!equal(header(exchange, 'x-origin-secret') ?? '', originSecret)) {
    throw new ServiceError('FORBIDDEN', 'call the public address of the service');
  }
  exchange.sourceAddress = header(exchange, 'x-viewer-address') ?? exchange.sourceAddress;
};

function equal(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
