import { expect, test } from 'vitest';
import { endpointTimeoutSeconds } from '../../../../shared/contract/endpoint-timeout.ts';
import { lockMs } from '../../../../shared/journal/idempotency/record.ts';

// Whether functions really end by then is read from the templates: test/lib/limits.test.ts.
test('the lock of an idempotency key lasts longer than the function that holds it may run', () => {
  expect(lockMs).toBeGreaterThan(endpointTimeoutSeconds * 1000);
});
