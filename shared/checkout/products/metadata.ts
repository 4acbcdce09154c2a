import * as z from 'zod';

const maxBytes = 8 * 1024;

/** A caller's own fields on a product or link: an object of at most 8 KiB as JSON. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => Buffer.byteLength(JSON.stringify(metadata)) <= maxBytes, 'is larger than 8 KiB as JSON')
  .meta({ description: 'Your own fields: an object of at most 8 KiB as JSON.' });

export type Metadata = z.infer<typeof Metadata>;

/** As it is stored. */
export function metadataText(metadata: Metadata | undefined): string | undefined {
  return metadata && JSON.stringify(metadata);
}

/** @param text JSON text of an object; none is an object without fields */
export function readMetadata(text: string | undefined): Metadata {
  return text === undefined ? {} : JSON.parse(text);
}
