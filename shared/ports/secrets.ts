import type { SealingKeys } from '../ground/signatures/seal.ts';

/** What a stage keeps secret. Each is read when it is first asked for: a function that asks for none reads none. */
export interface Secrets {
  /**
   * The keys that seal and open.
   * @param sealed what is about to be opened: the keys are read again where they lack the one that it names, because
   *   another process may have sealed it after a rotation
   */
  sealingKeys(...sealed: readonly string[]): Promise<SealingKeys>;
  /**
   * Whether a header's value proves that a call passed CloudFront: it is the present origin secret or the one before.
   * Absent where no CloudFront is in front.
   */
  readonly provesOrigin?: (given: string) => Promise<boolean>;
}

export const secretNames = ['origin', 'sealing'] as const;
export type SecretName = (typeof secretNames)[number];

/** Replaces secrets. What the former one protected stays valid (ADR 30). */
export interface SecretRotation {
  /**
   * @returns the id of the new version of the origin secret, which the edge has to be deployed with, or of the new
   *   sealing key; never a secret
   * @throws ServiceError CONFLICT when it cannot be rotated now
   */
  rotate(name: SecretName): Promise<string>;
}
