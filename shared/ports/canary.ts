/** The configuration of the function that pays as the canary. */
export interface CanaryPlace {
  /** Scheme and host of the API, as customers reach it. */
  readonly origin: string;
  /** Signs a text with the canary's key: ECDSA over SHA-256, in DER. */
  readonly sign: (text: string) => Promise<Uint8Array>;
}

/** Returns the public half of the canary's key, in PEM. */
export type CanaryPublicKey = () => Promise<string>;
