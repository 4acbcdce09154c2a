import { distance } from 'fastest-levenshtein';

/** In characters. Nobody's name is longer, and a longer one would only cost time. */
const longestName = 64;
/** Edits. A name that differs in more is another name. */
const mostEdits = 3;

/** The known name that a caller probably meant by another one; undefined where none is like it. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined;
  const wanted = plain(name);
  const [best] = known
    .map((candidate) => ({ candidate, edits: editsBetween(wanted, plain(candidate)) }))
    .sort((a, b) => a.edits - b.edits);
  return best && best.edits <= Math.min(mostEdits, wanted.length / 3) ? best.candidate : undefined;
}

/** `snapshot_id`, `Snapshot-ID` and `snapshotId` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/** What begins like a name is a short form of it: `destination` of `destinationAccountId`. */
function editsBetween(wanted: string, candidate: string): number {
  const isShortForm = wanted.length > mostEdits && candidate.startsWith(wanted);
  return isShortForm ? 1 : distance(wanted, candidate);
}
