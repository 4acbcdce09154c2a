import type { Trigger, Worker } from '../../shared/contract/worker.ts';

/**
 * A worker's trigger, as the type that its construct handles.
 * @throws Error when the trigger is of another type
 */
export function triggerOf<Type extends Trigger['type']>(worker: Worker, type: Type): Extract<Trigger, { type: Type }> {
  if (worker.trigger.type !== type) throw new Error(`Worker ${worker.name} is not started by a ${type}.`);
  return worker.trigger as Extract<Trigger, { type: Type }>;
}
