/**
 * Ids that name their recipient: `acct_X` and `qs_X_Y` belong to `rcp_X`. So a request that names an account or a quote
 * can read its recipient in the same round trip, and no lookup can disagree with it. To callers the ids stay opaque.
 */

const SUFFIX = '[0-9a-z]{25}';
const ACCOUNT = new RegExp(`^acct_(${SUFFIX})$`);
const SNAPSHOT = new RegExp(`^qs_(${SUFFIX})_${SUFFIX}$`);

export function accountIdOf(recipientId: string): string {
  return recipientId.replace(/^rcp_/, 'acct_');
}

/** The recipient that a destination account would belong to; undefined when the text is no such id. */
export function recipientOfAccount(destinationAccountId: string): string | undefined {
  return named(ACCOUNT, destinationAccountId);
}

export function snapshotIdFor(recipientId: string, suffix: string): string {
  return `${recipientId.replace(/^rcp_/, 'qs_')}_${suffix}`;
}

/** The recipient that a quote would be for; undefined when the text is no such id. */
export function recipientOfSnapshot(snapshotId: string): string | undefined {
  return named(SNAPSHOT, snapshotId);
}

function named(pattern: RegExp, id: string): string | undefined {
  const suffix = pattern.exec(id)?.[1];
  return suffix && `rcp_${suffix}`;
}
