/** Where `npm start` keeps its data. */
export const defaultDataDirectory = '.sluice';

/**
 * A message whose `npm start` names the stack that it speaks of. Without its directory the command would start, or delete,
 * the default one.
 */
export function nameStack(message: string, dataDirectory: string): string {
  if (dataDirectory === defaultDataDirectory) return message;
  const named = `npm start -- --data ${asArgument(dataDirectory)}`;
  return message.replace(/npm start(?! -- --help)( --(?= ))?/g, () => named);
}

function asArgument(path: string): string {
  return /^[\w./:\\@%+=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}
