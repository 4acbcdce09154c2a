/** An unusable context value. The message is the sentence to print. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/** Reads `-c key=value`. */
export type Context = (key: string) => unknown;

export function readBoolean(key: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback;
  const text = String(value);
  if (text !== 'true' && text !== 'false') throw new SettingsError(`${key} must be true or false, not '${text}'.`);
  return text === 'true';
}

export function readCount(key: string, value: unknown, fallback: number): number {
  return readOptionalCount(key, value) ?? fallback;
}

export function readOptionalCount(key: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) {
    throw new SettingsError(`${key} must be a whole number above zero, not '${value}'.`);
  }
  return count;
}

/** @param most the largest accepted value */
export function readWithin(key: string, value: unknown, least: number, most: number): number | undefined {
  const count = readOptionalCount(key, value);
  if (count !== undefined && (count < least || count > most)) {
    throw new SettingsError(`${key} must be from ${least} to ${most}, not '${value}'.`);
  }
  return count;
}

/** Refuses asterisks, which would match anything in a policy. */
export function readEmail(key: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!/^[^@\s*<>]+@[^@\s*<>]+$/.test(String(value))) {
    throw new SettingsError(`${key} must be an e-mail address, not '${value}'.`);
  }
  return String(value);
}
