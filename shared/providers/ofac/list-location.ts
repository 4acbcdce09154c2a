import { fileURLToPath } from 'node:url';
import { fileListSource } from './file-list-source.ts';
import type { ListSource } from './list-source.ts';
import { s3ListSource } from './s3-list-source.ts';

/**
 * The list at `s3://bucket/prefix`, at `file:///folder` or in a folder; OFAC's files are directly below it.
 * @throws Error if the location is none of these
 */
export function listSourceAt(location: string): ListSource {
  if (location.startsWith('file:')) return fileListSource(fileURLToPath(location));
  if (!/^[a-z0-9]+:\/\//i.test(location) && location !== '') return fileListSource(location);
  const place = bucketPlace(location);
  if (!place) throw new Error(`'${location}' is no place for a screening list: give s3://bucket/prefix or a folder`);
  return s3ListSource(place.bucket, place.prefix);
}

/** Splits `s3://bucket/prefix` into the bucket and the prefix with a slash; undefined for any other location. */
export function bucketPlace(location: string): { readonly bucket: string; readonly prefix: string } | undefined {
  const [, bucket, path = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(location) ?? [];
  if (!bucket) return undefined;
  return { bucket, prefix: path === '' || path.endsWith('/') ? path : `${path}/` };
}
