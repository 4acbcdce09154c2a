import { suspend } from '../shared/journal/commit/support.ts';
import type { TestService } from './service.ts';

/**
 * A process that serves a request whose organization is suspended after the door has let the request in, and before it is
 * decided: when the decision first reads the journal's head.
 */
export function suspendedMeanwhile(service: TestService, organizationId: string): TestService {
  let isSuspended = false;
  return service.process(async ({ name, input }, send) => {
    const isDecision = name === 'BatchGet' && JSON.stringify(input).includes('"HEAD"');
    if (isDecision && !isSuspended) {
      isSuspended = true;
      await suspend(service.runtime, organizationId);
    }
    return send();
  });
}
