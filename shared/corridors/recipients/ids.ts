/**
 * Ids that contain their recipient: `acct_X` and `qs_X_Y` belong to `rcp_X`. A request that names an account or a quote
 * can therefore read its recipient in the same round trip, without a lookup that could disagree. To callers the ids are
 * opaque.
 */

const SUFFIX = '[0-9a-z]{25}';
const ACCOUNT = new RegExp(`^acct_(${SUFFIX})$`);
const SNAPSHOT = new RegExp(`^qs_(${SUFFIX})_${SUFFIX}$`);

export function accountIdOf(recipientId: string): string {
  return recipientId.replace(/^rcp_/, 'acct_');
}

/** The recipient that a destination account belongs to. Undefined if the text is not such an id. */
export function recipientOfAccount(destinationAccountId: string): string | undefined {
  return named(ACCOUNT, destinationAccountId);
}

export function snapshotIdFor(recipientId: string, suffix: string): string {
  return `${recipientId.replace(/^rcp_/, 'qs_')}_${suffix}`;
}

/** The recipient that a quote is for. Undefined if the text is not such an id. */
export function recipientOfSnapshot(snapshotId: string): string | undefined {
  return named(SNAPSHOT, snapshotId);
}

function named(pattern: RegExp, id: string): string | undefined {
  const suffix = pattern.exec(id)?.[1];
  return suffix && `rcp_${suffix}`;
}
