import type { SealingKeys } from '../ground/signatures/seal.ts';

/** The secrets of a stage. Each one is read when it is first requested, so a function that needs none reads none. */
export interface Secrets {
  /**
   * The keys that seal and open.
   * @param sealed the texts to open. If they name a key that is not known, the keys are read again, because another
   * process may have sealed them after a rotation
   */
  sealingKeys(...sealed: readonly string[]): Promise<SealingKeys>;
  /**
   * Whether a header's value proves that a call passed through CloudFront: it is the current or the previous origin
   * secret. Absent if there is no CloudFront.
   */
  readonly provesOrigin?: (given: string) => Promise<boolean>;
}

export const secretNames = ['origin', 'sealing'] as const;
export type SecretName = (typeof secretNames)[number];

/** Replaces secrets. Anything that the previous secret protected stays valid (ADR 30). */
export interface SecretRotation {
  /**
   * @returns the id of the new version of the origin secret, which must be deployed to the edge, or of the new sealing
   * key; never a secret
   * @throws ServiceError CONFLICT when it cannot be rotated now
   */
  rotate(name: SecretName): Promise<string>;
}
