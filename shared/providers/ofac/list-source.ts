/** Names of the files below a folder or prefix, as OFAC publishes them. */
export const listFileNames = { sdn: 'SDN.CSV', aliases: 'ALT.CSV', comments: 'SDN_COMMENTS.CSV' } as const;

/** OFAC's files, as they are published, all of one day. */
export type ListFiles = Readonly<Record<keyof typeof listFileNames, Uint8Array>>;

/** Does something with the name of each file, at once. */
export async function ofEachFile<T>(ask: (name: string) => Promise<T>): Promise<Record<keyof ListFiles, T>> {
  const { sdn, aliases, comments } = listFileNames;
  const [ofSdn, ofAliases, ofComments] = await Promise.all([ask(sdn), ask(aliases), ask(comments)]);
  return { sdn: ofSdn, aliases: ofAliases, comments: ofComments };
}

/** Where the list is kept. */
export interface ListSource {
  /** Changes whenever one of the files does. @throws Error where a file cannot be found or reached */
  version(): Promise<string>;
  /** @throws Error where a file cannot be read, or is larger than `maxFileBytes` */
  read(): Promise<ListFiles>;
}

/** The whole list has about 5 MB; a file of several times that size is something else. */
export const maxFileBytes = 32 * 1024 * 1024;

/** @throws Error where a file is too large to be the list */
export function checkFileSize(name: string, bytes: number | undefined): void {
  if (bytes === undefined || bytes > maxFileBytes) throw new Error(`${name} has ${bytes} bytes, above ${maxFileBytes}`);
}
