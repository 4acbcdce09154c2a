import { faultsOf, zodFaultOptions } from '../shared/contract/faults/faults.ts';
import type { AnyOperation } from '../shared/contract/operation.ts';
import type { Wanted } from './arguments.ts';
import { UsageError } from './usage-error.ts';

/**
 * Refuses input that the operation would refuse by itself, before anyone is asked and before anything is sent.
 * @throws UsageError naming each fault
 */
export async function checkInput({ name, line, input }: Pick<Wanted, 'name' | 'line' | 'input'>): Promise<void> {
  const { operation } = (await import(`../functions/${line.folder}/${line.operation}.ts`)) as {
    operation: AnyOperation;
  };
  const result = operation.input.safeParse(input, zodFaultOptions);
  if (result.success) return;
  const faults = faultsOf(result.error).map(({ path, message }) => `${path}: ${message}`);
  throw new UsageError([...faults, `Nothing was sent. Try npm run ops -- ${name} --help`].join('\n'));
}
