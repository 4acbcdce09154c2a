import type { ImagePattern, Worker } from './worker.ts';

/** The item in a stream record after the change. Undefined if it was removed. */
type NewImage = Readonly<Record<string, object>> | undefined;

/**
 * Whether a change starts a worker that reads the table's stream. In AWS its event source decides that by the same
 * patterns.
 */
export function isStartedBy({ trigger }: Worker, image: NewImage, hasBus: boolean): boolean {
  if (trigger.type !== 'table-stream') return false;
  return trigger.follows?.(hasBus).some((pattern) => matches(pattern, image)) ?? true;
}

function matches(pattern: ImagePattern, image: NewImage): boolean {
  return Object.entries(pattern).every(([attribute, rules]) =>
    Object.entries(rules).every(([type, [rule]]) => {
      const value: unknown = image && (image[attribute] as Readonly<Record<string, unknown>> | undefined)?.[type];
      return typeof rule === 'string' ? value === rule : image !== undefined && (value !== undefined) === rule.exists;
    }),
  );
}
