import * as z from 'zod';
import { remark } from './fields.ts';

const maxBytes = 8 * 1024;

/** A caller's own fields on a product or link: an object of at most 8 KiB as JSON. */
export const Metadata = z
  .record(z.string(), z.unknown())
  .refine((metadata) => bytesOf(metadata) <= maxBytes, 'is larger than 8 KiB as JSON')
  .meta({ description: 'Your own fields: an object of at most 8 KiB as JSON.' });

export type Metadata = z.infer<typeof Metadata>;

const maxKeys = 20;
const maxKeyLength = 40;
const maxValueLength = 200;
/** Keeps the stored lines of a batch and the memo of a rail within their limits. */
const maxTextBytes = 2 * 1024;

/** A name that every language, spreadsheet and shell can write, in exactly one way. */
const Key = z
  .string()
  .regex(new RegExp(`^[A-Za-z0-9_.-]{1,${maxKeyLength}}$`), `is not a key: 1 to ${maxKeyLength} of A-Z a-z 0-9 _ . -`);

/**
 * A caller's own texts on a payout. Only texts, because a file with columns has nothing else, and different readers
 * would read a number differently.
 */
export const TextMetadata = z
  .record(Key, remark(maxValueLength))
  .transform((sent) => Object.fromEntries(Object.entries(sent).flatMap(([key, text]) => (text ? [[key, text]] : []))))
  .refine((metadata) => Object.keys(metadata).length <= maxKeys, `has more than ${maxKeys} keys`)
  .refine((metadata) => bytesOf(metadata) <= maxTextBytes, 'is larger than 2 KiB as JSON')
  .meta({
    id: 'TextMetadata',
    description:
      `Your own texts: at most ${maxKeys} keys of ${maxKeyLength} characters (\`A-Z a-z 0-9 _ . -\`) with values of ${maxValueLength} ` +
      'characters, 2 KiB in total as JSON. A key with an empty value is omitted. The texts are also sent to the ' +
      'payment rail: include no secrets, and nothing about a person that it does not need to know.',
    maxProperties: maxKeys,
    'x-max-bytes': maxTextBytes,
    examples: [{ costCenter: '4711', invoice: '2026-0042' }],
  });

export const TextMetadataView = z
  .record(z.string(), z.string())
  .meta({ description: 'Your own texts, unchanged. Absent if none were given.' });

function bytesOf(metadata: object): number {
  return Buffer.byteLength(JSON.stringify(metadata));
}

/** The stored form. */
export function metadataText(metadata: Metadata | undefined): string | undefined {
  return metadata && JSON.stringify(metadata);
}

/** @param text JSON text of an object; undefined means an object without fields */
export function readMetadata(text: string | undefined): Metadata {
  return text === undefined ? {} : JSON.parse(text);
}
