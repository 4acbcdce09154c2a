import { createStore } from '../ground/table/create-store.ts';
import { rememberingRail } from '../payouts/sandbox/remembering-rail.ts';
import type { Runtime } from '../ports/runtime.ts';

/**
 * The rails of a function that sends payouts or asks what was sent: the sandbox's rail has its memory, in the table that
 * `SANDBOX_PAYMENTS_TABLE` names.
 */
export function railsWithMemory(
  { SANDBOX_PAYMENTS_TABLE: tableName }: NodeJS.ProcessEnv,
  { store, rails }: Pick<Runtime, 'store' | 'rails'>,
): Runtime['rails'] {
  if (!tableName) throw new Error('the environment variable SANDBOX_PAYMENTS_TABLE is not set');
  const payouts = rememberingRail(createStore({ client: store.client, tableName }));
  return (mode) => {
    const found = rails(mode);
    return found && mode === 'sandbox' ? { ...found, payouts } : found;
  };
}
