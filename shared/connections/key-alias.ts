/** The name of the KMS key with which operators of a stage seal credentials. */
export function connectionsKeyAlias(stage: string): string {
  return `alias/Sluice-${stage}-connections`;
}

/**
 * The names of the KMS keys that may sign on chains for a stage. Giving a key such a name lets the stage use it: a
 * connection cannot name a key that belongs to something else.
 */
export function signerKeyAliases(stage: string): string {
  return `${keyAliasPrefix(stage, 'signer')}*`;
}

/**
 * The names of the KMS keys that may sign payments from vaults. They are separate, so that the signer that flushes
 * deposits cannot pay anyone.
 */
export function vaultKeyAliases(stage: string): string {
  return `${keyAliasPrefix(stage, 'vault')}*`;
}

/** What a key signs: the flushing of deposits, or payments from vaults. */
export type KeyUse = 'signer' | 'vault';

/** How the aliases of the keys for one use begin. */
export function keyAliasPrefix(stage: string, use: KeyUse): string {
  return `alias/Sluice-${stage}-${use}-`;
}
