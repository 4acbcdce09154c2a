/** The message for a file that could not be opened or read. */
export function whyUnreadable(path: string, { code }: NodeJS.ErrnoException): string {
  if (code === 'ENOENT') return `There is no file ${path}.`;
  if (code === 'EACCES') return `${path} cannot be read by this user.`;
  return `${path} cannot be read: ${code}.`;
}

/** A path, quoted for a shell. */
export function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
