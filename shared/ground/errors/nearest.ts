import { distance } from 'fastest-levenshtein';

/** Characters. No real name is longer, and comparing a longer one would only cost time. */
const longestName = 64;
/** Edits. A name with more differences is considered a different name. */
const mostEdits = 3;

/** The known name that a caller probably meant. Undefined if none is similar. */
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

/** A known name that starts with the given one counts as its long form: `destinationAccountId` for `destination`. */
function editsBetween(wanted: string, candidate: string): number {
  const isShortForm = wanted.length > mostEdits && candidate.startsWith(wanted);
  return isShortForm ? 1 : distance(wanted, candidate);
}
