/** What a stage keeps secret. */
export interface Secrets {
  /** 32 bytes, from which `seal` derives a key for each purpose. */
  readonly sealingKey: Buffer;
  /** The header value that proves that a call passed CloudFront. Absent where no CloudFront is in front. */
  readonly originSecret?: string;
}
