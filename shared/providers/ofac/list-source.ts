/** OFAC's two files, as they are published. */
export interface ListFiles {
  readonly sdn: Uint8Array;
  readonly aliases: Uint8Array;
}

/** Where the list is kept. */
export interface ListSource {
  /** Changes whenever one of the files does. @throws Error where a file cannot be found or reached */
  version(): Promise<string>;
  /** @throws Error where a file cannot be read, or is larger than `maxFileBytes` */
  read(): Promise<ListFiles>;
}

/** Names of the files below a folder or prefix, as OFAC publishes them. */
export const listFileNames = { sdn: 'SDN.CSV', aliases: 'ALT.CSV' } as const;

/** The whole list has about 5 MB; a file of several times that size is something else. */
export const maxFileBytes = 32 * 1024 * 1024;

/** @throws Error where a file is too large to be the list */
export function checkFileSize(name: string, bytes: number | undefined): void {
  if (bytes === undefined || bytes > maxFileBytes) throw new Error(`${name} has ${bytes} bytes, above ${maxFileBytes}`);
}
