/** What a stage keeps secret. */
export interface Secrets {
  /** 32 bytes: seals challenges and checks cursors. */
  readonly sealingKey: Buffer;
  /** The header value that proves a call passed CloudFront; absent on one machine, where nothing stands in front. */
  readonly originSecret?: string;
}
