/** The default data directory of `npm start`. */
export const defaultDataDirectory = '.sluice';

/**
 * Adds the data directory to the `npm start` commands in a message. Without it, the command would start, or delete, the
 * default stack.
 */
export function nameStack(message: string, dataDirectory: string): string {
  if (dataDirectory === defaultDataDirectory) return message;
  const named = `npm start -- --data ${asArgument(dataDirectory)}`;
  return message.replace(/npm start(?! -- --help)( --(?= ))?/g, () => named);
}

function asArgument(path: string): string {
  return /^[\w./:\\@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
