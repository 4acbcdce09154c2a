import type { Trigger, Worker } from '../../shared/contract/worker.ts';

/**
 * The trigger of a worker, narrowed to the type that its construct handles.
 * @throws Error for a trigger of another type
 */
export function triggerOf<Type extends Trigger['type']>(worker: Worker, type: Type): Extract<Trigger, { type: Type }> {
  if (worker.trigger.type !== type) throw new Error(`Worker ${worker.name} is not started by a ${type}.`);
  return worker.trigger as Extract<Trigger, { type: Type }>;
}
