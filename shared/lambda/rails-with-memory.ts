import { sandboxWithMemory } from '../checkout/sandbox/rails.ts';
import { createStore } from '../ground/table/create-store.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * The rails of a function that sends something to them or asks what was sent: the sandbox's have their memory, in the
 * table that `SANDBOX_PAYMENTS_TABLE` names.
 */
export function railsWithMemory(
  { SANDBOX_PAYMENTS_TABLE: tableName }: NodeJS.ProcessEnv,
  { store, rails, clock }: Pick<Runtime, 'store' | 'rails' | 'clock'>,
): Runtime['rails'] {
  if (!tableName) throw new Error('the environment variable SANDBOX_PAYMENTS_TABLE is not set');
  const sandbox = sandboxWithMemory(createStore({ client: store.client, tableName }), clock);
  return (mode) => (mode === 'sandbox' ? sandbox : rails(mode));
}
