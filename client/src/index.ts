export type { AnswerInfo, RateLimit } from './answer-info.ts';
export type { CsvPage } from './csv-page.ts';
export {
  type ClientErrorType,
  type ErrorExtras,
  isSluiceError,
  SluiceError,
  type SluiceErrorType,
} from './errors.ts';
export type { WantedCorridor } from './find-corridor.ts';
export type { FeedEvent, FollowOptions } from './follow-events.ts';
export type { List, Page } from './list.ts';
export type * from './operations.ts';
export type {
  CallOptions,
  GuardedWriteOptions,
  HeldKey,
  KeptKey,
  KeyOptions,
  SessionOptions,
  Signature,
  Signer,
  SluiceOptions,
  Stamp,
  WriteOptions,
} from './options.ts';
export type { SigningKey } from './private-key.ts';
export { type SignedWebhook, signWebhook, type WebhookToSign } from './sign-webhook.ts';
export { Sluice } from './sluice.ts';
export { type Delivery, verifyWebhook, WebhookVerificationError } from './webhook.ts';
