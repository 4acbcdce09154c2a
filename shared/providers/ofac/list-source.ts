/** The names of the files below a folder or prefix, as OFAC publishes them. */
export const listFileNames = { sdn: 'SDN.CSV', aliases: 'ALT.CSV', comments: 'SDN_COMMENTS.CSV' } as const;

/** OFAC's files as published, all from the same day. */
export type ListFiles = Readonly<Record<keyof typeof listFileNames, Uint8Array>>;

/** Calls a function with the name of each file, concurrently. */
export async function ofEachFile<T>(ask: (name: string) => Promise<T>): Promise<Record<keyof ListFiles, T>> {
  const { sdn, aliases, comments } = listFileNames;
  const [ofSdn, ofAliases, ofComments] = await Promise.all([ask(sdn), ask(aliases), ask(comments)]);
  return { sdn: ofSdn, aliases: ofAliases, comments: ofComments };
}

/** The location of the list. */
export interface ListSource {
  /**
   * Changes whenever one of the files changes.
   * @throws Error if a file cannot be found or reached
   */
  version(): Promise<string>;
  /** @throws Error if a file cannot be read, or is larger than `maxFileBytes` */
  read(): Promise<ListFiles>;
}

/** The whole list has about 5 MB. A file several times larger is something else. */
export const maxFileBytes = 32 * 1024 * 1024;

/** @throws Error if a file is too large to be the list */
export function checkFileSize(name: string, bytes: number | undefined): void {
  if (bytes === undefined || bytes > maxFileBytes) throw new Error(`${name} has ${bytes} bytes, above ${maxFileBytes}`);
}
