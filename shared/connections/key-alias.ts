/** The name of the KMS key with which operators of a stage seal credentials. */
export function connectionsKeyAlias(stage: string): string {
  return `alias/Sluice-${stage}-connections`;
}

/**
 * The names of the KMS keys that may sign on chains for a stage. Whoever gives a key such a name lets the stage use it: a connection cannot name the
 * key of something else.
 */
export function signerKeyAliases(stage: string): string {
  return `alias/Sluice-${stage}-signer-*`;
}

/** The names of the KMS keys that may sign payments from vaults. They are others, so that what flushes deposits cannot pay anybody. */
export function vaultKeyAliases(stage: string): string {
  return `alias/Sluice-${stage}-vault-*`;
}
