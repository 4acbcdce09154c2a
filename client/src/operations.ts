// Generated from docs/openapi.json by scripts/generate-client.ts. Do not edit.
import type { CsvPage } from './csv-page.ts';
import { List } from './list.ts';
import type { CallOptions, GuardedWriteOptions, WriteOptions } from './options.ts';
import type { Operation } from './request.ts';

/** Every error that the service can answer. */
export type ErrorType =
  | 'VALIDATION_ERROR'
  | 'UNAUTHORIZED'
  | 'KEY_EXPIRED'
  | 'KEY_IP_NOT_ALLOWED'
  | 'SIGNATURE_REQUIRED'
  | 'SIGNATURE_INVALID'
  | 'SIGNATURE_REPLAYED'
  | 'SIGNATURE_TIMESTAMP_SKEW'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'ROUTE_NOT_FOUND'
  | 'RATE_LIMITED'
  | 'BAD_REQUEST'
  | 'PROVIDER_REJECTED'
  | 'CONFLICT'
  | 'ACCOUNT_BLOCKED'
  | 'LIVE_KEY_ORG_NOT_APPROVED'
  | 'INSUFFICIENT_BALANCE'
  | 'CRYPTO_PAYOUTS_DISABLED'
  | 'WALLET_NOT_PROVISIONED'
  | 'CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX'
  | 'HISTORY_TOO_LARGE'
  | 'ORDERS_TEMPORARILY_UNAVAILABLE'
  | 'INTERNAL'
  | 'PAYOUT_LINKS_UNAVAILABLE'
  | 'IDEMPOTENCY_KEY_REQUIRED'
  | 'IDEMPOTENCY_KEY_INVALID'
  | 'IDEMPOTENCY_KEY_CONFLICT'
  | 'IDEMPOTENCY_KEY_REQUEST_IN_PROGRESS'
  | 'IDEMPOTENCY_UNAVAILABLE'
  | 'PAYOUT_OUTCOME_UNKNOWN'
  | 'DUPLICATE_REQUEST_DETECTED'
  | 'DESTINATION_ACCOUNT_NOT_FOUND'
  | 'RATE_DRIFT_EXCEEDED'
  | 'QUOTE_UNVERIFIABLE'
  | 'QUOTE_NOT_POSITIVE'
  | 'CURRENCY_PRECISION_MISMATCH'
  | 'EXACT_OUTPUT_UNSUPPORTED'
  | 'INDICATIVE_PRICING_UNAVAILABLE'
  | 'PAYOUT_NOT_CANCELABLE'
  | 'INSUFFICIENT_SCOPE'
  | 'LIVE_MODE_UNSUPPORTED'
  | 'PAYOUT_LIMIT_EXCEEDED'
  | 'PAYOUT_REFUSED'
  | 'USE_POST_PAYOUTS'
  | 'BENEFICIARY_EXTERNAL_ID_CONFLICT'
  | 'BANK_ACCOUNT_ALREADY_LINKED'
  | 'PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE'
  | 'FUNDING_NOT_APPLICABLE'
  | 'FUNDING_TRANSACTION_INVALID'
  | 'FUNDING_NOT_YET_VERIFIABLE'
  | 'FUNDING_NOT_VERIFIABLE'
  | 'FUNDING_TRANSACTION_ALREADY_USED'
  | 'PAYOUT_NOT_FUNDABLE'
  | 'FUNDING_QUOTE_EXPIRED'
  | 'LINK_EXPIRED'
  | 'REFUND_NOT_ALLOWED'
  | 'REFUND_DISPUTED'
  | 'REFUND_EXCEEDS_REMAINING'
  | 'REFUND_IN_PROGRESS'
  | 'REFUND_OUTCOME_UNKNOWN'
  | 'BATCH_NOT_FOUND'
  | 'PAYOUT_BATCH_NOT_CONFIRMABLE'
  | 'PAYOUT_BATCH_NOT_CANCELABLE'
  | 'PAYOUT_BATCH_AWAITING_APPROVAL'
  | 'PAYOUT_BATCH_DUPLICATE_REFERENCE'
  | 'MASS_PAYOUTS_DISABLED'
  | 'DEVELOPER_FEATURE_DISABLED'
  | 'PAYOUT_LINK_UNUSABLE'
  | (string & {});

/** The quote to accept, and the details that the payout carries. */
export interface AcceptQuote {
  /** The id of the quote. */
  readonly snapshotId: string;
  /** Optional: a quote always pays out. */
  readonly type?: 'OFFRAMP';
  /** The person on whose behalf the payout is made. */
  readonly endUser?: {
    /** Your own id for the person. Defaults to the recipient’s `endUserId`. */
    readonly id: string;
  };
  /** Finds the payout again in orders. Use a different one for each payment. */
  readonly reference?: string;
  /** An id from the list of payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  /** An alias of `purposeOfPayment`. */
  readonly paymentReason?: string;
}

/** Decimal string with at most as many decimal places as the currency has. */
export type Amount = string;

/** A registered public key. The service never holds the private key. */
export interface ApiKey {
  /** Send it in `X-Api-Key`. */
  readonly id: string;
  /** The short form shown in audit events. */
  readonly prefix: string;
  /** The name that was given to the key. */
  readonly name: string;
  /** The mode of the organization: `live` moves money, `sandbox` does not. */
  readonly mode: 'live' | 'sandbox';
  /** `pem`: the holder signs with the private key. `custody`: a key-custody provider stamps requests. */
  readonly scheme: 'pem' | 'custody';
  /** The scopes of the key. `read` is always included. */
  readonly scopes: readonly ('read' | 'write' | 'refunds' | 'crypto_payouts')[];
  /** CIDR ranges that may use the key. Empty if any address may. */
  readonly allowedIps: readonly string[];
  /** The member who is responsible for the key and its successors. */
  readonly issuedBy: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly revokedAt?: Instant;
  /** `keep`: the open payout links created by the key were kept when it was revoked. */
  readonly links?: 'keep' | (string & {});
  /** The key that this one replaces. */
  readonly rotatedFrom?: string;
}

/** The new key and its predecessor. */
export interface ApiKeyRotation {
  /** The successor. */
  readonly key: ApiKey;
  /** The key that was rotated. It works until its deadline. */
  readonly predecessor: {
    /** The id of the key that was rotated. */
    readonly id: string;
    /** The deadline of the key. Never later than its previous expiry. */
    readonly expiresAt: Instant;
  };
}

/** A request that waits for votes, and its outcome. */
export interface Approval {
  /** The id to use in paths. */
  readonly approvalId: string;
  /** The kind of request. The details are in the field of the same name. */
  readonly kind:
    | 'payout'
    | 'batch'
    | 'policy'
    | 'collection_account'
    | 'payout_link'
    | 'payout_link_claim';
  /**
   * `approved`: has all its votes and is being executed. `failed`: could not be executed, or nobody could decide it
   * any more; its hold is released, and you can make the request again.
   */
  readonly status: 'pending' | 'approved' | 'executed' | 'rejected' | 'expired' | 'failed';
  /** The key or person that made the request. */
  readonly initiator: {
    /** The prefix of the key. Absent if a person made the request. */
    readonly apiKeyPrefix?: string;
    /** The id of the key. Revoking the key ends the approval. */
    readonly apiKeyId?: string;
    /** The member who issued the key or its first ancestor. They cannot vote. */
    readonly issuedBy?: string;
    /** The person. Absent if a key made the request. The approval ends when the person is removed. */
    readonly actorUserId?: string;
  };
  /** The user ids of the people who may vote, as long as they are voters in the policy. */
  readonly electorate?: readonly string[];
  /** The number of votes needed: the quorum at the time of the request, or the current one if that is larger. */
  readonly required: number;
  /** Oldest first, one per person. */
  readonly votes: readonly {
    /** Who voted. */
    readonly actorUserId: string;
    /** A single `reject` ends the approval. */
    readonly decision: 'approve' | 'reject';
    /** When the vote was recorded. */
    readonly at: Instant;
  }[];
  /**
   * SHA-256, in hexadecimal, of everything that is voted on: organization, `approvalId`, kind, the request and `held`.
   * It never changes, and no other approval has the same value. Send it with the vote; nothing else is executed.
   */
  readonly contentHash: string;
  /** The amount taken out of the available balance until the approval ends. */
  readonly held?: Money;
  /** The id of the resulting payout. */
  readonly payoutId?: string;
  /** The id of the resulting payout link. */
  readonly payoutLinkId?: string;
  /** The id of the batch to approve. */
  readonly batchId?: string;
  /**
   * The error `type` that prevented execution. `UNAUTHORIZED`: the requesting key was revoked, or the requesting
   * person was removed or lost the permission. `FORBIDDEN`: too few voters were left to agree.
   */
  readonly failureReason?: string;
  /** When the approval expires if it does not have enough votes. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** What is approved, if the kind is `payout`. */
  readonly payout?: RequestedPayout;
  /** What is approved, if the kind is `batch`. */
  readonly batch?: RequestedBatch;
  /** What is approved, if the kind is `policy`: the values that the change names, before and after it. */
  readonly policy?: RequestedPolicyChange;
  /** What is approved, if the kind is `collection_account`. */
  readonly collectionAccount?: RequestedCollectionAccount;
  /** What is approved, if the kind is `payout_link`. */
  readonly payoutLink?: RequestedPayoutLink;
  /** What is approved, if the kind is `payout_link_claim`. */
  readonly payoutLinkClaim?: RequestedPayoutLinkClaim;
}

/** The payment that the money is for. */
export interface AssignReceipt {
  /** The `id` of the payment, or its `externalId`. */
  readonly paymentId: string;
}

/** One audited mutation, successful or refused. */
export interface AuditEvent {
  /** Can also be sent as the cursor; the page then starts with older rows. */
  readonly id: string;
  /** What was done, as `<resource>.<verb>`. Later releases can add actions. */
  readonly action:
    | 'api_key.issue'
    | 'api_key.revoke'
    | 'api_key.rotate'
    | 'approval.approve'
    | 'approval.reject'
    | 'archive.compare'
    | 'balance.adjust'
    | 'canary.create'
    | 'checkout_link.create'
    | 'checkout_link.delete'
    | 'checkout_link.pause'
    | 'checkout_link.publish'
    | 'checkout_link.update'
    | 'checkout_payment.accept'
    | 'checkout_payment.credit'
    | 'checkout_payment.refund'
    | 'checkout_payment.simulate'
    | 'collection_account.register'
    | 'collection_account.remove'
    | 'connection.change'
    | 'crypto_receipt.assign'
    | 'deposit.accept'
    | 'deposit.credit'
    | 'member.change'
    | 'member.invite'
    | 'member.join'
    | 'member.put'
    | 'member.remove'
    | 'member.revoke_invitation'
    | 'operation.confirm'
    | 'organization.check'
    | 'organization.create'
    | 'organization.features'
    | 'organization.limits'
    | 'organization.resume'
    | 'organization.show'
    | 'organization.suspend'
    | 'organization.verify'
    | 'payout.cancel'
    | 'payout.confirm_funding'
    | 'payout.create'
    | 'payout.judge_transfers'
    | 'payout.name_payment'
    | 'payout.quote_funding'
    | 'payout.resend'
    | 'payout.restore'
    | 'payout_batch.cancel'
    | 'payout_batch.confirm'
    | 'payout_batch.create'
    | 'payout_link.cancel'
    | 'payout_link.create'
    | 'payout_link.renew_token'
    | 'policy.change'
    | 'policy.reset_approvers'
    | 'product.archive'
    | 'product.create'
    | 'product.update'
    | 'quote.create'
    | 'recipient.block'
    | 'recipient.create'
    | 'recipient.lift_block'
    | 'recipient.retire'
    | 'sandbox.fund'
    | 'sandbox.transfer'
    | 'screening.review'
    | 'secret.rotate'
    | 'webhook_delivery.replay'
    | 'webhook_delivery.replay_many'
    | 'webhook_endpoint.enable'
    | 'webhook_endpoint.register'
    | 'webhook_endpoint.remove'
    | 'webhook_endpoint.rotate_secret'
    | 'webhook_endpoint.test'
    | 'work.unpark'
    | (string & {});
  /** `refused`: the answer was an error, and nothing changed. */
  readonly outcome: 'succeeded' | 'refused';
  /** The error type of a refused call. */
  readonly errorType?: string;
  /** The id of the resource that was acted on. Absent if nothing was created. */
  readonly resourceId?: string;
  /** When a member is removed: what happens to the API keys that they issued or rotated. */
  readonly keys?: 'revoke' | 'keep' | (string & {});
  /** `keep`: the call asked to keep the open payout links of the revoked key or the removed member. */
  readonly links?: 'keep' | (string & {});
  /** The key that made the call. Otherwise `actorUserId` is set. */
  readonly apiKeyPrefix?: string;
  /** The person who acted. */
  readonly actorUserId?: string;
  /** The x-request-id of the call. */
  readonly requestId: string;
  /**
   * When the call arrived. If its row was written more than a minute later, because a processor answered late, when
   * the row was written.
   */
  readonly createdAt: Instant;
}

/** The settlement currency comes first, followed by every currency that was ever used. */
export interface Balance {
  readonly currency: Currency;
  /** The amount that payouts can spend. */
  readonly available: Total;
  /** The amount held by open approvals and payout links. It is not included in `available`. */
  readonly held: Total;
  /** One entry for each currency. */
  readonly balances: readonly {
    readonly currency: Currency;
    /** The amount that payouts can spend. */
    readonly available: Total;
    /** The amount held by open approvals and payout links. It is not included in `available`. */
    readonly held: Total;
  }[];
}

/** A change of the spendable balance: one row of the ledger. */
export interface BalanceTransaction {
  /** Can also be sent as the cursor; the page then starts with older rows. */
  readonly id: string;
  /** What moved the money. A `hold` keeps it until the matching `hold_release`. */
  readonly type: 'deposit' | 'payout' | 'payout_return' | 'hold' | 'hold_release' | 'adjustment';
  readonly currency: Currency;
  /** The signed change of the available balance, fee included. */
  readonly amount: string;
  readonly fee?: Amount;
  /** The amount without the fee. Absent if the fee is unknown. */
  readonly net?: string;
  readonly balanceAfter: Total;
  /** The payout that a debit, return, hold or release belongs to. */
  readonly payoutId?: string;
  /** The approval that a hold or release belongs to. */
  readonly approvalId?: string;
  /** The payout link that a hold or release belongs to. */
  readonly payoutLinkId?: string;
  /** Why the platform made an adjustment. */
  readonly reason?: string;
  readonly createdAt: Instant;
}

/** The content that is voted on. Optional. */
export interface CastVote {
  /**
   * The `contentHash` of the approval as you read it. If the approval has a different one, the answer is `CONFLICT`
   * and no vote is recorded. Dashboards always send it.
   */
  readonly contentHash?: string;
}

/** A payment on a link. */
export interface CheckoutPayment {
  /** The id to use in paths. */
  readonly id: string;
  /**
   * The acquirer's id of the payment. For bank payments it is the payment reference; for crypto, `<hash>-<logIndex>`
   * of the first transfer received. Accepted in place of `id` in paths.
   */
  readonly externalId?: string;
  /** The link that was paid. */
  readonly linkId: string;
  /** A partially refunded payment stays `paid`. */
  readonly status: 'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back' | 'reversed';
  /** How the payment was made. Fields that do not apply are absent. */
  readonly method: {
    /** The kind of payment. */
    readonly kind: 'card' | 'bank' | 'crypto';
    /** Card payments: the card scheme. Absent until it is known. */
    readonly brand?: string;
    /** Card payments: the last four digits. Absent until they are known. */
    readonly last4?: string;
    /** Crypto payments: the chain. */
    readonly chain?: string;
    /** Crypto payments: the stablecoin. */
    readonly token?: string;
    /** Crypto payments: the first transaction received. */
    readonly hash?: string;
  };
  /** In base units of the currency; `decimals` is the number of decimal places. */
  readonly amountBase: number;
  /** Bank and crypto payments: the amount received so far. */
  readonly receivedBase?: number;
  /** The part of the received amount that exceeds the amount due. */
  readonly overBase?: number;
  /** In base units of the currency; `decimals` is the number of decimal places. */
  readonly refundedBase: number;
  /** The part of the unrefunded amount that chargebacks and lost disputes took back. */
  readonly reversedBase: number;
  /** The tax in the amount. */
  readonly taxBase: number;
  /** Decimal places of the currency: 2 for USD, so that 1050 base units are 10.50. */
  readonly decimals: number;
  /**
   * Crypto payments: the exact token amount that the buyer was last asked to send, either the full amount or the
   * remainder.
   */
  readonly reserved?: Total;
  readonly currency: Currency;
  /** The acquirer's fee as a decimal string. Absent until it is known. */
  readonly fee?: Total;
  /** Your own reference, from the link. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What is known about the buyer. */
  readonly buyer: {
    /** As reported by the acquirer. Absent until it is known. */
    readonly email?: string;
    /** ISO 3166 alpha-2 code. */
    readonly country?: string;
  };
  /**
   * Received after the link stopped accepting payments, after the payment had failed, or after the time limit of a
   * crypto attempt.
   */
  readonly late?: boolean;
  /** A dispute is open. */
  readonly disputed: boolean;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly paidAt?: Instant;
  /** Oldest first. */
  readonly disputes: readonly {
    /** The id of the dispute. */
    readonly id: string;
    /** `inquiry`: a question from the card issuer that took no money. */
    readonly status: 'inquiry' | 'open' | 'won' | 'lost';
    /** The amount taken by the acquirer, without a cap. */
    readonly takenBase: number;
    readonly openedAt: Instant;
    readonly closedAt?: Instant;
  }[];
  /** Oldest first. */
  readonly refunds: readonly CheckoutRefund[];
}

/** A change of a payment on a link; its money is decimal strings. */
export interface CheckoutPaymentEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type:
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: CheckoutPaymentEventData;
}

/** A payment on a link at that time. Its amounts are decimal strings. */
export interface CheckoutPaymentEventData {
  /** The id to use in paths. */
  readonly id: string;
  /**
   * The acquirer's id of the payment. For bank payments it is the payment reference; for crypto, `<hash>-<logIndex>`
   * of the first transfer received. Accepted in place of `id` in paths.
   */
  readonly externalId?: string;
  /** The link that was paid. */
  readonly linkId: string;
  /** A partially refunded payment stays `paid`. */
  readonly status: 'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back' | 'reversed';
  /** How the payment was made. Fields that do not apply are absent. */
  readonly method: {
    /** The kind of payment. */
    readonly kind: 'card' | 'bank' | 'crypto';
    /** Card payments: the card scheme. Absent until it is known. */
    readonly brand?: string;
    /** Card payments: the last four digits. Absent until they are known. */
    readonly last4?: string;
    /** Crypto payments: the chain. */
    readonly chain?: string;
    /** Crypto payments: the stablecoin. */
    readonly token?: string;
    /** Crypto payments: the first transaction received. */
    readonly hash?: string;
  };
  readonly amount: Total;
  /** Bank and crypto payments: the amount received so far. */
  readonly received?: Total;
  /** The part of the received amount that exceeds the amount due. */
  readonly over?: Total;
  readonly refunded: Total;
  /** The part of the unrefunded amount that chargebacks and lost disputes took back. */
  readonly reversed: Total;
  /** The tax in the amount. */
  readonly tax: Total;
  /**
   * Crypto payments: the exact token amount that the buyer was last asked to send, either the full amount or the
   * remainder.
   */
  readonly reserved?: Total;
  readonly currency: Currency;
  /** The acquirer's fee as a decimal string. Absent until it is known. */
  readonly fee?: Total;
  /** Your own reference, from the link. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What is known about the buyer. */
  readonly buyer: {
    /** As reported by the acquirer. Absent until it is known. */
    readonly email?: string;
    /** ISO 3166 alpha-2 code. */
    readonly country?: string;
  };
  /**
   * Received after the link stopped accepting payments, after the payment had failed, or after the time limit of a
   * crypto attempt.
   */
  readonly late?: boolean;
  /** A dispute is open. */
  readonly disputed: boolean;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly paidAt?: Instant;
  /** Oldest first. */
  readonly disputes: readonly {
    /** The id of the dispute. */
    readonly id: string;
    /** `inquiry`: a question from the card issuer that took no money. */
    readonly status: 'inquiry' | 'open' | 'won' | 'lost';
    readonly taken: Total;
    readonly openedAt: Instant;
    readonly closedAt?: Instant;
  }[];
  /** Oldest first. */
  readonly refunds: readonly {
    /** The id of the refund. */
    readonly id: string;
    /** The acquirer's id of the refund. */
    readonly externalId?: string;
    /** `pending` until the acquirer has decided. */
    readonly status: 'pending' | 'succeeded' | 'failed';
    readonly amount: Total;
    /** The reason given in the request. Absent if none was given. */
    readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
    /** For your own use; not shown to the buyer. */
    readonly note?: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  }[];
  /** Refund events: the refund that the event is about. */
  readonly refund?: {
    /** The id of the refund. */
    readonly id: string;
    /** The acquirer's id of the refund. */
    readonly externalId?: string;
    /** `pending` until the acquirer has decided. */
    readonly status: 'pending' | 'succeeded' | 'failed';
    readonly amount: Total;
    /** The reason given in the request. Absent if none was given. */
    readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
    /** For your own use; not shown to the buyer. */
    readonly note?: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  };
}

/** Money returned to the buyer. */
export interface CheckoutRefund {
  /** The id of the refund. */
  readonly id: string;
  /** The acquirer's id of the refund. */
  readonly externalId?: string;
  /** `pending` until the acquirer has decided. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** In base units of the currency; `decimals` is the number of decimal places. */
  readonly amountBase: number;
  /** The reason given in the request. Absent if none was given. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  /** For your own use; not shown to the buyer. */
  readonly note?: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** An outcome and the digits that select it. */
export interface CheckoutScenario {
  /** A stable one-word name of the outcome. */
  readonly scenario: string;
  /** The last two digits, in minor units, that select the outcome: of the total, or of the refund amount. */
  readonly digits: string;
  /** The amount whose digits select the outcome: a payment, the publishing of a link, or a refund. */
  readonly of: 'payment' | 'publishing' | 'refund';
  /** What happens, in a sentence. */
  readonly description: string;
  /** What the acquirer reports over time, counted from the payment or refund. */
  readonly steps: readonly {
    /** Seconds since the payment or refund was created. */
    readonly afterSeconds: number;
    /** What the acquirer reports at that time. `silent` means no report. */
    readonly status: 'pending' | 'paid' | 'succeeded' | 'failed' | 'silent';
    /** The dispute that is opened or decided at that time. Absent if there is none. */
    readonly dispute?: 'chargeback' | 'inquiry' | 'open' | 'won' | 'lost';
  }[];
}

/** A bank account or a crypto address that buyers pay into. */
export interface CollectionAccount {
  /** The id to use in the `methods` of a link. */
  readonly accountId: string;
  /** How the account is paid: by bank transfer or in tokens. */
  readonly kind: 'bank' | 'crypto';
  /**
   * `pending`: waits for approval, and links cannot use it yet. `removed`: was removed, or its approval was not
   * granted.
   */
  readonly status: 'pending' | 'active' | 'removed';
  readonly currency: Currency;
  /** What a buyer needs to pay into the account. */
  readonly details: {
    /** The account holder. */
    readonly holderName: string;
    /** Without spaces. Alternatively, `accountNumber` and `routingCode` are given. */
    readonly iban?: string;
    /** Given if there is no IBAN. */
    readonly accountNumber?: string;
    /** Identifies the bank of `accountNumber`. */
    readonly routingCode?: string;
    /** Present if it was registered. */
    readonly bic?: string;
    /** Present if it was registered. */
    readonly bankName?: string;
  } | {
    /** The stablecoin. */
    readonly token: 'USDC' | 'USDT';
    /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
    readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
    /** With its checksum (EIP-55). */
    readonly address: string;
  };
  /** Who registered the account. */
  readonly createdBy: {
    /** The member. Absent if a key registered the account. */
    readonly actorUserId?: string;
  };
  /** The approval that the account waits for, or waited for. */
  readonly approvalId?: string;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * The list already contains every row created before this time. Pages that follow by `nextCursor` repeat the value of
 * the first page.
 */
export type CompleteUntil = string;

/** Which transaction funds the payout. */
export interface ConfirmFunding {
  /** Hash of the transaction with which you sent the money. */
  readonly transactionHash: string;
  /** The quote at whose price you have sent it: refused if the transaction was mined after its end. */
  readonly fundingQuoteId?: string;
}

/** A way to send money: a currency in a country, or a token on a chain. */
export interface Corridor {
  /** The id of the corridor; sandbox scenarios refer to it. */
  readonly corridorId: string;
  /** The country of the bank accounts. Absent for wallets. */
  readonly country?: string;
  readonly sourceCurrency: Currency;
  readonly currency: Currency;
  /** Present if you send the money for each payout yourself, as `fundedBy` describes. */
  readonly funding?: 'self';
  /** The token you send, and the chain you send it on. */
  readonly fundedBy?: {
    /** The network. */
    readonly chain: string;
    /** The stablecoin. */
    readonly token: string;
    /** The corridor whose accounts are paid. */
    readonly accountsOf: string;
  };
  /** What the corridor pays: `fiat` a bank account, `crypto` a wallet address. */
  readonly methodKind: 'fiat' | 'crypto';
  /** What arrives in a wallet. Absent for bank accounts. */
  readonly wallet?: {
    /** The chain of the wallet. */
    readonly chain: string;
    /** The stablecoin that arrives. */
    readonly token: string;
  };
  /** The smallest `sourceAmount`. */
  readonly minimum: Amount;
  /** The largest `sourceAmount`. */
  readonly maximum: Amount;
  /** Per payout, in `sourceCurrency`. */
  readonly fee: Money;
  /** Further capabilities of the corridor. */
  readonly capabilities: {
    /** Whether `amountLeg` can be `destination` or `source_net`. */
    readonly exactOutput: boolean;
    /** Whether indicative rates, and `source_net`, are available. */
    readonly indicativePricing: boolean;
  };
  /**
   * A regular expression for the names that banks there accept. Absent if they accept any. A name that does not match
   * is sent in plain Latin letters if that form matches; otherwise it is refused.
   */
  readonly namePattern?: string;
  /** The fields of `recipientDetails` for this corridor. */
  readonly recipientFields: readonly {
    /** The key in `recipientDetails`. */
    readonly name: string;
    /** The label to show in a form. */
    readonly label: string;
    /** Whether it is required. */
    readonly required: boolean;
    /** A regular expression that the value must match. */
    readonly pattern: string;
    /** A valid example. */
    readonly example: string;
  }[];
}

/** `taxRate` and `taxInclusive` apply only with `items`. */
export interface CreateLink {
  /** Sells this product at its current price. Cannot be combined with `currency` and `items`. */
  readonly productId?: string;
  readonly currency?: Currency;
  /** What is sold: the lines of the price. */
  readonly items?: readonly PriceItem[];
  /** A percentage, as a decimal string with at most four decimal places. */
  readonly taxRate?: string;
  /** Whether the amounts already include the tax. */
  readonly taxInclusive?: boolean;
  /**
   * https, without user name and password; printable ASCII without quotes. Buyers return to exactly this address, with
   * `payment_id` added.
   */
  readonly successUrl?: string;
  /**
   * https, without user name and password; printable ASCII without quotes. Buyers return to exactly this address, with
   * `payment_id` added.
   */
  readonly cancelUrl?: string;
  /** Your own reference; payments carry it, too. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The name shown on the page. If empty, the name of the organization. */
  readonly fromName?: '' | string;
  /** The ways to pay, each kind at most once. `[]` creates a link that cannot be paid. */
  readonly methods?: readonly RequestedMethod[];
  /** The maximum number of payments. Unlimited when absent. */
  readonly maxPayments?: number;
  /**
   * ISO 8601 with a time zone. The page accepts no payments after this time; null: it accepts them until the link is
   * paused.
   */
  readonly expiresAt?: string | null;
  /**
   * `true` publishes the link at once. Check `status` in the answer: a link that could not be published stays a
   * `draft`. Default: false.
   */
  readonly publish?: boolean;
}

/** The amount to pay, and the account to pay it to. */
export interface CreatePayout {
  readonly amount: Amount;
  /**
   * `source`: the amount debited, fee included. `source_net`: the amount converted, with the fee added on top.
   * `destination`: the amount that arrives. Default: "source".
   */
  readonly amountLeg?: 'source' | 'destination' | 'source_net';
  /** The id of a recipient's payout method. */
  readonly destinationAccountId: string;
  /** `self`: you send the money yourself. */
  readonly funding?: 'self';
  /** Finds the payout again in orders. Use a different one for each payment. */
  readonly reference?: string;
  /** Defaults to that of the recipient. */
  readonly endUserId?: string;
  /** An id from the list of payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  readonly expectDestination?: ExpectDestination;
}

/** Up to 1,000 payouts with one reference. */
export interface CreatePayoutBatch {
  /** Your reference for the batch. No other batch of the organization can have it, even after a cancellation. */
  readonly externalReferenceId: string;
  /** Each item has the same fields as `POST payouts`. */
  readonly items: readonly CreatePayout[];
  /** Create the payouts without confirmation if every line is valid and no approval is needed. Default: true. */
  readonly autoCommit?: boolean;
}

/** An amount for a payee who enters their account on a hosted page. */
export interface CreatePayoutLink {
  readonly amount: Amount;
  /**
   * The currency of `amount`. With `source` it is the currency of the balance, with `destination` the one that
   * arrives.
   */
  readonly currency: Currency;
  /** `source`: the amount debited, fee included. `destination`: the exact amount that arrives. Default: "source". */
  readonly amountLeg?: 'source' | 'destination';
  /** The account holder. The page then does not ask for a name. */
  readonly payeeName?: string;
  /** The payee’s email address, to which a new address of the page is sent. */
  readonly payeeEmail?: string;
  /** Finds the payout again in orders. Use a different one for each payment. */
  readonly reference?: string;
  /** Defaults to that of the recipient. */
  readonly endUserId?: string;
  /** An id from the list of payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  /** One line that the payee reads above the form. */
  readonly note?: string;
  /** The countries in which the payee can have an account. If absent, every country that can be paid. */
  readonly countries?: readonly string[];
  /** Where the page leads after the claim. https, without user name and password. */
  readonly returnUrl?: string;
  /** ISO 8601 with a time zone, from an hour to 365 days from now. Defaults to 30 days from now. */
  readonly expiresAt?: string;
}

/** A product for links to sell. */
export interface CreateProduct {
  /** What the buyer sees. */
  readonly name: string;
  /** A longer description, shown below the name on the page. */
  readonly description?: string;
  readonly currency: Currency;
  /** The price of one unit: a decimal string with at most as many decimal places as the currency has. */
  readonly unitAmount: Amount;
  /** A percentage, as a decimal string with at most four decimal places. */
  readonly taxRate?: string;
  /** Whether the amounts already include the tax. Default: false. */
  readonly taxInclusive?: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The amount to price, and the account that is paid. */
export interface CreateQuote {
  readonly amount: Amount;
  /**
   * `source`: the amount debited, fee included. `source_net`: the amount converted, with the fee added on top.
   * `destination`: the amount that arrives. Default: "source".
   */
  readonly amountLeg?: 'source' | 'destination' | 'source_net';
  /** The id of a recipient's payout method. */
  readonly destinationAccountId: string;
  /** `self`: you send the money yourself. */
  readonly funding?: 'self';
  /** An id from the list of payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
}

/** A payee with one account. */
export interface CreateRecipient {
  /** Whether the payee is a person or a company. */
  readonly type: 'individual' | 'business';
  /** The account holder, as known to the bank. The name is screened. */
  readonly name: string;
  /** The country of the bank account, ISO 3166 alpha-2. Not needed for a wallet. */
  readonly country?: string;
  /** Your unique key for the recipient. */
  readonly externalId?: string;
  /** Your own id for the person on whose behalf the recipient is paid. Payouts carry it. */
  readonly endUserId?: string;
  /** The account to pay. */
  readonly method: {
    /** `fiat` pays a bank account; `crypto` pays a wallet address, with a live key only. */
    readonly kind: 'fiat' | 'crypto';
    readonly currency: Currency;
    /** The fields that the corridors listing names for this country and currency, or for this chain and token. */
    readonly recipientDetails: Readonly<Record<string, string>>;
    /** The complete wallet address again. Required if `CONFLICT` reports a registered address that looks similar. */
    readonly confirmAddress?: string;
  };
}

/** A transfer that does not match the exact amount of an attempt. */
export interface CryptoReceipt {
  /** The id to use when assigning it. */
  readonly id: string;
  /** `unmatched` until a member assigns it to a payment. */
  readonly status: 'unmatched' | 'assigned';
  /** The collection account. */
  readonly accountId: string;
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** The address that received the tokens. */
  readonly address: string;
  /** The hash of the transaction. */
  readonly hash: string;
  /** The index of the transfer log in its block. Together with `hash` it identifies the transfer. */
  readonly logIndex: number;
  /** The number of the block. */
  readonly block: number;
  /** Decimal string with the six decimal places of the token. */
  readonly amount: Total;
  /** The time of the block. */
  readonly madeAt: Instant;
  /**
   * The payment that the money belongs to. If the payment it was assigned to had already been paid, this is a separate
   * payment.
   */
  readonly paymentId?: string;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** ISO 4217 code. */
export type Currency = string;

/** Money that has arrived. */
export interface Deposit {
  /** The id to use in paths. */
  readonly depositId: string;
  /**
   * `pending`: held, and not in the balance yet, because it is less than `expected` or was sent to a payout that did
   * not use it.
   */
  readonly status: 'pending' | 'completed';
  readonly amount: Amount;
  readonly currency: Currency;
  /** For a pending deposit: the amount that was expected. */
  readonly expected?: Amount;
  /** How the money arrived. `sandbox`: through the operation that tops up the balance. */
  readonly method: 'bank_transfer' | 'crypto' | 'sandbox';
  /** For a `crypto` deposit: the stablecoin that was sent. */
  readonly token?: string;
  /** For a `crypto` deposit: the network on which it was sent. */
  readonly chain?: string;
  /** For a `crypto` deposit: the payout to whose address it was sent. */
  readonly payoutId?: string;
  /** The sender's reference; null if there was none. */
  readonly reference: string | null;
  readonly receivedAt: Instant;
}

/** Money was added to the balance. */
export interface DepositEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type: 'deposit.completed';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: Deposit;
}

/** Whether the endpoint receives events. */
export interface EnableWebhookEndpoint {
  /** `false` pauses the endpoint; `true` resumes it. */
  readonly enabled: boolean;
}

/** The body of every failure. Branch on `type`, which is stable. Status and wording can change. */
export interface ErrorBody {
  readonly type: ErrorType;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong with this request. */
  readonly detail: string;
  /** What to do next. */
  readonly resolution?: string;
  /** The page that explains the type: a path at the address of the service, such as `/docs/errors#NOT_FOUND`. */
  readonly docs?: string;
  /** Equals the header x-request-id. */
  readonly requestId: string;
  /** The fields that failed validation. */
  readonly errors?: readonly FieldFault[];
  /** The idempotency key of the request that this one repeats. */
  readonly originalIdempotencyKey?: string;
  /** The payout that the repeated request created. */
  readonly originalPayoutId?: string;
  /** The request whose outcome is unknown. */
  readonly originalRequestId?: string;
  /** The payout link that the repeated request created. */
  readonly originalPayoutLinkId?: string;
  /** The batch that has the `externalReferenceId`. */
  readonly originalBatchId?: string;
  /** The recipient that has the account. */
  readonly existingRecipientId?: string;
  /** The payment method of that recipient, to use as `destinationAccountId`. */
  readonly existingMethodId?: string;
  /** The approval that decides on the request. */
  readonly approvalId?: string;
}

/**
 * A change of state. `type` determines the format of `data`. Later releases can add types: ignore those that you do
 * not know.
 */
export type Event = PayoutEvent | PayoutBatchEvent | PayoutApprovalEvent | WebhookEndpointEvent | CheckoutPaymentEvent | DepositEvent | PayoutLinkEvent;

/** Refuses the payout if the price has become worse than this. */
export interface ExpectDestination {
  /** The amount that should arrive, in the currency of the account. */
  readonly amount: Amount;
  /** How much less may arrive, as a fraction of the amount. `0.01` is one percent. Default: "0". */
  readonly tolerance?: string;
}

/** One faulty field of a request. */
export interface FieldFault {
  /** The path of the field, with dots, and `[n]` for positions in a list. */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
  /** Stable and machine-readable. */
  readonly code: string;
}

/** Play money for the sandbox balance. */
export interface FundSandbox {
  readonly amount: Amount;
  /** Defaults to the settlement currency. */
  readonly currency?: Currency;
}

/** The progress of the funding of a payout. */
export interface Funding {
  /**
   * `confirming`: the money is on the chain, but not final or not priced yet. `held`: the money is a deposit, because
   * the payout has ended.
   */
  readonly status: 'waiting' | 'confirming' | 'funded' | 'held';
  /** The amount that has arrived and is final, in the token. */
  readonly received: Total;
  /** The transaction that was confirmed. */
  readonly hash?: string;
}

/** The payout that the instructions are for. Read its status before you follow old instructions. */
export interface FundingInstructions {
  /** The payout that waits for the money. */
  readonly payoutId: string;
  /**
   * The exact amount to send, in the token. While a funding quote is valid, the amount that is still missing at its
   * price.
   */
  readonly amount: Total;
  /** The stablecoin to send. */
  readonly token: string;
  /** The network to send it on. */
  readonly chain: string;
  /** Where to send it. */
  readonly address: string;
  /** The time by which the money must arrive. Normally null. */
  readonly expiresAt: Instant | null;
  /** When the price expires, compared with the time of the block that completes the amount. Absent if it never expires. */
  readonly priceExpiresAt?: Instant;
  /** The quote whose price is valid now. */
  readonly fundingQuoteId?: string;
  /** The amount that arrives at the price of that quote. */
  readonly destinationAmount?: Total;
  /**
   * The least that must arrive if the money comes later and is priced again. If less would arrive, the payout fails as
   * `quote_expired`, and the money becomes a deposit.
   */
  readonly minimumDestinationAmount?: Total;
}

/** A price that is locked for a payout that you fund yourself. */
export interface FundingQuote {
  /** The id that a confirmation can name. */
  readonly fundingQuoteId: string;
  /** The amount that is still missing, in the token. Zero if what has arrived is enough at this price. */
  readonly amount: Total;
  /** The amount that arrives, in the currency of the account. */
  readonly destinationAmount: Total;
  /** When the price expires, compared with the time of the block that completes the amount. */
  readonly expiresAt: Instant;
}

/** The outcome of the call that was made with a key. Its answer is not shown. */
export interface IdempotencyRecord {
  /** The key as it was sent in the header. */
  readonly key: string;
  /**
   * `in_progress`: the call is running. `outcome_unknown`: it is not known yet whether the call took effect; the
   * service is finding out. `abandoned`: the call ended without an answer and has done nothing; if you send the same
   * request, it is executed. `completed`: the call took effect; the same request gets the same answer. `expired`: the
   * call took effect more than 7 days ago; the key is never executed again.
   */
  readonly state: 'in_progress' | 'outcome_unknown' | 'abandoned' | 'completed' | 'expired';
  /** The x-request-id of the call that has the key. */
  readonly requestId: string;
  /** When that call arrived. */
  readonly createdAt: Instant;
  /** When it took effect. */
  readonly completedAt?: Instant;
  /** Until then, the same request gets the same answer. */
  readonly replayedUntil?: Instant;
  /** The HTTP status of the response. Absent until there is one. */
  readonly httpStatus?: number;
  /** The action, as in the audit log. */
  readonly action?: string;
  /** The resource that the call created or changed. */
  readonly resource?: {
    /** The kind of resource that `id` identifies. */
    readonly kind:
      | 'api_key'
      | 'approval'
      | 'checkout_link'
      | 'checkout_payment'
      | 'collection_account'
      | 'crypto_receipt'
      | 'deposit'
      | 'invitation'
      | 'member'
      | 'payout'
      | 'payout_batch'
      | 'payout_link'
      | 'policy'
      | 'product'
      | 'quote'
      | 'recipient'
      | 'webhook_delivery'
      | 'webhook_endpoint'
      | (string & {});
    /** The id to use when reading the resource. */
    readonly id: string;
  };
}

/** A price that is not locked. `destinationAmount` is `(sourceAmount - fee) x rate`. */
export interface IndicativeRate {
  /** The amount debited, fee included. */
  readonly sourceAmount: Amount;
  /** ISO 4217 code for `sourceAmount`. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** ISO 4217 code for `destinationAmount`. */
  readonly destinationCurrency: Currency;
  /** The fee that is taken from `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** The smallest `sourceAmount` of the corridor. */
  readonly minimum: Amount;
  /** The largest `sourceAmount` of the corridor. */
  readonly maximum: Amount;
}

/** ISO 8601 in UTC with milliseconds. */
export type Instant = string;

/** An invitation that has not been used yet. */
export interface Invitation {
  /** The id to use when revoking the invitation. */
  readonly invitationId: string;
  /** The email address of the invited person. */
  readonly email: string;
  /** The role of the person. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
  /** The `userId` of the member who created the invitation. */
  readonly invitedBy: string;
  readonly expiresAt: Instant;
}

/** A public key, its scopes, its allowed addresses and its lifetime. */
export interface IssueApiKey {
  /** A name to tell your keys apart, at most 140 characters. */
  readonly name: string;
  /**
   * A P-256 public key as SubjectPublicKeyInfo in PEM; line ends may be escaped. Never send a private key: rotate one
   * that was pasted by mistake.
   */
  readonly publicKey?: string;
  /** Alternative to `publicKey`: a P-256 point in hexadecimal. The key then authenticates with stamps. */
  readonly custodyPublicKey?: string;
  /** `read`, plus the other scopes of the key. List each scope once. */
  readonly scopes: readonly ('read' | 'write' | 'refunds' | 'crypto_payouts')[];
  /** IP addresses or CIDR ranges that may use the key. If absent or empty, any address may use it. */
  readonly allowedIps?: readonly string[];
  /** ISO 8601 with a time zone, at most two years from now. Defaults to one year from now. */
  readonly expiresAt?: string;
}

/** An invitation with its secret. */
export interface IssuedInvitation {
  /** The id to use when revoking the invitation. */
  readonly invitationId: string;
  /** The email address of the invited person. */
  readonly email: string;
  /** The role of the person. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
  /** The `userId` of the member who created the invitation. */
  readonly invitedBy: string;
  readonly expiresAt: Instant;
  /** Secret, shown once: anyone who has it can join as a member. */
  readonly token: string;
}

/** The invitation to accept. */
export interface JoinOrganization {
  /** The token of the invitation. */
  readonly token: string;
}

/** A hosted page on which buyers pay. */
export interface Link {
  /** The id to use in paths. */
  readonly linkId: string;
  /** `sent`: published, and the page accepts payments. `draft`: never published. `expired`: `expiresAt` has passed. */
  readonly status: 'draft' | 'sent' | 'paused' | 'expired';
  /** The product that the link sells. Absent if the link was created from items. */
  readonly productId?: string;
  readonly currency: Currency;
  /** The lines of the price, as they were when the price was set. */
  readonly items: readonly LinkItem[];
  /** A percentage, as a decimal string with at most four decimal places. */
  readonly taxRate?: string;
  /** Whether the amounts already include the tax. */
  readonly taxInclusive: boolean;
  /** What the buyer pays, fixed when the price was set. */
  readonly total: Total;
  /** The tax included in `total`. */
  readonly tax: Total;
  /** Where the page sends the buyer after a payment. */
  readonly successUrl?: string;
  /** Where the page sends a buyer who cancels. */
  readonly cancelUrl?: string;
  /** Your own reference. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The name shown on the page. */
  readonly fromName: string;
  /** The ways to pay. If empty, the link cannot be paid. */
  readonly methods: readonly LinkMethod[];
  /** The maximum number of payments. Absent if unlimited. */
  readonly maxPayments?: number;
  /** The page accepts no payments after this time; null: it accepts them until the link is paused. */
  readonly expiresAt: Instant | null;
  /**
   * The address of the page for the buyer. It works once the link is published. Only a path if the environment has no
   * host for pages; nothing can be published there.
   */
  readonly shareUrl: string;
  /** Why `publish: true` left the link a draft. */
  readonly publishError?: {
    /** The HTTP status that publishing would have returned. */
    readonly status: number;
    /** The error type, as in an Error body. */
    readonly type: string;
    /** What went wrong. */
    readonly message: string;
  };
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly publishedAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** One line of the price. */
export interface LinkItem {
  /** What the buyer sees. */
  readonly name: string;
  /** A longer description. Absent if there is none. */
  readonly description?: string;
  /** How many units the buyer pays for. */
  readonly quantity: number;
  readonly unitAmount: Total;
}

/** One way to pay the link. */
export interface LinkMethod {
  /** The kind of payment. */
  readonly kind: 'card' | 'bank' | 'crypto';
  /** The collection account. Absent for cards. */
  readonly accountId?: string;
  /** Crypto payments: the stablecoin. */
  readonly token?: string;
  /** Crypto payments: the chain. */
  readonly chain?: string;
  /** Crypto payments: the address that buyers send tokens to. */
  readonly address?: string;
}

/** A new payout link with the address of its page. A link that a restore of our data has written back has no address. */
export interface MadePayoutLink {
  /** The id to use in paths. */
  readonly payoutLinkId: string;
  /**
   * `claimed`: a payout was created, and `payoutId` names it. `canceled` and `expired`: nothing was paid, and never
   * will be.
   */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: the amount debited. `destination`: the amount that arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee that you named. The page does not ask for a name. */
  readonly payeeName?: string;
  /** The email address to which a new address of the page is sent. */
  readonly payeeEmail?: string;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The text that the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** The countries in which the payee can have an account. */
  readonly countries: readonly string[];
  /** The most that the link can debit. Taken out of the available balance while the link is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later. Absent if none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people are voting
     * on the details that a payee entered), `other_details` (people approved details that differ from those a payee
     * entered later), `too_few_voters` (the claim is above a threshold, and nobody can vote on it), `restored` (a
     * restore of our data has closed the link: cancel it and create another one).
     */
    readonly code: string;
    /** When this first happened to a payee. */
    readonly at: Instant;
  };
  /** The approval from which the link was created, or that a claim of the link requested. */
  readonly approvalId?: string;
  /** The payout that the link became. */
  readonly payoutId?: string;
  /** Why the link was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim the link from this time on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The address of the page. No other answer has it. Anyone who has it can claim the link. */
  readonly url?: string;
}

/** A person of the organization. */
export interface Member {
  /** The subject reported by the identity provider. */
  readonly userId: string;
  /** The address that was invited. */
  readonly email: string;
  /** The role of the person. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
  readonly createdAt: Instant;
}

/** An amount with its currency. */
export interface Money {
  readonly amount: Amount;
  readonly currency: Currency;
}

/** An IBAN, or an account number with its routing code. */
export interface NewBankDetails {
  /** The account holder, as known to the bank. */
  readonly holderName: string;
  /** Spaces and hyphens are removed. */
  readonly iban?: string;
  /** Digits and letters; spaces and hyphens are removed. Used with `routingCode`, in place of an IBAN. */
  readonly accountNumber?: string;
  /** Identifies the bank of an account number: a routing number, a sort code or a BSB. */
  readonly routingCode?: string;
  /** The BIC of the bank: 8 or 11 characters. */
  readonly bic?: string;
  /** The name of the bank, shown to buyers. */
  readonly bankName?: string;
}

/** A stablecoin, its chain and the address. */
export interface NewCryptoDetails {
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address: string;
}

/** The person to invite, and their role. */
export interface NewInvitation {
  /** At most 254 characters. Stored in lower case, with the domain in ASCII (`xn--…`). */
  readonly email: string;
  /** The role of the person. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
}

/** The address to send events to, and the types to send. */
export interface NewWebhookEndpoint {
  /** Where events are sent: https, at a public address. */
  readonly url: string;
  /**
   * The event types to send, each listed once. If absent or empty, all types about payouts, batches and approvals, and
   * `webhook_endpoint.disabled`, which cannot be named. Default: [].
   */
  readonly events?: readonly (
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired')[];
  /** Your own text, to tell endpoints apart. */
  readonly description?: string;
}

/** An event of a type that was added in a later release. */
export interface OtherEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** What happened. Later releases can add types. */
  readonly type:
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired'
    | (string & {});
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  /** The resource as reading it would have returned it at that moment. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A possible value of `purposeOfPayment`. */
export interface PaymentReason {
  /** The exact value to send as `purposeOfPayment`. */
  readonly id: string;
  /** The text to show in a form. */
  readonly label: string;
}

/** Money on its way to a recipient. */
export interface Payout {
  /** The id to use in paths. */
  readonly payoutId: string;
  /** `completed` can still become `returned`; `failed`, `returned` and `canceled` are final. */
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'returned' | 'canceled';
  /** Present if the payout failed or was returned. */
  readonly failureCode?:
    | 'returned_by_bank'
    | 'account_invalid'
    | 'account_cannot_receive'
    | 'compliance_rejected'
    | 'limit_exceeded'
    | 'quote_expired'
    | 'authorization_not_completed'
    | 'execution_failed'
    | 'unknown';
  /** Whether the money is back in the balance. Check it before you update your books. */
  readonly fundsReturned?: boolean;
  /** Whether you must send the money yourself. See the funding instructions. */
  readonly requiresFunding: boolean;
  /** Present if `requiresFunding` is true. */
  readonly funding?: Funding;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The recipient who is paid. */
  readonly recipientId: string;
  /** The account that receives the money. */
  readonly destinationAccountId: string;
  /** The amount debited, fee included. */
  readonly sourceAmount: Amount;
  /** ISO 4217 code for `sourceAmount`. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** ISO 4217 code for `destinationAmount`. */
  readonly destinationCurrency: Currency;
  /** The fee that is taken from `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** The approval from which the payout was created. */
  readonly approvalId?: string;
  /** The payout link whose claim created the payout. */
  readonly payoutLinkId?: string;
  /** The batch that contains the payout. */
  readonly batchId?: string;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of an approval. */
export interface PayoutApprovalEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type:
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: Approval;
}

/** A batch of payouts. */
export interface PayoutBatch {
  /** The id to use in paths. */
  readonly batchId: string;
  /** Your reference for the batch. */
  readonly externalReferenceId: string;
  /**
   * `completed`: every item has a final outcome; money may still be on its way. `awaiting_confirmation`: confirm or
   * cancel the batch.
   */
  readonly status:
    | 'received'
    | 'validating'
    | 'awaiting_confirmation'
    | 'creating'
    | 'completed'
    | 'canceled';
  /** Also false if the policy requires approval, because the batch then always needs confirmation. */
  readonly autoCommit: boolean;
  /** The number of items. */
  readonly itemCount: number;
  /** The number of items in each status. They add up to `itemCount`. */
  readonly counts: {
    /** Items that have not been validated yet. */
    readonly pending: number;
    /** Items that can become payouts. */
    readonly valid: number;
    /** Items that never become payouts. The `errors` of the item give the reason. */
    readonly invalid: number;
    /** Items that have become payouts. */
    readonly created: number;
    /** Items that were valid but refused when they should have become payouts. */
    readonly create_failed: number;
  };
  /** How many of the `itemCount` items were validated, and how many have a final outcome. */
  readonly progress: {
    /** Items that were validated. */
    readonly validated: number;
    /** Items with a final outcome. */
    readonly resolved: number;
  };
  /** Totals over the items. */
  readonly totals: {
    /** Totals that the valid items ask for, by corridor and leg, before prices and fees. */
    readonly requested: readonly RequestedTotal[];
    /** The amount that the created payouts took from the balance. `amount` includes `fee`. */
    readonly debited: readonly {
      readonly currency: Currency;
      /** The number of payouts. */
      readonly count: number;
      readonly amount: Total;
      readonly fee: Total;
    }[];
    /**
     * The amount that you must send yourself for created payouts, `fee` included. The `funding` of each item gives the
     * address. Absent if there are none.
     */
    readonly selfFunded?: readonly {
      readonly currency: Currency;
      /** The number of payouts. */
      readonly count: number;
      readonly amount: Total;
      readonly fee: Total;
    }[];
  };
  /** The approval that was requested last. */
  readonly approvalId?: string;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of a batch. */
export interface PayoutBatchEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type:
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: PayoutBatch;
}

/** A line of a batch and its outcome. */
export interface PayoutBatchItem {
  /** The position in `items`, starting from 0. */
  readonly index: number;
  /** `valid`: can become a payout. `create_failed`: was valid, but refused when it should have become a payout. */
  readonly status: 'pending' | 'valid' | 'invalid' | 'created' | 'create_failed';
  readonly request: PayoutBatchLine;
  /** The payout that the item became. */
  readonly payoutId?: string;
  /**
   * Present if you send the money of this payout yourself, with the values at the time the payout was created. Read
   * the funding instructions before you send the money.
   */
  readonly funding?: {
    /** The amount to send, in the token. */
    readonly amount: Total;
    /** The stablecoin to send. */
    readonly token: string;
    /** The network to send it on. */
    readonly chain: string;
    /** Where to send it. */
    readonly address: string;
  };
  /** Why the item is `invalid` or `create_failed`. */
  readonly errors?: readonly PayoutBatchItemError[];
}

/** Why a line has not become a payout. */
export interface PayoutBatchItemError {
  /** The error type that `POST payouts` would have returned. */
  readonly type: string;
  /** What went wrong. */
  readonly detail: string;
  /** The faulty field of the line. Absent if none is at fault. */
  readonly path?: string;
  /** Stable and machine-readable, as in FieldFault. Absent if no field is at fault. */
  readonly code?: string;
}

/** The line as it was submitted, with defaults filled in. */
export interface PayoutBatchLine {
  /** The account that receives the money. */
  readonly destinationAccountId: string;
  readonly amount: Amount;
  /** The side of the payout that `amount` refers to: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present if you send the money yourself. */
  readonly funding?: 'self';
  /** The amount that should arrive. If absent, any price is accepted. */
  readonly expectDestination?: {
    readonly amount: Amount;
    /** How much less may arrive, as a fraction. `0.01` is one percent. */
    readonly tolerance: string;
  };
}

/** A change of a payout. */
export interface PayoutEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type:
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: Payout;
}

/** An amount for a payee who enters their account on a hosted page. */
export interface PayoutLink {
  /** The id to use in paths. */
  readonly payoutLinkId: string;
  /**
   * `claimed`: a payout was created, and `payoutId` names it. `canceled` and `expired`: nothing was paid, and never
   * will be.
   */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: the amount debited. `destination`: the amount that arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee that you named. The page does not ask for a name. */
  readonly payeeName?: string;
  /** The email address to which a new address of the page is sent. */
  readonly payeeEmail?: string;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The text that the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** The countries in which the payee can have an account. */
  readonly countries: readonly string[];
  /** The most that the link can debit. Taken out of the available balance while the link is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later. Absent if none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people are voting
     * on the details that a payee entered), `other_details` (people approved details that differ from those a payee
     * entered later), `too_few_voters` (the claim is above a threshold, and nobody can vote on it), `restored` (a
     * restore of our data has closed the link: cancel it and create another one).
     */
    readonly code: string;
    /** When this first happened to a payee. */
    readonly at: Instant;
  };
  /** The approval from which the link was created, or that a claim of the link requested. */
  readonly approvalId?: string;
  /** The payout that the link became. */
  readonly payoutId?: string;
  /** Why the link was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim the link from this time on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of a payout link. */
export interface PayoutLinkEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type:
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: PayoutLink;
}

/** An account whose payouts all have the same outcome. */
export interface PayoutScenario {
  /** The id of a corridor from the listing. */
  readonly corridorId: string;
  /** ISO 3166 alpha-2 code. */
  readonly country: string;
  readonly currency: Currency;
  /** A stable one-word name of the outcome. */
  readonly outcome: string;
  /** What happens, in a sentence. */
  readonly description: string;
  /** The final status of the payout. */
  readonly status?: 'completed' | 'failed' | 'returned';
  /** The failure code of the payout. Absent if it does not fail. */
  readonly failureCode?:
    | 'returned_by_bank'
    | 'account_invalid'
    | 'account_cannot_receive'
    | 'compliance_rejected'
    | 'limit_exceeded'
    | 'quote_expired'
    | 'authorization_not_completed'
    | 'execution_failed'
    | 'unknown';
  /** The failure reason of the payout. Absent if it does not fail. */
  readonly fundsReturned?: boolean;
  /** The error returned on creating the recipient, instead of a payout outcome. */
  readonly error?: string;
  /** Send it as `method.recipientDetails` when creating a recipient. */
  readonly recipientDetails: Readonly<Record<string, string>>;
}

/** The request waits for votes. */
export interface PendingApproval {
  /** Nothing is paid yet. */
  readonly status: 'pending_approval';
  /** The approval that must be decided. */
  readonly approvalId: string;
  readonly expiresAt: Instant;
}

/** The rules that payouts must follow. */
export interface Policy {
  /** Features switched on for the organization. */
  readonly features: readonly ('mass_payouts' | 'developer')[];
  /** The currency of every amount here: the settlement currency. */
  readonly currency: Currency;
  /**
   * The largest payout and the largest totals per UTC day: the lower of your own caps and the platform’s caps. null
   * where there is no cap.
   */
  readonly limits: {
    /** The largest single payout, fee included. */
    readonly single: Amount | null;
    /** The total of all payouts on a UTC day. */
    readonly daily: Amount | null;
    /** The total of a UTC day’s payouts for one end user. */
    readonly perEndUserDaily: Amount | null;
  };
  /**
   * Since when payouts are counted for each end user: from the first cap on, permanently, even while the cap is
   * lifted. null if such a cap was never set.
   */
  readonly endUsersCountedSince: Instant | null;
  /**
   * The maximum number of payouts in a sliding window: your own cap, or the platform’s if it is stricter. Both apply.
   * Counts every payout sent while a velocity cap was set, including those from batches and approvals and those that
   * failed or were canceled afterwards.
   */
  readonly velocity: {
    /** The number of payouts. */
    readonly payouts: number;
    /** The length of the sliding window, in minutes. */
    readonly minutes: number;
  } | null;
  /** Who votes on what. null if nothing waits for a vote. */
  readonly approvals: {
    /** Payouts above this amount wait for approval. */
    readonly threshold: Amount | null;
    /** The total that can be sent on a UTC day without a vote, fees included. */
    readonly dailyThreshold: Amount | null;
    /** The number of votes needed to approve. */
    readonly quorum: number;
    /** The user ids of the voters. A member who loses a role that can vote is removed. */
    readonly approvers: readonly string[];
  } | null;
}

/** Absent fields stay unchanged. */
export interface PolicyChange {
  /** The largest payout, and the largest totals per UTC day, overall and for one end user. */
  readonly limits?: {
    /** null lifts the cap. If absent, it stays unchanged. */
    readonly single?: Amount | null;
    /** null lifts the cap. If absent, it stays unchanged. */
    readonly daily?: Amount | null;
    /** null lifts the cap. If absent, it stays unchanged. */
    readonly perEndUserDaily?: Amount | null;
  };
  /**
   * The maximum number of payouts in a sliding window of minutes. null lifts it. Counts every payout sent while a
   * velocity cap was set, including those from batches and approvals and those that failed or were canceled
   * afterwards.
   */
  readonly velocity?: {
    /** The number of payouts. */
    readonly payouts: number;
    /** The length of the sliding window. */
    readonly minutes: number;
  } | null;
  /** Replaced as a whole. null removes the rules about votes. */
  readonly approvals?: {
    /** Payouts above this amount wait for approval. null: no payout waits, only changes of the policy. */
    readonly threshold: Amount | null;
    /**
     * The total that can be sent on a UTC day without a vote, fees included. A payout that would exceed it waits for
     * approval, whatever its amount. Every payout of the day without an approval counts, including those sent before
     * this was set. null or absent: no such limit.
     */
    readonly dailyThreshold?: Amount | null;
    /** The number of votes needed to approve. */
    readonly quorum: number;
    /** The user ids of the voters: members who may vote, each listed once. There must be more of them than the quorum. */
    readonly approvers: readonly string[];
  } | null;
}

/** One line of a price. */
export interface PriceItem {
  /** What the buyer sees. */
  readonly name: string;
  /** A longer description, shown below the name on the page. */
  readonly description?: string;
  /** The quantity. The amount of the line is `unitAmount` times `quantity`. */
  readonly quantity: number;
  /** The price of one unit: a decimal string with at most as many decimal places as the currency has. */
  readonly unitAmount: Amount;
}

/** Something that links sell, at its price when the link is created. */
export interface Product {
  /** The id that a link uses to sell it. */
  readonly productId: string;
  /** `archived`: new links cannot sell it; existing links still do. */
  readonly status: 'active' | 'archived';
  /** What the buyer sees. */
  readonly name: string;
  /** A longer description. Absent if there is none. */
  readonly description?: string;
  readonly currency: Currency;
  /** The price of one unit: a decimal string with at most as many decimal places as the currency has. */
  readonly unitAmount: Amount;
  /** A percentage, as a decimal string with at most four decimal places. */
  readonly taxRate?: string;
  /** Whether the amounts already include the tax. */
  readonly taxInclusive: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A locked price. Accept it once, before `expiresAt`. */
export interface Quote {
  /** The id to use when accepting the quote. */
  readonly snapshotId: string;
  /** The account that is paid. */
  readonly destinationAccountId: string;
  /** As requested. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** The amount debited, fee included. */
  readonly sourceAmount: Amount;
  /** ISO 4217 code for `sourceAmount`. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** ISO 4217 code for `destinationAmount`. */
  readonly destinationCurrency: Currency;
  /** The fee that is taken from `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present and true if you must send the money of the payout yourself. */
  readonly requiresFunding?: boolean;
  readonly expiresAt: Instant;
}

/** A payee and their account. Neither changes: to correct a mistake, retire the recipient and register it again. */
export interface Recipient {
  /** The id to use in paths and payouts. */
  readonly recipientId: string;
  /** A person or a company. */
  readonly type: 'individual' | 'business';
  /** The account holder. */
  readonly name: string;
  /** Absent for a wallet that was registered without one. */
  readonly country?: string;
  /** Your own key. Absent if none was given. */
  readonly externalId?: string;
  /** The person on whose behalf the recipient is paid. Payouts carry it. */
  readonly endUserId?: string;
  /** The payout link on whose page the payee entered the details. Absent if you registered the recipient. */
  readonly payoutLinkId?: string;
  /** `blocked`: refused by screening. `retired`: retired by you. Payouts to either are refused. */
  readonly status: 'active' | 'blocked' | 'retired';
  /** When the recipient was retired. Absent if it was not. */
  readonly retiredAt?: Instant;
  /** The accounts of the recipient; currently always one. */
  readonly methods: readonly {
    /** The id to use in quotes and payouts. */
    readonly destinationAccountId: string;
    /** How the recipient is paid: to a bank account, or to a wallet. */
    readonly kind: 'fiat' | 'crypto';
    readonly currency: Currency;
    /** As registered. Account numbers and addresses show only their last four characters. */
    readonly recipientDetails: Readonly<Record<string, string>>;
    /** What the owner of the wallet should know before it is paid. Wallets only. */
    readonly notice?: string;
  }[];
  readonly createdAt: Instant;
}

/** The amount to refund, and the reason. */
export interface RefundPayment {
  /**
   * In the currency of the payment, with at most as many decimal places as it has. If absent, the entire remaining
   * amount is refunded.
   */
  readonly amount?: Amount;
  /** Shown on the refund. Optional. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  /** For your own use; not shown to the buyer. Line breaks are allowed. */
  readonly note?: string;
}

/** A bank account or a crypto address that links can be paid into. */
export type RegisterCollectionAccount = {
  /** Paid by bank transfer. */
  readonly kind: 'bank';
  readonly currency: Currency;
  readonly details: NewBankDetails;
} | {
  /** Paid in tokens. */
  readonly kind: 'crypto';
  /** Tokens can pay links in USD. */
  readonly currency: 'USD';
  readonly details: NewCryptoDetails;
};

/** An endpoint with its signing secret. */
export interface RegisteredWebhookEndpoint {
  /** The id to use in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Your own reference. Absent if none was given. */
  readonly description?: string;
  /** The event types that the endpoint receives. If empty, all default types. */
  readonly events: readonly (
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired'
    | (string & {}))[];
  /** Whether the endpoint receives events. */
  readonly enabled: boolean;
  /** Why the endpoint is disabled, if nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** The number of failed attempts since the last accepted one. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** When the next held-back events are tried. Present while events of some type are held back because attempts fail. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
  /** The secret that signs the deliveries. Shown once. */
  readonly secret: string;
}

/** A payout link, with its new address if that was not mailed to the payee. */
export interface RenewedPayoutLink {
  /** The id to use in paths. */
  readonly payoutLinkId: string;
  /**
   * `claimed`: a payout was created, and `payoutId` names it. `canceled` and `expired`: nothing was paid, and never
   * will be.
   */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: the amount debited. `destination`: the amount that arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee that you named. The page does not ask for a name. */
  readonly payeeName?: string;
  /** The email address to which a new address of the page is sent. */
  readonly payeeEmail?: string;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The text that the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** The countries in which the payee can have an account. */
  readonly countries: readonly string[];
  /** The most that the link can debit. Taken out of the available balance while the link is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later. Absent if none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people are voting
     * on the details that a payee entered), `other_details` (people approved details that differ from those a payee
     * entered later), `too_few_voters` (the claim is above a threshold, and nobody can vote on it), `restored` (a
     * restore of our data has closed the link: cancel it and create another one).
     */
    readonly code: string;
    /** When this first happened to a payee. */
    readonly at: Instant;
  };
  /** The approval from which the link was created, or that a claim of the link requested. */
  readonly approvalId?: string;
  /** The payout that the link became. */
  readonly payoutId?: string;
  /** Why the link was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim the link from this time on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The address of the page. No other answer has it. Anyone who has it can claim the link. */
  readonly url?: string;
}

/** Which deliveries to repeat, selected by when their events were recorded. */
export interface ReplayWebhookDeliveries {
  /** ISO 8601 with a time zone; inclusive. */
  readonly from: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly to: string;
  /** `failed`: deliveries that failed, including dead ones. Default: "failed". */
  readonly status?: 'failed' | 'all';
}

/** The result of this call, and where to continue. */
export interface ReplayedWebhookDeliveries {
  /** The number of deliveries that this call repeats. */
  readonly requeued: number;
  /** Present if there may be more. To continue, send it as `from` with the same `to`. */
  readonly nextFrom?: Instant;
}

/** A batch that waits for approval. */
export interface RequestedBatch {
  /** The batch. */
  readonly batchId: string;
  /** Your reference for the batch. */
  readonly externalReferenceId: string;
  /** The number of lines, valid or not. */
  readonly itemCount: number;
  /** The number of lines that become payouts. */
  readonly valid: number;
  /** The number of lines that are left out. */
  readonly invalid: number;
  /** The totals of the valid lines. */
  readonly requested: readonly RequestedTotal[];
  /**
   * The most that the batch can debit, or ask you to send yourself: 5 percent above today’s price, fees included.
   * Lines beyond it fail with `RATE_DRIFT_EXCEEDED`.
   */
  readonly largestDebit: {
    readonly amount: Total;
    readonly currency: Currency;
  };
  /** SHA-256 of the stored lines, in hexadecimal. */
  readonly linesHash: string;
}

/** A collection account that waits for votes. */
export interface RequestedCollectionAccount {
  /** The account that becomes `active` once approved. */
  readonly accountId: string;
  /** `bank` or `crypto`. */
  readonly kind: string;
  /** The kind of payment that the account accepts. */
  readonly currency: string;
  /** The details as they were registered. */
  readonly details: Readonly<Record<string, string>>;
}

/** One way to pay a link. */
export type RequestedMethod = {
  /** Paid by card. */
  readonly kind: 'card';
} | {
  /** Paid by bank transfer, into `accountId`. */
  readonly kind: 'bank';
  /** The id of a collection account of this kind. */
  readonly accountId?: string;
} | {
  /** Paid in tokens: either an `accountId`, or the `token`, `chain` and `address` of a registered account. */
  readonly kind: 'crypto';
  /** The id of a collection account of this kind. */
  readonly accountId?: string;
  /** The stablecoin. */
  readonly token?: 'USDC' | 'USDT';
  /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
  readonly chain?: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address?: string;
};

/** A payout that waits for votes. */
export interface RequestedPayout {
  /** The recipient who is paid. */
  readonly recipientId: string;
  /** The account that receives the money. */
  readonly destinationAccountId: string;
  readonly amount: Amount;
  /** The side of the payout that `amount` refers to: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present if you send the money yourself. */
  readonly funding?: 'self';
  /** The amount that should arrive. If absent, any price is accepted. */
  readonly expectDestination?: {
    readonly amount: Amount;
    /** How much less may arrive, as a fraction. `0.01` is one percent. */
    readonly tolerance: string;
  };
  /** The most that you will send, if you fund the payout yourself. */
  readonly sourceAmount?: Amount;
}

/** A payout link that waits for votes. */
export interface RequestedPayoutLink {
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: the amount debited. `destination`: the amount that arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The recipient who is paid. */
  readonly payeeName: string;
  /** The only person who gets the address of the page. */
  readonly payeeEmail: string;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The text that the payee reads above the form. */
  readonly note?: string;
  /** The countries in which the payee can have an account. */
  readonly countries: readonly string[];
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** If absent, 30 days after the link is created. */
  readonly expiresAt?: Instant;
}

/** A claim of a payout link that waits for votes. */
export interface RequestedPayoutLinkClaim {
  /** The link that was claimed. It stays open. */
  readonly payoutLinkId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: the amount debited. `destination`: the amount that arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The most that is debited: the amount that the link holds. */
  readonly largestDebit: Money;
  /** Your own reference. Absent if none was given. */
  readonly reference?: string;
  /** The person on whose behalf it is paid. Absent if none was named. */
  readonly endUserId?: string;
  /** The id of a payment reason. Absent if none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, unchanged. Absent if none were given. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** The email address to which the link’s address was sent, if you gave one. */
  readonly payeeEmail?: string;
  /** The text that the payee reads above the form. */
  readonly note?: string;
  /** The person who claims to be the payee, and the account that would be paid. */
  readonly recipient: {
    /** A person or a company. */
    readonly type: 'individual' | 'business';
    /** The account holder. */
    readonly name: string;
    /** ISO 3166 alpha-2 code. */
    readonly country: string;
    /** The account that would be paid. */
    readonly method: {
      /** How the payee is paid. */
      readonly kind: 'fiat' | 'crypto';
      readonly currency: Currency;
      /** The fields of the corridor, as the payee entered them. */
      readonly recipientDetails: Readonly<Record<string, string>>;
    };
  };
}

/** A change of the policy, with the values before and after it. */
export interface RequestedPolicyChange {
  /** The previous values of the settings that the change names. */
  readonly from: {
    /** The largest payout, and the largest totals per UTC day, overall and for one end user. */
    readonly limits?: {
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly single?: Amount | null;
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly daily?: Amount | null;
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly perEndUserDaily?: Amount | null;
    };
    /**
     * The maximum number of payouts in a sliding window of minutes. null lifts it. Counts every payout sent while a
     * velocity cap was set, including those from batches and approvals and those that failed or were canceled
     * afterwards.
     */
    readonly velocity?: {
      /** The number of payouts. */
      readonly payouts: number;
      /** The length of the sliding window. */
      readonly minutes: number;
    } | null;
    /** Replaced as a whole. null removes the rules about votes. */
    readonly approvals?: {
      /** Payouts above this amount wait for approval. null: no payout waits, only changes of the policy. */
      readonly threshold: Amount | null;
      /**
       * The total that can be sent on a UTC day without a vote, fees included. A payout that would exceed it waits for
       * approval, whatever its amount. Every payout of the day without an approval counts, including those sent before
       * this was set. null or absent: no such limit.
       */
      readonly dailyThreshold?: Amount | null;
      /** The number of votes needed to approve. */
      readonly quorum: number;
      /**
       * The user ids of the voters: members who may vote, each listed once. There must be more of them than the
       * quorum.
       */
      readonly approvers: readonly string[];
    } | null;
  };
  /** The new values. */
  readonly to: {
    /** The largest payout, and the largest totals per UTC day, overall and for one end user. */
    readonly limits?: {
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly single?: Amount | null;
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly daily?: Amount | null;
      /** null lifts the cap. If absent, it stays unchanged. */
      readonly perEndUserDaily?: Amount | null;
    };
    /**
     * The maximum number of payouts in a sliding window of minutes. null lifts it. Counts every payout sent while a
     * velocity cap was set, including those from batches and approvals and those that failed or were canceled
     * afterwards.
     */
    readonly velocity?: {
      /** The number of payouts. */
      readonly payouts: number;
      /** The length of the sliding window. */
      readonly minutes: number;
    } | null;
    /** Replaced as a whole. null removes the rules about votes. */
    readonly approvals?: {
      /** Payouts above this amount wait for approval. null: no payout waits, only changes of the policy. */
      readonly threshold: Amount | null;
      /**
       * The total that can be sent on a UTC day without a vote, fees included. A payout that would exceed it waits for
       * approval, whatever its amount. Every payout of the day without an approval counts, including those sent before
       * this was set. null or absent: no such limit.
       */
      readonly dailyThreshold?: Amount | null;
      /** The number of votes needed to approve. */
      readonly quorum: number;
      /**
       * The user ids of the voters: members who may vote, each listed once. There must be more of them than the
       * quorum.
       */
      readonly approvers: readonly string[];
    } | null;
  };
}

/** Total of the lines of a batch for one corridor and leg. */
export interface RequestedTotal {
  /** The corridor through which the money is sent. */
  readonly corridorId: string;
  /** The side of the payouts that the amounts refer to: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** The currency of the amounts (ISO 4217). */
  readonly currency: string;
  /** Present if you send the money yourself. */
  readonly funding?: 'self';
  /** The number of lines. */
  readonly count: number;
  readonly amount: Total;
}

/** The new role of the member. */
export interface RoleChange {
  /** The role of the person. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
}

/** The public key of the successor. */
export interface RotateApiKey {
  /**
   * A P-256 public key as SubjectPublicKeyInfo in PEM; line ends may be escaped. Never send a private key: rotate one
   * that was pasted by mistake.
   */
  readonly publicKey?: string;
  /** Alternative to `publicKey`: a P-256 point in hexadecimal. The key then authenticates with stamps. */
  readonly custodyPublicKey?: string;
  /**
   * When the predecessor ends: ISO 8601 with a time zone, at most 30 days from now. Defaults to 24 hours from now, and
   * is never later than the expiry of the predecessor.
   */
  readonly deadline?: string;
}

/** An endpoint with its new signing secret. */
export interface RotatedWebhookEndpoint {
  /** The id to use in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Your own reference. Absent if none was given. */
  readonly description?: string;
  /** The event types that the endpoint receives. If empty, all default types. */
  readonly events: readonly (
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired'
    | (string & {}))[];
  /** Whether the endpoint receives events. */
  readonly enabled: boolean;
  /** Why the endpoint is disabled, if nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** The number of failed attempts since the last accepted one. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** When the next held-back events are tried. Present while events of some type are held back because attempts fail. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
  /** The secret that signs the deliveries. Shown once. */
  readonly secret: string;
  /** Until then, the previous secret signs too. */
  readonly previousValidUntil: Instant;
}

/** A transfer on a simulated chain. */
export interface SandboxTransfer {
  /** The transaction hash, made up by the sandbox. */
  readonly hash: string;
  /** The index of the transfer log in its block. */
  readonly logIndex: number;
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** The address that received the tokens. */
  readonly address: string;
  /** Decimal string with the six decimal places of the token. */
  readonly amount: Total;
  /** The number of the block. */
  readonly block: number;
  /** When the block is final. The transfer does not count before that. */
  readonly finalAt: Instant;
}

/** Tokens to send to an address, as a buyer would. */
export interface SendSandboxTransfer {
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The chain on which the token is sent. `USDT` is accepted on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address: string;
  /** Decimal string with at most six decimal places. */
  readonly amount: string;
}

/** References for the simulated payment. */
export interface SimulateCheckoutPayment {
  /** Your reference. Simulating with the same reference again returns the first payment. */
  readonly reference?: string;
  /** Defaults to the one on the link. */
  readonly clientReferenceId?: string;
}

/** A sandbox test card. */
export interface TestCard {
  /** The card number to enter on the sandbox page. */
  readonly number: string;
  /** The card scheme. */
  readonly brand: string;
  /** Why the card is declined. Absent for a card that is charged. */
  readonly declined?: string;
}

/** The example to send. */
export interface TestWebhook {
  /** The event type of the example. */
  readonly type:
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired';
}

/**
 * Your own texts: at most 20 keys of 40 characters (`A-Z a-z 0-9 _ . -`) with values of 200 characters, 2 KiB in total
 * as JSON. A key with an empty value is omitted. The texts are also sent to the payment rail: include no secrets, and
 * nothing about a person that it does not need to know.
 */
export type TextMetadata = Readonly<Record<string, string>>;

/** Decimal string with the decimal places of the currency. */
export type Total = string;

/**
 * An absent field stays unchanged; null removes it. `metadata` is replaced as a whole. `taxRate` and `taxInclusive`
 * are ignored without `items`.
 */
export interface UpdateLink {
  /** Sells this product at its current price. Cannot be combined with `currency` and `items`. */
  readonly productId?: string;
  readonly currency?: Currency;
  /** What is sold: the lines of the price. */
  readonly items?: readonly PriceItem[];
  /** A percentage, as a decimal string with at most four decimal places. */
  readonly taxRate?: string;
  /** Whether the amounts already include the tax. */
  readonly taxInclusive?: boolean;
  readonly successUrl?: string | null;
  readonly cancelUrl?: string | null;
  readonly clientReferenceId?: string | null;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The name shown on the page. If empty, the name of the organization. */
  readonly fromName?: '' | string;
  /** The ways to pay, each kind at most once. `[]` creates a link that cannot be paid. */
  readonly methods?: readonly RequestedMethod[];
  readonly maxPayments?: number | null;
  /**
   * ISO 8601 with a time zone. The page accepts no payments after this time; null: it accepts them until the link is
   * paused.
   */
  readonly expiresAt?: string | null;
}

/** An absent field stays unchanged; null removes it. `metadata` is replaced as a whole. */
export interface UpdateProduct {
  /** What the buyer sees. */
  readonly name?: string;
  readonly description?: string | null;
  /** The price of one unit: a decimal string with at most as many decimal places as the currency has. */
  readonly unitAmount?: Amount;
  readonly taxRate?: string | null;
  /** Whether the amounts already include the tax. */
  readonly taxInclusive?: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** The delivery of one event to one endpoint, and its result. */
export interface WebhookDelivery {
  /** The id to use when replaying the delivery. */
  readonly id: string;
  /** The `id` of its event in the feed, and its `svc-id`. */
  readonly eventId: string;
  /** The `type` of its event. */
  readonly eventType:
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired'
    | (string & {});
  /**
   * `pending`: replayed, but not attempted yet. `failed`: the next attempt is at `nextAttemptAt`. `dead`: there are no
   * more attempts.
   */
  readonly status: 'pending' | 'succeeded' | 'failed' | 'dead';
  /** The number of attempts so far, or since the last replay if there was one. */
  readonly attempt: number;
  /** The HTTP status of the last response. Absent if none was received. */
  readonly responseStatus?: number;
  /** The answer to the last failed attempt, or why there was none. The first 4 KB, or 1 KB of a compressed answer. */
  readonly lastError?: string;
  /** When the next attempt is made. While the endpoint is paused, no attempt is made until it is resumed. */
  readonly nextAttemptAt?: Instant;
  /** When the event was recorded. */
  readonly createdAt: Instant;
  readonly lastAttemptAt: Instant;
}

/** An endpoint that receives events, with its health. */
export interface WebhookEndpoint {
  /** The id to use in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Your own reference. Absent if none was given. */
  readonly description?: string;
  /** The event types that the endpoint receives. If empty, all default types. */
  readonly events: readonly (
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled'
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled'
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed'
    | 'webhook_endpoint.disabled'
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed'
    | 'deposit.completed'
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired'
    | (string & {}))[];
  /** Whether the endpoint receives events. */
  readonly enabled: boolean;
  /** Why the endpoint is disabled, if nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** The number of failed attempts since the last accepted one. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** When the next held-back events are tried. Present while events of some type are held back because attempts fail. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
}

/** An endpoint was disabled. */
export interface WebhookEndpointEvent {
  /** Equals the svc-id header of its deliveries. Use it to detect duplicates. */
  readonly id: string;
  /** Defines a total order. It is the cursor of the feed. */
  readonly sequence: string;
  /** Determines the format of `data`. */
  readonly type: 'webhook_endpoint.disabled';
  readonly createdAt: Instant;
  /** The version of the format of `data`. Check it before you parse `data`. */
  readonly apiVersion: 1;
  /** `true` if real money moves; `false` in the sandbox. */
  readonly livemode: boolean;
  /** Null in `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** In `payout_batch.*`, and in `payout.*` for a payout that a batch created. */
  readonly batchId?: string;
  readonly data: WebhookEndpoint;
}

/** The result of sending the example. */
export interface WebhookTestResult {
  /** The `svc-id` of the delivery. The example is not in the feed. */
  readonly eventId: string;
  /** Whether the answer was a 2xx. */
  readonly accepted: boolean;
  /** The HTTP status of the answer. Absent if there was none. */
  readonly responseStatus?: number;
  /** What the endpoint answered, or why there was no answer. */
  readonly error?: string;
}

export interface AcceptCheckoutPaymentParams {
  /** Id of a checkout payment, or its `externalId`. */
  readonly paymentId: string;
}

export interface AcceptDepositParams {
  /** Id of a deposit. */
  readonly depositId: string;
}

export type AcceptQuoteParams = AcceptQuote;

export type ApproveApprovalParams = {
  /** Id of an approval. */
  readonly approvalId: string;
} & CastVote;

export interface ArchiveProductParams {
  /** Id of a product. */
  readonly productId: string;
}

export type AssignReceiptParams = {
  /** Id of a crypto receipt. */
  readonly receiptId: string;
} & AssignReceipt;

export interface CancelPayoutParams {
  /** Id of a payout. */
  readonly payoutId: string;
}

export interface CancelPayoutBatchParams {
  /** Id of a batch. */
  readonly batchId: string;
}

export interface CancelPayoutLinkParams {
  /** Id of a payout link. */
  readonly payoutLinkId: string;
}

export type ChangeMemberParams = {
  /** `userId` of a member. */
  readonly userId: string;
} & RoleChange;

export type ChangePolicyParams = PolicyChange;

export type ChangePolicyResult = Policy | PendingApproval;

export interface ConfirmPayoutBatchParams {
  /** Id of a batch. */
  readonly batchId: string;
}

export type ConfirmPayoutBatchResult = PayoutBatch | PayoutBatch;

export type ConfirmPayoutFundingParams = {
  /** Id of a payout. */
  readonly payoutId: string;
} & ConfirmFunding;

export type CreateLinkParams = CreateLink;

export type CreatePayoutParams = CreatePayout;

export type CreatePayoutResult = Payout | PendingApproval;

export type CreatePayoutBatchParams = CreatePayoutBatch;

export type CreatePayoutLinkParams = CreatePayoutLink;

export type CreatePayoutLinkResult = MadePayoutLink | PendingApproval;

export type CreateProductParams = CreateProduct;

export type CreateQuoteParams = CreateQuote;

export type CreateRecipientParams = CreateRecipient;

export interface DeleteLinkParams {
  /** Id of a checkout link. */
  readonly linkId: string;
}

export type EnableWebhookEndpointParams = {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
} & EnableWebhookEndpoint;

export interface ExportCheckoutPaymentsParams {
  /** Id of a checkout link. */
  readonly linkId: string;
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** `true` starts the file with a byte order mark, so that Excel recognizes UTF-8. */
  readonly bom?: 'true' | 'false';
}

export type FundSandboxParams = FundSandbox;

export type GetBalanceParams = Record<string, never>;

export interface GetBalanceHistoryParams {
  /** Only rows in this currency (ISO 4217). */
  readonly currency?: Currency;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface GetBalanceHistoryResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly BalanceTransaction[];
}

export interface GetCheckoutPaymentParams {
  /** Id of a checkout payment, or its `externalId`. */
  readonly paymentId: string;
}

export interface GetDepositParams {
  /** Id of a deposit. */
  readonly depositId: string;
}

export type GetHealthParams = Record<string, never>;

export interface GetHealthResult {
  /** Always `ok`. A service that is not healthy answers 503. */
  readonly status: 'ok';
}

export interface GetIdempotencyKeyParams {
  /** The `Idempotency-Key` that was sent. */
  readonly key: string;
}

export interface GetIndicativeRateParams {
  /** The currency that is debited (ISO 4217). */
  readonly from: Currency;
  /** The currency that arrives (ISO 4217). */
  readonly to: Currency;
  /** The amount in `from`. Defaults to 100. Default: "100". */
  readonly amount?: Amount;
}

export interface GetLinkParams {
  /** Id of a checkout link. */
  readonly linkId: string;
}

export type GetOpenApiParams = Record<string, never>;

export interface GetOpenApiResult {
  /** The OpenAPI version. */
  readonly openapi: string;
  readonly [name: string]: unknown;
}

export interface GetOrderParams {
  /** Id of a payout. */
  readonly payoutId: string;
}

export interface GetPayoutBatchParams {
  /** Id of a batch. */
  readonly batchId: string;
}

export interface GetPayoutFundingParams {
  /** Id of a payout. */
  readonly payoutId: string;
}

export interface GetPayoutLinkParams {
  /** Id of a payout link. */
  readonly payoutLinkId: string;
}

export type GetPolicyParams = Record<string, never>;

export interface GetProductParams {
  /** Id of a product. */
  readonly productId: string;
}

export interface GetRecipientParams {
  /** Id of a recipient. */
  readonly recipientId: string;
}

export type InviteMemberParams = NewInvitation;

export type IssueApiKeyParams = IssueApiKey;

export type JoinOrganizationParams = JoinOrganization;

export interface ListApiKeysParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
}

export interface ListApiKeysResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly ApiKey[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListApprovalsParams {
  /** One status. All statuses when absent. */
  readonly status?: 'pending' | 'approved' | 'executed' | 'rejected' | 'expired' | 'failed';
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
}

export interface ListApprovalsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Approval[];
  readonly completeUntil: CompleteUntil;
}

export interface ListAuditEventsParams {
  /** A `nextCursor`, or the `id` of a row. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** One of the actions listed in `AuditEvent`. */
  readonly action?: string;
  /** The resource that was acted on. */
  readonly resourceId?: string;
  /** An `apiKeyPrefix`. */
  readonly apiKey?: string;
  /** A `userId`. */
  readonly actorUserId?: string;
  /** The `x-request-id` of a call. Reads and replays have no row. */
  readonly requestId?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface ListAuditEventsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly AuditEvent[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListBalanceTransactionsParams {
  /** The `nextCursor` of a page, or the `id` of a row. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 100. */
  readonly limit?: number;
  /** Comma-separated: deposit, payout, payout_return, hold, hold_release, adjustment. */
  readonly type?: string;
  /** Only rows of this payout. */
  readonly orderId?: string;
  /** Only rows in this currency (ISO 4217). */
  readonly currency?: Currency;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface ListBalanceTransactionsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly BalanceTransaction[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListCheckoutPaymentsParams {
  /** Id of a checkout link. */
  readonly linkId: string;
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 20. A larger number is treated as 100, and an invalid one as 20. */
  readonly limit?: number | string;
}

export interface ListCheckoutPaymentsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly CheckoutPayment[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListCheckoutScenariosParams = Record<string, never>;

export interface ListCheckoutScenariosResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly CheckoutScenario[];
  /** The cards that the sandbox page accepts. It accepts no others. */
  readonly cards: readonly TestCard[];
}

export interface ListCollectionAccountsParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Comma-separated: pending, active, removed. */
  readonly status?: string;
}

export interface ListCollectionAccountsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly CollectionAccount[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListCorridorsParams = Record<string, never>;

export interface ListCorridorsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Corridor[];
}

export interface ListDepositsParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Comma-separated: pending, completed. */
  readonly status?: string;
}

export interface ListDepositsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Deposit[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListEventsParams {
  /**
   * The `nextSince` of the previous page; absent or 0 for the start. It is a sequence, not a time: one that the feed
   * has not reached is refused. Default: "0".
   */
  readonly since?: string;
  /** Only events of this payout. */
  readonly payoutId?: string;
  /**
   * Comma-separated: payout.pending, payout.processing, payout.completed, payout.failed, payout.returned,
   * payout.canceled, payout_batch.awaiting_confirmation, payout_batch.completed, payout_batch.canceled,
   * payout_approval.requested, payout_approval.executed, payout_approval.rejected, payout_approval.expired,
   * payout_approval.failed, webhook_endpoint.disabled, checkout_payment.paid, checkout_payment.refunded,
   * checkout_payment.partially_refunded, checkout_payment.refund_failed, checkout_payment.reversed, deposit.completed,
   * payout_link.created, payout_link.claimed, payout_link.canceled, payout_link.expired.
   */
  readonly type?: string;
  /** 1 to 500. Defaults to 100. */
  readonly limit?: number;
}

export interface ListEventsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Event[];
  /** Send it back as `since`, even if there were no new events. */
  readonly nextSince: string;
}

export interface ListLinksParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 20. */
  readonly limit?: number;
  /** Comma-separated: draft, sent, paused, expired. */
  readonly status?: string;
}

export interface ListLinksResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Link[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListMembersParams = Record<string, never>;

export interface ListMembersResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Member[];
  /** Open invitations only. Used, revoked and expired invitations are not listed. */
  readonly invitations: readonly Invitation[];
}

export interface ListOrdersParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /**
   * The `reference` of a payout. Differences in Unicode composition, kinds of space or invisible characters are
   * ignored.
   */
  readonly reference?: string;
  /** Comma-separated: pending, processing, completed, failed, returned, canceled. */
  readonly status?: string;
}

export interface ListOrdersResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Payout[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPaymentReasonsParams {
  /** The currency that the recipient receives. The default catalog when absent. */
  readonly currency?: Currency;
}

export interface ListPaymentReasonsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly PaymentReason[];
}

export interface ListPayoutBatchItemsParams {
  /** Id of a batch. */
  readonly batchId: string;
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Comma-separated: pending, valid, invalid, created, create_failed. */
  readonly status?: string;
}

export interface ListPayoutBatchItemsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly PayoutBatchItem[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutBatchesParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Your name for the batch. Differences in Unicode composition, kinds of space or invisible characters are ignored. */
  readonly externalReferenceId?: string;
  /** Comma-separated: received, validating, awaiting_confirmation, creating, completed, canceled. */
  readonly status?: string;
}

export interface ListPayoutBatchesResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly PayoutBatch[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutLinksParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Your name for the payout. Differences in Unicode composition, kinds of space or invisible characters are ignored. */
  readonly reference?: string;
  /** Comma-separated: open, claimed, canceled, expired. */
  readonly status?: string;
}

export interface ListPayoutLinksResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly PayoutLink[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutScenariosParams {
  /** Only outcomes of this corridor. All when absent. */
  readonly corridorId?: string;
}

export interface ListPayoutScenariosResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly PayoutScenario[];
}

export interface ListProductsParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Comma-separated: active, archived. */
  readonly status?: string;
}

export interface ListProductsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Product[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListReceiptsParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /** Comma-separated: unmatched, assigned. */
  readonly status?: string;
}

export interface ListReceiptsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly CryptoReceipt[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListRecipientsParams {
  /** The `nextCursor` of the previous page, unchanged. */
  readonly cursor?: string;
  /** 1 to 100. Defaults to 50. */
  readonly limit?: number;
  /**
   * Your key for the recipient. Differences in Unicode composition, kinds of space or invisible characters are
   * ignored.
   */
  readonly externalId?: string;
}

export interface ListRecipientsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly Recipient[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListSandboxWebhookDeliveriesParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
}

export type ListSandboxWebhookDeliveriesResult = (readonly WebhookDelivery[]);

export type ListSandboxWebhookEndpointsParams = Record<string, never>;

export interface ListSandboxWebhookEndpointsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly WebhookEndpoint[];
}

export interface ListWebhookDeliveriesParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
}

export type ListWebhookDeliveriesResult = (readonly WebhookDelivery[]);

export type ListWebhookEndpointsParams = Record<string, never>;

export interface ListWebhookEndpointsResult {
  /** In the order stated by the operation. Empty if there are none. */
  readonly data: readonly WebhookEndpoint[];
}

export interface PauseLinkParams {
  /** Id of a checkout link. */
  readonly linkId: string;
}

export interface PublishLinkParams {
  /** Id of a checkout link. */
  readonly linkId: string;
}

export interface QuotePayoutFundingParams {
  /** Id of a payout. */
  readonly payoutId: string;
}

export type RefundCheckoutPaymentParams = {
  /** Id of a checkout payment, or its `externalId`. */
  readonly paymentId: string;
} & RefundPayment;

export type RegisterCollectionAccountParams = RegisterCollectionAccount;

export type RegisterCollectionAccountResult = CollectionAccount | CollectionAccount;

export type RegisterSandboxWebhookEndpointParams = NewWebhookEndpoint;

export type RegisterWebhookEndpointParams = NewWebhookEndpoint;

export type RejectApprovalParams = {
  /** Id of an approval. */
  readonly approvalId: string;
} & CastVote;

export interface RemoveCollectionAccountParams {
  /** Id of a collection account. */
  readonly accountId: string;
}

export interface RemoveMemberParams {
  /** `userId` of a member. */
  readonly userId: string;
  /**
   * What happens to the keys that the member issued or rotated, and to their successors: `revoke` ends them at once,
   * together with the approvals they requested; `keep` leaves them unchanged.
   */
  readonly keys?: 'revoke' | 'keep';
  /**
   * With `keep`, open payout links created by the member and by the revoked keys stay open: they can still be claimed,
   * canceled one by one, or expire. Without it, they are canceled.
   */
  readonly links?: 'keep';
}

export interface RemoveWebhookEndpointParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
}

export interface RenewPayoutLinkTokenParams {
  /** Id of a payout link. */
  readonly payoutLinkId: string;
}

export type ReplayWebhookDeliveriesParams = {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
} & ReplayWebhookDeliveries;

export interface ReplayWebhookDeliveryParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
  /** Id of a webhook delivery. */
  readonly deliveryId: string;
}

export interface RetireRecipientParams {
  /** Id of a recipient. */
  readonly recipientId: string;
}

export interface RevokeApiKeyParams {
  /** Id of an API key: `akid_…`. */
  readonly id: string;
  /**
   * With `keep`, open payout links created by these keys stay open: they can still be claimed, canceled one by one, or
   * expire. Without it, they are canceled.
   */
  readonly links?: 'keep';
}

export interface RevokeInvitationParams {
  /** Id of an invitation. */
  readonly invitationId: string;
}

export type RotateApiKeyParams = {
  /** Id of an API key: `akid_…`. */
  readonly id: string;
} & RotateApiKey;

export interface RotateWebhookSecretParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
}

export type SendSandboxTransferParams = SendSandboxTransfer;

export type SendTestWebhookParams = {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
} & TestWebhook;

export type SimulateCheckoutPaymentParams = {
  /** Id of a checkout link. */
  readonly linkId: string;
} & SimulateCheckoutPayment;

export type UpdateLinkParams = {
  /** Id of a checkout link. */
  readonly linkId: string;
} & UpdateLink;

export type UpdateProductParams = {
  /** Id of a product. */
  readonly productId: string;
} & UpdateProduct;

/** Every operation of the service, with one method each. The organization's id is filled in. */
export abstract class Operations {
  protected abstract request<Result>(
    operation: Operation,
    params: object,
    options: GuardedWriteOptions | undefined,
  ): Promise<Result>;

  /**
   * Accept a partial amount for a payment
   *
   * A bank payment that received less than its amount (`receivedBase`) stays `pending` until the rest arrives or you
   * accept it. Accepting it makes it `paid` and emits `checkout_payment.paid`. Money that arrives afterwards becomes a
   * separate `late` payment. Accepting a payment that is already `paid` changes nothing; accepting one that received
   * nothing is a `BAD_REQUEST`.
   *
   * Dashboard session only: roles owner, admin.
   */
  acceptCheckoutPayment(params: AcceptCheckoutPaymentParams, options?: WriteOptions): Promise<CheckoutPayment> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/payments/{paymentId}/accept', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Accept a held deposit
   *
   * A bank transfer below the expected amount is held until it is accepted. Accepting it adds it to the balance and
   * emits `deposit.completed`. The same applies to a transfer that was sent to a payout but did not fund it. Owners
   * and admins can accept such a transfer once it has reached the treasury; before that, and while its token is not
   * accepted, the answer is `CONFLICT`. Accepting a completed deposit changes nothing.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: CONFLICT.
   */
  acceptDeposit(params: AcceptDepositParams, options?: WriteOptions): Promise<Deposit> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/deposits/{depositId}/accept', answers: 'depositId' },
      params,
      options,
    );
  }

  /**
   * Accept a quote
   *
   * Sends the money: debits the balance and creates the payout. A payout with `requiresFunding` debits nothing: you
   * send the money yourself, following its funding instructions.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: INSUFFICIENT_BALANCE, CRYPTO_PAYOUTS_DISABLED, WALLET_NOT_PROVISIONED,
   * CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * USE_POST_PAYOUTS, DUPLICATE_REQUEST_DETECTED, PAYOUT_LIMIT_EXCEEDED, PAYOUT_REFUSED.
   */
  acceptQuote(params: AcceptQuoteParams, options?: GuardedWriteOptions): Promise<Payout> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/quotes/accept', hasBody: true, answers: 'payoutId' },
      params,
      options,
    );
  }

  /**
   * Approve an approval
   *
   * A member can vote if the policy named them as an approver when the approval was requested (`electorate`) and still
   * does. The requester cannot vote, nor can anyone who issued or rotated the requesting key or a key it descends
   * from. If one vote is enough, the person who invited any of them, directly or through others, cannot vote either.
   * The vote that completes the quorum triggers execution within seconds. A person’s first vote is final: sending it
   * again, or voting the other way, returns the approval unchanged. A vote with a `contentHash` that differs from the
   * approval’s is refused with `CONFLICT`.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: CONFLICT.
   */
  approveApproval(params: ApproveApprovalParams, options?: WriteOptions): Promise<Approval> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/approvals/{approvalId}/approve', hasBody: true, answers: 'approvalId' },
      params,
      options,
    );
  }

  /**
   * Archive a product
   *
   * No new links can be created from it; existing links continue to work. Archiving it again changes nothing.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  archiveProduct(params: ArchiveProductParams, options?: WriteOptions): Promise<Product> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/products/{productId}/archive', answers: 'productId' },
      params,
      options,
    );
  }

  /**
   * Assign a receipt to a payment
   *
   * Assigns a crypto transfer to a payment in the same token, in whole cents. An amount below what is due leaves the
   * payment `pending`; the amount that completes it makes it `paid`; on a paid payment it becomes a separate `late`
   * payment. A transfer belongs to one payment: assigning it to the same payment again changes nothing, and assigning
   * it to another is a `CONFLICT`. It is also a `CONFLICT` if another organization that registered the same address
   * assigned it first.
   *
   * Dashboard session only: roles owner, admin.
   *
   * Errors besides those of every write: CONFLICT.
   */
  assignReceipt(params: AssignReceiptParams, options?: WriteOptions): Promise<CryptoReceipt> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/receipts/{receiptId}/assign', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Cancel a payout
   *
   * Possible only while the payout is `pending` and awaits your own funds. Emits `payout.canceled`.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: PAYOUT_NOT_CANCELABLE, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  cancelPayout(params: CancelPayoutParams, options?: WriteOptions): Promise<Payout> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/{payoutId}/cancel', answers: 'payoutId' },
      params,
      options,
    );
  }

  /**
   * Cancel a batch
   *
   * Possible until creation starts. Ends the approval that the batch is waiting for. The `externalReferenceId` of the
   * batch stays taken. Emits `payout_batch.canceled`.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, BATCH_NOT_FOUND,
   * PAYOUT_BATCH_NOT_CANCELABLE.
   */
  cancelPayoutBatch(params: CancelPayoutBatchParams, options?: WriteOptions): Promise<PayoutBatch> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/batches/{batchId}/cancel', answers: 'batchId' },
      params,
      options,
    );
  }

  /**
   * Cancel a payout link
   *
   * Nobody can claim the link from now on, and the amount it held is available again. Canceling a link that is already
   * canceled or expired changes nothing. If the link was claimed, the answer is a `CONFLICT` that names the payout.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox only.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, CONFLICT.
   */
  cancelPayoutLink(params: CancelPayoutLinkParams, options?: WriteOptions): Promise<PayoutLink> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payout-links/{payoutLinkId}/cancel', answers: 'payoutLinkId' },
      params,
      options,
    );
  }

  /**
   * Change a member's role
   *
   * Members cannot change their own role. Only an owner can change an owner or make someone an owner. A member whose
   * permissions are reduced loses the requests they started and the invitations they created.
   *
   * Dashboard session only: roles owner, admin.
   */
  changeMember(params: ChangeMemberParams, options?: WriteOptions): Promise<Member> {
    return this.request(
      { method: 'PATCH', path: '/organizations/{orgId}/members/{userId}', hasBody: true, answers: 'userId' },
      params,
      options,
    );
  }

  /**
   * Change the policy
   *
   * Changes the caps and rules named in the body, all at once. A change that loosens one of them (a higher or lifted
   * cap, threshold, daily threshold or velocity cap, a smaller quorum, an additional approver, no approvals) is
   * answered 202 if the organization uses approvals, and waits for votes as a payout does, for at most 24 hours.
   * Without approvals it takes effect at once.
   *
   * Once it has its votes, the change is executed within seconds, unless the same settings were changed in the
   * meantime: it then fails with `CONFLICT`.
   *
   * Caps must be within the platform’s caps (`BAD_REQUEST`); lifting a cap leaves the platform’s cap in force.
   * Approvals require named voters (`approvers`): members who may vote, and more of them than the quorum, because a
   * requester does not vote. Anything else is a `BAD_REQUEST`. Only being named makes a member a voter, and naming one
   * waits for the votes of the current voters. Removing a voter takes effect at once as long as more than the quorum
   * remain. A member who loses a role that can vote is removed from the voters. If too few remain to agree to a change
   * that loosens a rule, the change is refused at once (`BAD_REQUEST`); thresholds can still be lowered.
   *
   * Dashboard session only: roles owner.
   */
  changePolicy(params: ChangePolicyParams, options?: WriteOptions): Promise<ChangePolicyResult> {
    return this.request(
      { method: 'PATCH', path: '/payments/organizations/{orgId}/policy', hasBody: true, answers: 'features|approvalId' },
      params,
      options,
    );
  }

  /**
   * Confirm a batch
   *
   * Creates payouts from the valid items; invalid items stay refused. If the policy has an approval threshold of any
   * kind, the first confirmation requests one approval of the whole batch and answers 202, as does every further
   * confirmation until people have voted. After a rejection the answer is `PAYOUT_BATCH_AWAITING_APPROVAL`; after an
   * approval that expired or failed, confirming requests a new one. If the API key that submitted a batch was revoked,
   * only a member can confirm it.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: PROVIDER_REJECTED, IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED,
   * INSUFFICIENT_SCOPE, MASS_PAYOUTS_DISABLED, BATCH_NOT_FOUND, CONFLICT, PAYOUT_BATCH_NOT_CONFIRMABLE,
   * PAYOUT_BATCH_AWAITING_APPROVAL, CURRENCY_PRECISION_MISMATCH.
   */
  confirmPayoutBatch(params: ConfirmPayoutBatchParams, options?: WriteOptions): Promise<ConfirmPayoutBatchResult> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/batches/{batchId}/confirm', answers: 'batchId' },
      params,
      options,
    );
  }

  /**
   * Confirm the funding of a payout
   *
   * Names the transaction in which you sent the money for a payout with `requiresFunding`. Once the transaction is in
   * a block and transfers enough, `funding.status` is `confirming` and the payout can no longer be canceled. The
   * payout is sent when the transaction is final. The money is also found without a confirmation. Confirming the same
   * transaction again returns the payout unchanged.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: FUNDING_TRANSACTION_INVALID, PAYOUT_NOT_FUNDABLE, LIVE_KEY_ORG_NOT_APPROVED,
   * INSUFFICIENT_SCOPE, CONFLICT, FUNDING_NOT_YET_VERIFIABLE, FUNDING_NOT_VERIFIABLE,
   * FUNDING_TRANSACTION_ALREADY_USED, FUNDING_QUOTE_EXPIRED, FUNDING_NOT_APPLICABLE.
   */
  confirmPayoutFunding(params: ConfirmPayoutFundingParams, options?: WriteOptions): Promise<Payout> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/{payoutId}/funding/confirm', hasBody: true, answers: 'payoutId' },
      params,
      options,
    );
  }

  /**
   * Create a link to a hosted payment page
   *
   * Sells a product, or `items` in a `currency`. The total is fixed on creation: later price changes of the product do
   * not affect the link. The link is a draft until it is published; with `publish: true` it is live when the call
   * returns. Check `status`: a draft that could not be published is kept, and `publishError` gives the reason, such as
   * a deadline in the past (`LINK_EXPIRED`) or card payments that are not set up.
   *
   * If the card processor does not answer, the response is 500 `INTERNAL` and the draft is kept: list your drafts,
   * then publish or delete it. Sending the same request with the same key continues with that draft. It answers
   * `CONFLICT` while the attempt is unresolved (at most 15 minutes) and once the draft has been edited or deleted.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * CONFLICT.
   */
  createLink(params: CreateLinkParams, options?: WriteOptions): Promise<Link> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/links', hasBody: true, answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Create and send a payout
   *
   * Debits the balance and sends the money at the current price. Caps count debits, fees included, per UTC day; one
   * that fails, is returned or is canceled gives its amount back to that day. Velocity caps count payouts in a sliding
   * window and give nothing back. `PAYOUT_LIMIT_EXCEEDED` names the cap.
   *
   * If the policy has an approval threshold, a payout that would debit more, fee included, is answered 202: its amount
   * is held for up to 24 hours while approvers vote. Once approved, it is priced again and sent, if it debits no more
   * than is held and `expectDestination` allows it; `payout_approval.executed` names the payout. A daily threshold
   * works the same way for the day’s total without a vote. With too few voters the answer is `BAD_REQUEST`.
   *
   * With `funding: self` nothing is debited, and the payout waits for your money.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: PROVIDER_REJECTED, INSUFFICIENT_BALANCE, CRYPTO_PAYOUTS_DISABLED,
   * WALLET_NOT_PROVISIONED, CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, IDEMPOTENCY_KEY_REQUIRED, RATE_DRIFT_EXCEEDED,
   * QUOTE_UNVERIFIABLE, QUOTE_NOT_POSITIVE, EXACT_OUTPUT_UNSUPPORTED, INDICATIVE_PRICING_UNAVAILABLE,
   * LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, DESTINATION_ACCOUNT_NOT_FOUND, DUPLICATE_REQUEST_DETECTED,
   * PAYOUT_LIMIT_EXCEEDED, PAYOUT_REFUSED, CURRENCY_PRECISION_MISMATCH.
   */
  createPayout(params: CreatePayoutParams, options?: GuardedWriteOptions): Promise<CreatePayoutResult> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts', hasBody: true, answers: 'payoutId|approvalId' },
      params,
      options,
    );
  }

  /**
   * Submit payouts as a batch
   *
   * Stores up to 1,000 payouts and answers at once; nothing is validated, priced or debited yet. A malformed item
   * refuses the whole batch (`items[n]…`) and nothing is stored. Each item is then validated; an item that would be
   * refused at any price becomes `invalid`. Items that repeat another item (`10` and `10.00` are the same amount) or
   * its `reference` are `invalid` unless `X-Allow-Duplicate: true` is sent. With `autoCommit`, no invalid item and no
   * approval threshold, the valid items become payouts. Otherwise the batch waits in `awaiting_confirmation`.
   *
   * The body can have up to 2,621,440 bytes. Send UTF-8: an escape such as `\u00e4` takes six bytes.
   *
   * Items are created in order, each at the price of that moment. A refused item becomes `create_failed` with its
   * `errors` and does not stop the others. `payout_batch.completed` means that every item is resolved, not that money
   * has settled.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * MASS_PAYOUTS_DISABLED, DUPLICATE_REQUEST_DETECTED, PAYOUT_BATCH_DUPLICATE_REFERENCE.
   */
  createPayoutBatch(params: CreatePayoutBatchParams, options?: GuardedWriteOptions): Promise<PayoutBatch> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/batches', hasBody: true, answers: 'batchId' },
      params,
      options,
    );
  }

  /**
   * Create a payout link
   *
   * For a payee whose account details you do not have. Send them the `url`: on its page they enter their account, see
   * the price and claim the amount, once. The payout then proceeds like any other and names the link in
   * `payoutLinkId`. The `url` is only in this answer and its replays. Anyone who has it can claim the link.
   *
   * The most that the payout can debit is held until the link is claimed, canceled or expires. With `amountLeg:
   * source` that is the amount itself. With `destination` it is the current price in the most expensive of
   * `countries`, plus 5 percent.
   *
   * Caps are checked now and counted at the claim. Above an approval threshold the answer is 202, and `payeeName` and
   * `payeeEmail` are required: once the votes are in, the link is created, and its address is emailed only to the
   * payee. An organization can have at most 10,000 open links.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox only.
   *
   * Errors besides those of every write: INSUFFICIENT_BALANCE, IDEMPOTENCY_KEY_REQUIRED, QUOTE_NOT_POSITIVE,
   * EXACT_OUTPUT_UNSUPPORTED, INDICATIVE_PRICING_UNAVAILABLE, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * DUPLICATE_REQUEST_DETECTED, PAYOUT_LIMIT_EXCEEDED, PAYOUT_REFUSED, PAYOUT_LINKS_UNAVAILABLE,
   * CURRENCY_PRECISION_MISMATCH.
   */
  createPayoutLink(params: CreatePayoutLinkParams, options?: GuardedWriteOptions): Promise<CreatePayoutLinkResult> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payout-links', hasBody: true, answers: 'payoutLinkId|approvalId' },
      params,
      options,
    );
  }

  /**
   * Create a product
   *
   * Something that links sell at a price. A link copies what it needs, so later changes of the product do not affect
   * it.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  createProduct(params: CreateProductParams, options?: WriteOptions): Promise<Product> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/products', hasBody: true, answers: 'productId' },
      params,
      options,
    );
  }

  /**
   * Quote a payout
   *
   * Locks a price for a payout to an account. No money moves, and no cap is used up: the payout itself is checked
   * against the caps. If an approval threshold (per payout or per day) or a velocity cap is set, at any amount, the
   * answer is `USE_POST_PAYOUTS`.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: PROVIDER_REJECTED, CRYPTO_PAYOUTS_DISABLED, WALLET_NOT_PROVISIONED,
   * CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, QUOTE_NOT_POSITIVE, EXACT_OUTPUT_UNSUPPORTED,
   * INDICATIVE_PRICING_UNAVAILABLE, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, USE_POST_PAYOUTS,
   * DESTINATION_ACCOUNT_NOT_FOUND, PAYOUT_LIMIT_EXCEEDED, PAYOUT_REFUSED, CURRENCY_PRECISION_MISMATCH.
   */
  createQuote(params: CreateQuoteParams, options?: WriteOptions): Promise<Quote> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/quotes/offramp', hasBody: true, answers: 'snapshotId' },
      params,
      options,
    );
  }

  /**
   * Create a recipient
   *
   * Registers a payee. If the `externalId` is already registered and every field in the request matches, the answer is
   * the existing recipient. Otherwise `BENEFICIARY_EXTERNAL_ID_CONFLICT` names the fields that differ, and nothing
   * changes. Wallets are paid by a contract transfer, which some exchanges do not credit.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: CRYPTO_PAYOUTS_DISABLED, WALLET_NOT_PROVISIONED,
   * CRYPTO_PAYOUTS_UNAVAILABLE_IN_SANDBOX, IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * CONFLICT, BENEFICIARY_EXTERNAL_ID_CONFLICT, BANK_ACCOUNT_ALREADY_LINKED, PAYOUT_REFUSED,
   * PAYOUT_ACCOUNT_PROVIDER_UNAVAILABLE.
   */
  createRecipient(params: CreateRecipientParams, options?: WriteOptions): Promise<Recipient> {
    return this.request(
      { method: 'POST', path: '/recipients/{orgId}', hasBody: true, answers: 'recipientId' },
      params,
      options,
    );
  }

  /**
   * Delete a draft
   *
   * Only drafts can be deleted; anything else is `BAD_REQUEST`. `CONFLICT` while the draft is being published.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, CONFLICT.
   */
  deleteLink(params: DeleteLinkParams, options?: WriteOptions): Promise<Link> {
    return this.request(
      { method: 'DELETE', path: '/checkout/organizations/{orgId}/links/{linkId}', answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Pause or resume a webhook endpoint
   *
   * While paused, the endpoint receives nothing, and events are still recorded. Resuming resets its health, sends the
   * events recorded in the meantime and continues pending retries. Its secret does not change. Setting the current
   * state again changes nothing.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  enableWebhookEndpoint(params: EnableWebhookEndpointParams, options?: WriteOptions): Promise<WebhookEndpoint> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/enabled', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Export the payments on a link as CSV
   *
   * In the order of the list, at most 5,000 rows. If there are more, use the value of the `x-next-cursor` header to
   * request them. Amounts are decimal strings. Text that a spreadsheet would evaluate as a formula is prefixed with an
   * apostrophe. Metadata is omitted.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  exportCheckoutPayments(params: ExportCheckoutPaymentsParams, options?: CallOptions): Promise<CsvPage> {
    return this.request(
      { method: 'GET', path: '/checkout/organizations/{orgId}/links/{linkId}/payments.csv', answers: 'csv' },
      params,
      options,
    );
  }

  /**
   * Top up the sandbox balance
   *
   * Emits `deposit.completed`.
   *
   * Scope of the key: `write`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every write: LIVE_MODE_UNSUPPORTED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  fundSandbox(params: FundSandboxParams, options?: WriteOptions): Promise<Deposit> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/sandbox/fund', hasBody: true, answers: 'depositId' },
      params,
      options,
    );
  }

  /**
   * Read the balance
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getBalance(params: GetBalanceParams = {}, options?: CallOptions): Promise<Balance> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/balance', answers: 'currency' },
      params,
      options,
    );
  }

  /**
   * Replay the balance
   *
   * The rows of the balance transactions, oldest first, in a single answer. Above 5,000 payouts or 15,000 rows the
   * answer is `HISTORY_TOO_LARGE`: request a shorter period, or page through the balance transactions.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: HISTORY_TOO_LARGE.
   */
  getBalanceHistory(params: GetBalanceHistoryParams = {}, options?: CallOptions): Promise<GetBalanceHistoryResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/balance/history', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * Read a payment
   *
   * By its `id`, or by the acquirer's `externalId`.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getCheckoutPayment(params: GetCheckoutPaymentParams, options?: CallOptions): Promise<CheckoutPayment> {
    return this.request(
      { method: 'GET', path: '/checkout/organizations/{orgId}/payments/{paymentId}', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Read a deposit
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getDeposit(params: GetDepositParams, options?: CallOptions): Promise<Deposit> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/deposits/{depositId}', answers: 'depositId' },
      params,
      options,
    );
  }

  /**
   * Check the health of the service
   *
   * Reads the table once. The answer is cached for five seconds, so there is no point in asking more often.
   */
  getHealth(params: GetHealthParams = {}, options?: CallOptions): Promise<GetHealthResult> {
    return this.request(
      { method: 'GET', path: '/health', answers: 'status' },
      params,
      options,
    );
  }

  /**
   * Look up an idempotency key
   *
   * For callers that lost the answer to a request. The answer itself is not shown: to get it, send the same request
   * with the same key. `NOT_FOUND` means that nothing was done under the key: either it was never used, or its request
   * was refused, which frees the key.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getIdempotencyKey(params: GetIdempotencyKeyParams, options?: CallOptions): Promise<IdempotencyRecord> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/idempotency-keys', answers: 'key' },
      params,
      options,
    );
  }

  /**
   * Get an indicative rate
   *
   * A price without a recipient. It is not locked: create a quote for that. An amount that no quote would accept is
   * refused.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: QUOTE_NOT_POSITIVE, INDICATIVE_PRICING_UNAVAILABLE,
   * CURRENCY_PRECISION_MISMATCH.
   */
  getIndicativeRate(params: GetIndicativeRateParams, options?: CallOptions): Promise<IndicativeRate> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/rates', answers: 'sourceAmount' },
      params,
      options,
    );
  }

  /**
   * Read a link
   *
   * A published link whose `expiresAt` has passed is shown as `expired`.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getLink(params: GetLinkParams, options?: CallOptions): Promise<Link> {
    return this.request(
      { method: 'GET', path: '/checkout/organizations/{orgId}/links/{linkId}', answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Get this API as an OpenAPI 3.1 document
   *
   * Changes only with a release; cached for five minutes.
   */
  getOpenApi(params: GetOpenApiParams = {}, options?: CallOptions): Promise<GetOpenApiResult> {
    return this.request(
      { method: 'GET', path: '/openapi.json', answers: 'openapi' },
      params,
      options,
    );
  }

  /**
   * Read a payout record
   *
   * The payout record for reconciliation.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getOrder(params: GetOrderParams, options?: CallOptions): Promise<Payout> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/orders/{payoutId}', answers: 'payoutId' },
      params,
      options,
    );
  }

  /**
   * Read a batch
   *
   * The status of the batch, the number of items in each status, and the totals.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: BATCH_NOT_FOUND.
   */
  getPayoutBatch(params: GetPayoutBatchParams, options?: CallOptions): Promise<PayoutBatch> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/payouts/batches/{batchId}', answers: 'batchId' },
      params,
      options,
    );
  }

  /**
   * Get funding instructions
   *
   * Where to send the money for a payout that you fund yourself: one with `requiresFunding`, while it is `pending`.
   * `CONFLICT` while its token is not accepted; do not send anything then.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: CONFLICT, FUNDING_NOT_APPLICABLE.
   */
  getPayoutFunding(params: GetPayoutFundingParams, options?: CallOptions): Promise<FundingInstructions> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/payouts/{payoutId}/funding', answers: 'payoutId' },
      params,
      options,
    );
  }

  /**
   * Read a payout link
   *
   * The address of the page is not included; it is shown only once.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getPayoutLink(params: GetPayoutLinkParams, options?: CallOptions): Promise<PayoutLink> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/payout-links/{payoutLinkId}', answers: 'payoutLinkId' },
      params,
      options,
    );
  }

  /**
   * Read the policy
   *
   * Features, caps and approval rules of the organization. A cap that is null is not in force.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getPolicy(params: GetPolicyParams = {}, options?: CallOptions): Promise<Policy> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/policy', answers: 'features' },
      params,
      options,
    );
  }

  /**
   * Read a product
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getProduct(params: GetProductParams, options?: CallOptions): Promise<Product> {
    return this.request(
      { method: 'GET', path: '/checkout/organizations/{orgId}/products/{productId}', answers: 'productId' },
      params,
      options,
    );
  }

  /**
   * Read a recipient
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  getRecipient(params: GetRecipientParams, options?: CallOptions): Promise<Recipient> {
    return this.request(
      { method: 'GET', path: '/recipients/{orgId}/{recipientId}', answers: 'recipientId' },
      params,
      options,
    );
  }

  /**
   * Invite a person
   *
   * Returns a `token` that lets one person join as a member within 7 days. The token is shown once and is emailed to
   * the address. Only an owner can invite an owner. An address can have one open invitation, and none if a member
   * already uses it; a member can have ten open invitations. An invitation ends when the person who created it changes
   * role or leaves. Within 24 hours, at most 3 are emailed to one address and 50 in total (`RATE_LIMITED`).
   *
   * Dashboard session only: roles owner, admin.
   */
  inviteMember(params: InviteMemberParams, options?: WriteOptions): Promise<IssuedInvitation> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/members', hasBody: true, answers: 'invitationId' },
      params,
      options,
    );
  }

  /**
   * Issue an API key
   *
   * Registers the public half of a P-256 key pair. Create the pair on your side and keep the private half there. An
   * organization can have at most 100 usable keys. Only owners and admins can issue keys or grant the `refunds` scope.
   *
   * Dashboard session only: roles owner, admin.
   */
  issueApiKey(params: IssueApiKeyParams, options?: WriteOptions): Promise<ApiKey> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/api-keys', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Accept an invitation
   *
   * Uses up the invitation. A token that is wrong, used, revoked or expired is `FORBIDDEN`, as is an organization that
   * does not exist. White space around the token is ignored.
   *
   * Dashboard session only: anybody signed in.
   */
  joinOrganization(params: JoinOrganizationParams, options?: WriteOptions): Promise<Member> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/members/join', hasBody: true, answers: 'userId' },
      params,
      options,
    );
  }

  /**
   * List API keys
   *
   * Newest first, including revoked and expired keys.
   *
   * Dashboard session only: roles owner, admin, operator, viewer.
   */
  listApiKeys(params: ListApiKeysParams = {}, options?: CallOptions): List<ListApiKeysResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/organizations/{orgId}/api-keys', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List approvals
   *
   * Newest first, without a cursor. Use `status` to find the ones that are waiting.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listApprovals(params: ListApprovalsParams = {}, options?: CallOptions): Promise<ListApprovalsResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/payouts/approvals', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List audit events
   *
   * One row per mutation, newest first; kept five years. Continue while there is a `nextCursor`. To miss none, process
   * rows before `completeUntil` and start there next time.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listAuditEvents(params: ListAuditEventsParams = {}, options?: CallOptions): List<ListAuditEventsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/audit-events', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List balance transactions
   *
   * The ledger, newest first: one append-only row for each change of the spendable balance.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listBalanceTransactions(params: ListBalanceTransactionsParams = {}, options?: CallOptions): List<ListBalanceTransactionsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/balance_transactions', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List the payments on a link
   *
   * Newest first by `createdAt`. Strongly consistent, so it can be used to confirm a payment; never confirm a payment
   * from the redirect of the page alone. A payment keeps its position: one that was recorded as `pending` stays where
   * it is when it is paid. Read such changes from the `checkout_payment.*` events.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listCheckoutPayments(params: ListCheckoutPaymentsParams, options?: CallOptions): List<ListCheckoutPaymentsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/checkout/organizations/{orgId}/links/{linkId}/payments', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List checkout sandbox outcomes
   *
   * The outcomes selected by the last two digits of a total or of a refund amount, and the test cards.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every read: LIVE_MODE_UNSUPPORTED.
   */
  listCheckoutScenarios(params: ListCheckoutScenariosParams = {}, options?: CallOptions): Promise<ListCheckoutScenariosResult> {
    return this.request(
      { method: 'GET', path: '/checkout/organizations/{orgId}/sandbox/scenarios', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List collection accounts
   *
   * Newest first, including removed accounts.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listCollectionAccounts(params: ListCollectionAccountsParams = {}, options?: CallOptions): List<ListCollectionAccountsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/checkout/organizations/{orgId}/accounts', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List corridors
   *
   * The countries and currencies you can send money to, with the allowed amounts and the fields that a recipient needs
   * there.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listCorridors(params: ListCorridorsParams = {}, options?: CallOptions): Promise<ListCorridorsResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/corridors', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List deposits
   *
   * Newest first. A bank transfer below the expected amount is `pending` until it is accepted in the dashboard.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listDeposits(params: ListDepositsParams = {}, options?: CallOptions): List<ListDepositsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/deposits', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * Read the event feed
   *
   * Every change of state, in order, oldest first. Poll with the last `nextSince` and deduplicate by `id`.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listEvents(params: ListEventsParams = {}, options?: CallOptions): List<ListEventsResult> {
    return new List((since) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/events', answers: 'data nextSince' },
        since === undefined ? params : { ...params, since },
        options,
      ),
    );
  }

  /**
   * List links
   *
   * Newest first, filtered by current `status`: a published link whose `expiresAt` has passed is `expired`.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listLinks(params: ListLinksParams = {}, options?: CallOptions): List<ListLinksResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/checkout/organizations/{orgId}/links', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List members and open invitations
   *
   * The complete list, longest membership first. An organization has at most 200 members and 50 open invitations.
   *
   * Dashboard session only: roles owner, admin, operator, viewer.
   */
  listMembers(params: ListMembersParams = {}, options?: CallOptions): Promise<ListMembersResult> {
    return this.request(
      { method: 'GET', path: '/organizations/{orgId}/members', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List payouts
   *
   * Newest first. With `reference`, only the payouts that carry it. Strongly consistent: a payout that is not listed
   * did not happen. Ordered by the time each payout was requested, or by the time it was created if that was more than
   * a minute later, as for a batch that waited for confirmation.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: ORDERS_TEMPORARILY_UNAVAILABLE.
   */
  listOrders(params: ListOrdersParams = {}, options?: CallOptions): List<ListOrdersResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/orders', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List payment reasons
   *
   * The allowed values of `purposeOfPayment`. The ids differ by network: send back exactly one of the ids of your
   * currency.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listPaymentReasons(params: ListPaymentReasonsParams = {}, options?: CallOptions): Promise<ListPaymentReasonsResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/payment-reasons', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List the items of a batch
   *
   * In the order of submission. Items that had not been validated when the batch was canceled are kept for 30 days;
   * all others are kept permanently.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: BATCH_NOT_FOUND.
   */
  listPayoutBatchItems(params: ListPayoutBatchItemsParams, options?: CallOptions): List<ListPayoutBatchItemsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/payouts/batches/{batchId}/items', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List batches
   *
   * Newest first. With `externalReferenceId`, only the batch that has it. Strongly consistent: a batch that is not
   * listed was not submitted.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listPayoutBatches(params: ListPayoutBatchesParams = {}, options?: CallOptions): List<ListPayoutBatchesResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/payouts/batches', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List payout links
   *
   * Newest first. With `reference`, only the links that have it. Strongly consistent: a link that is not listed was
   * not created, or is waiting for votes.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listPayoutLinks(params: ListPayoutLinksParams = {}, options?: CallOptions): List<ListPayoutLinksResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/payments/organizations/{orgId}/payout-links', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List payout sandbox outcomes
   *
   * For each corridor and outcome, a complete valid account whose payouts end that way. The page of a payout link
   * accepts these accounts, too.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every read: LIVE_MODE_UNSUPPORTED.
   */
  listPayoutScenarios(params: ListPayoutScenariosParams = {}, options?: CallOptions): Promise<ListPayoutScenariosResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/sandbox/scenarios', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List products
   *
   * Newest first.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listProducts(params: ListProductsParams = {}, options?: CallOptions): List<ListProductsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/checkout/organizations/{orgId}/products', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List crypto receipts
   *
   * Transfers to the organization's addresses that do not match the exact amount of a payment attempt, or belong to no
   * attempt. Newest first, by block time, or by the time of recording if that was more than a minute later. They do
   * not count toward any payment until a member assigns them to one. Addresses are read while attempts are open and
   * for a week after the last attempt.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listReceipts(params: ListReceiptsParams = {}, options?: CallOptions): List<ListReceiptsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/checkout/organizations/{orgId}/receipts', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List recipients
   *
   * Newest first, including retired recipients. With `externalId`, only the recipient that has it.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   */
  listRecipients(params: ListRecipientsParams = {}, options?: CallOptions): List<ListRecipientsResult> {
    return new List((cursor) =>
      this.request(
        { method: 'GET', path: '/recipients/{orgId}', answers: 'data' },
        cursor === undefined ? params : { ...params, cursor },
        options,
      ),
    );
  }

  /**
   * List webhook deliveries with a test key
   *
   * The 50 most recently attempted deliveries, newest first, without payloads. Find the payload in the event feed by
   * `eventId`.
   *
   * Scope of the key: `read`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every read: LIVE_MODE_UNSUPPORTED, DEVELOPER_FEATURE_DISABLED.
   */
  listSandboxWebhookDeliveries(params: ListSandboxWebhookDeliveriesParams, options?: CallOptions): Promise<ListSandboxWebhookDeliveriesResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints/{endpointId}/deliveries', answers: 'flat' },
      params,
      options,
    );
  }

  /**
   * List webhook endpoints with a test key
   *
   * All endpoints with their health, newest first, on one page, regardless of who registered them. Secrets are never
   * included.
   *
   * Scope of the key: `read`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every read: LIVE_MODE_UNSUPPORTED, DEVELOPER_FEATURE_DISABLED.
   */
  listSandboxWebhookEndpoints(params: ListSandboxWebhookEndpointsParams = {}, options?: CallOptions): Promise<ListSandboxWebhookEndpointsResult> {
    return this.request(
      { method: 'GET', path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * List webhook deliveries
   *
   * The 50 most recently attempted deliveries, newest first, without payloads. Find the payload in the event feed by
   * `eventId`. Viewers do not see what the endpoint answered.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: DEVELOPER_FEATURE_DISABLED.
   */
  listWebhookDeliveries(params: ListWebhookDeliveriesParams, options?: CallOptions): Promise<ListWebhookDeliveriesResult> {
    return this.request(
      { method: 'GET', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries', answers: 'flat' },
      params,
      options,
    );
  }

  /**
   * List webhook endpoints
   *
   * All endpoints with their health, newest first, on one page. Secrets are never included. Viewers do not see what
   * the endpoint answered.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin, operator, viewer.
   *
   * Errors besides those of every read: DEVELOPER_FEATURE_DISABLED.
   */
  listWebhookEndpoints(params: ListWebhookEndpointsParams = {}, options?: CallOptions): Promise<ListWebhookEndpointsResult> {
    return this.request(
      { method: 'GET', path: '/organizations/{orgId}/webhook-endpoints', answers: 'data' },
      params,
      options,
    );
  }

  /**
   * Pause a link
   *
   * Permanent: the page accepts no further payments, and the link cannot be published again. Pausing a paused link
   * changes nothing; a draft or an expired link is `BAD_REQUEST`. Money that a buyer has already sent is still
   * recorded.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  pauseLink(params: PauseLinkParams, options?: WriteOptions): Promise<Link> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/links/{linkId}/pause', answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Publish a link
   *
   * Makes a draft live, so that buyers can open `shareUrl`. Publishing a live link changes nothing; a paused or
   * expired link is `BAD_REQUEST`. If the link offers cards, the card processor sets up its payment page first.
   *
   * If the card processor does not answer, the response is 500 `INTERNAL`. The card page may then exist, and
   * publishing, changing and deleting answer `CONFLICT` until the outcome is known, for at most 15 minutes. The link
   * stays a draft in the meantime; publish it again afterwards. `CONFLICT` is also the answer for a draft that was
   * repriced after its card page was set up: delete it and create a new one. 503 `INTERNAL` means that card payments
   * are not set up in this environment, or that the card processor refused; the link is unchanged and can still be
   * published.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LINK_EXPIRED, LIVE_KEY_ORG_NOT_APPROVED,
   * INSUFFICIENT_SCOPE, CONFLICT.
   */
  publishLink(params: PublishLinkParams, options?: WriteOptions): Promise<Link> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/links/{linkId}/publish', answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Quote the funding of a payout
   *
   * Locks a new price for ten minutes, for a payout with `requiresFunding` whose money has not arrived yet. During
   * that time `getPayoutFunding` shows its amount, and money that is in a block by then is paid out at its price. The
   * quote never exceeds the amount that the payout was created for, and a new quote replaces the previous one. No
   * money moves.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: PROVIDER_REJECTED, RATE_DRIFT_EXCEEDED, QUOTE_NOT_POSITIVE,
   * PAYOUT_NOT_FUNDABLE, CONFLICT, FUNDING_NOT_APPLICABLE, CURRENCY_PRECISION_MISMATCH.
   */
  quotePayoutFunding(params: QuotePayoutFundingParams, options?: WriteOptions): Promise<FundingQuote> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/{payoutId}/funding/quote', answers: 'fundingQuoteId' },
      params,
      options,
    );
  }

  /**
   * Refund a payment
   *
   * Refunds a card payment, in part or in full; `paymentId` is its `id` or its `externalId`. You can make several
   * refunds, one at a time. A refund that the acquirer accepted but has not completed is `pending` in `refunds` and
   * reserves its amount. When it succeeds, `refundedBase` increases and an event is sent. If it fails later,
   * `checkout_payment.refund_failed` reports it. Fees are not returned.
   *
   * If the acquirer has not confirmed whether it made the refund (`PAYOUT_OUTCOME_UNKNOWN`, `REFUND_OUTCOME_UNKNOWN`),
   * the service keeps asking until it does. Read the payment, and never resend the refund with a new key.
   *
   * Scope of the key: `refunds`.
   *
   * Or a dashboard session: roles owner, admin.
   *
   * Errors besides those of every write: PROVIDER_REJECTED, IDEMPOTENCY_KEY_REQUIRED, REFUND_NOT_ALLOWED,
   * REFUND_DISPUTED, REFUND_EXCEEDS_REMAINING, INSUFFICIENT_SCOPE, CONFLICT, DUPLICATE_REQUEST_DETECTED,
   * REFUND_IN_PROGRESS, REFUND_OUTCOME_UNKNOWN.
   */
  refundCheckoutPayment(params: RefundCheckoutPaymentParams, options?: GuardedWriteOptions): Promise<CheckoutPayment> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/payments/{paymentId}/refund', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Register a collection account
   *
   * Registers a bank account or crypto address that receives payments on links. If the organization uses approvals,
   * the answer is 202 and the account is `pending`: it waits for votes for at most 24 hours, as a payout does, and
   * becomes `removed` without them. Voters approve the complete account details. Without approvals the account is
   * `active` at once. Owners and admins are notified by email when it becomes active.
   *
   * An account that is already registered is a `CONFLICT`, which names it. An organization can have at most 50
   * accounts (`BAD_REQUEST`). An account cannot be changed: remove it and register another.
   *
   * Dashboard session only: roles owner, admin.
   *
   * Errors besides those of every write: CONFLICT.
   */
  registerCollectionAccount(params: RegisterCollectionAccountParams, options?: WriteOptions): Promise<RegisterCollectionAccountResult> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/accounts', hasBody: true, answers: 'accountId' },
      params,
      options,
    );
  }

  /**
   * Register a webhook endpoint with a test key
   *
   * Works like registering in a dashboard session. From now on the endpoint receives every event of the sandbox
   * organization of the types it selected, signed with the `secret` in this answer, which is shown once. An
   * organization can have at most 50 endpoints; removing one requires a dashboard session.
   *
   * Scope of the key: `write`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every write: LIVE_MODE_UNSUPPORTED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * DEVELOPER_FEATURE_DISABLED.
   */
  registerSandboxWebhookEndpoint(params: RegisterSandboxWebhookEndpointParams, options?: WriteOptions): Promise<RegisteredWebhookEndpoint> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/sandbox/webhook-endpoints', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Register a webhook endpoint
   *
   * From now on the endpoint receives every event of the types it selected, signed with the `secret` in this answer,
   * which is shown once. An organization can have at most 50 endpoints; the same URL can be registered more than once.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  registerWebhookEndpoint(params: RegisterWebhookEndpointParams, options?: WriteOptions): Promise<RegisteredWebhookEndpoint> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Reject an approval
   *
   * One rejection ends the approval and releases what it holds. Only members who could approve it can reject it. A
   * person’s first vote is final: sending it again, or voting the other way, returns the approval unchanged. A vote
   * with a `contentHash` that differs from the approval’s is refused with `CONFLICT`.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: CONFLICT.
   */
  rejectApproval(params: RejectApprovalParams, options?: WriteOptions): Promise<Approval> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payouts/approvals/{approvalId}/reject', hasBody: true, answers: 'approvalId' },
      params,
      options,
    );
  }

  /**
   * Remove a collection account
   *
   * Takes effect at once and is permanent: no link can use the account from now on. No vote is needed; the approval
   * that a `pending` account is waiting for ends as `failed`. The account stays readable, because payments refer to
   * it. If it was `active`, owners and admins are notified by email.
   *
   * Dashboard session only: roles owner, admin.
   */
  removeCollectionAccount(params: RemoveCollectionAccountParams, options?: WriteOptions): Promise<CollectionAccount> {
    return this.request(
      { method: 'DELETE', path: '/checkout/organizations/{orgId}/accounts/{accountId}', answers: 'accountId' },
      params,
      options,
    );
  }

  /**
   * Remove a member, or leave
   *
   * Ends the member's access and their invitations at once, even for requests in progress. Only an owner can remove an
   * owner, and the last owner cannot be removed. If the member issued or rotated API keys that are still usable,
   * `keys` must say what happens to them: without it the answer is a `CONFLICT` that names them. Open payout links
   * created by the member, or by keys revoked with them, cannot be claimed from now on and are canceled within a
   * minute, unless `links` keeps them.
   *
   * Dashboard session only: roles owner, admin; every member where `userId` is their own.
   *
   * Errors besides those of every write: CONFLICT.
   */
  removeMember(params: RemoveMemberParams, options?: WriteOptions): Promise<Member> {
    return this.request(
      { method: 'DELETE', path: '/organizations/{orgId}/members/{userId}', answers: 'userId' },
      params,
      options,
    );
  }

  /**
   * Remove a webhook endpoint
   *
   * The endpoint receives nothing more, including retries of failed deliveries, and its deliveries can no longer be
   * listed.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  removeWebhookEndpoint(params: RemoveWebhookEndpointParams, options?: WriteOptions): Promise<WebhookEndpoint> {
    return this.request(
      { method: 'DELETE', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Give a payout link a new address
   *
   * Ends the previous address. Possible at most 3 times, while the link is open. In a live organization, if the link
   * has a `payeeEmail`, the new address is emailed there and shown to nobody, with at most three emails to one address
   * per day. Otherwise the answer contains it as `url`. If the payee’s email address was wrong, cancel the link and
   * create another one.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox only.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * CONFLICT, PAYOUT_LINKS_UNAVAILABLE.
   */
  renewPayoutLinkToken(params: RenewPayoutLinkTokenParams, options?: WriteOptions): Promise<RenewedPayoutLink> {
    return this.request(
      { method: 'POST', path: '/payments/organizations/{orgId}/payout-links/{payoutLinkId}/token', answers: 'payoutLinkId' },
      params,
      options,
    );
  }

  /**
   * Replay webhook deliveries
   *
   * Resends events recorded between `from` and `to`, both included. The oldest are sent first, several at a time, so
   * they can arrive in a different order. One call replays at most 1,000 deliveries and examines at most 5,000;
   * `nextFrom` tells you where to continue. A call that ended without an answer may have replayed some deliveries:
   * sending it again replays the rest, and counts only those.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  replayWebhookDeliveries(params: ReplayWebhookDeliveriesParams, options?: WriteOptions): Promise<ReplayedWebhookDeliveries> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries/replay', hasBody: true, answers: 'requeued' },
      params,
      options,
    );
  }

  /**
   * Replay a webhook delivery
   *
   * Sends the same event again, at once and with its own retries, whatever its earlier outcome. On a paused endpoint
   * it waits until the endpoint is resumed.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  replayWebhookDelivery(params: ReplayWebhookDeliveryParams, options?: WriteOptions): Promise<WebhookDelivery> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/deliveries/{deliveryId}/replay', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Retire a recipient
   *
   * Permanent. To correct a mistake, retire the recipient and register it again. Its `externalId` and its account can
   * be reused at once, and it stays readable. Quotes, approvals and batch items for it end with `PAYOUT_REFUSED` and
   * release what they held; payouts that were already created continue. Retiring a retired recipient changes nothing.
   *
   * `CONFLICT` for a blocked recipient. Also `CONFLICT`, until the UTC day is over, if the cap per end user has
   * counted a payout today for the recipient’s `endUserId`, or for the recipient itself if it has none.
   *
   * Scope of the key: `write`.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE, CONFLICT.
   */
  retireRecipient(params: RetireRecipientParams, options?: WriteOptions): Promise<Recipient> {
    return this.request(
      { method: 'DELETE', path: '/recipients/{orgId}/{recipientId}', answers: 'recipientId' },
      params,
      options,
    );
  }

  /**
   * Revoke an API key
   *
   * Ends the key and all its successors immediately, even for requests in progress. Revoking it again returns the same
   * answer. Approvals that these keys requested and that have not been executed become `failed` with `UNAUTHORIZED`,
   * usually at once and always within a minute; none is executed in the meantime. A key that merely expires, for
   * example after a rotation, leaves its approvals open. Payouts already sent continue. Open payout links created by
   * these keys cannot be claimed from now on and are canceled within a minute, unless `links` keeps them. Revoking a
   * key that is already revoked changes nothing, including its links.
   *
   * Dashboard session only: roles owner, admin.
   */
  revokeApiKey(params: RevokeApiKeyParams, options?: WriteOptions): Promise<ApiKey> {
    return this.request(
      { method: 'DELETE', path: '/organizations/{orgId}/api-keys/{id}', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Revoke an open invitation
   *
   * Only an owner can revoke the invitation of an owner.
   *
   * Dashboard session only: roles owner, admin.
   */
  revokeInvitation(params: RevokeInvitationParams, options?: WriteOptions): Promise<Invitation> {
    return this.request(
      { method: 'DELETE', path: '/organizations/{orgId}/members/invitations/{invitationId}', answers: 'invitationId' },
      params,
      options,
    );
  }

  /**
   * Rotate an API key
   *
   * Registers a successor with the same scopes, allowed addresses, issuer and lifetime, and sets a deadline for the
   * key. Owners and admins can rotate any key of their organization. A key can rotate only itself, whatever its
   * scopes; it then keeps its signing scheme, and the owners are notified by email. Whoever rotates a key shares
   * responsibility for its successors with the issuer: neither may vote on what those keys request. A key cannot be
   * rotated once it has ended. Rotation is also refused with `CONFLICT` while the key's successor is usable, or while
   * 5 keys of its lineage are usable. A deadline is never postponed.
   *
   * Scope of the key: `read`.
   *
   * Or a dashboard session: roles owner, admin.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, CONFLICT.
   */
  rotateApiKey(params: RotateApiKeyParams, options?: WriteOptions): Promise<ApiKeyRotation> {
    return this.request(
      { method: 'POST', path: '/api-keys/{id}/rotate', hasBody: true, answers: 'key' },
      params,
      options,
    );
  }

  /**
   * Rotate the secret of a webhook endpoint
   *
   * From now on deliveries are signed with the new secret, which is shown once, and until `previousValidUntil` with
   * the previous one as well. At most three previous secrets sign at a time.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  rotateWebhookSecret(params: RotateWebhookSecretParams, options?: WriteOptions): Promise<RotatedWebhookEndpoint> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/rotate-secret', answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Send tokens on the simulated chain
   *
   * Sends tokens as a buyer, or anyone else, would. The exact amount of an attempt pays it; any other amount becomes a
   * receipt. The simulated chain produces a block every two seconds, which is final ten seconds later. The address
   * must be one of the open collection accounts (`BAD_REQUEST`).
   *
   * Scope of the key: `write`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_MODE_UNSUPPORTED, LIVE_KEY_ORG_NOT_APPROVED,
   * INSUFFICIENT_SCOPE.
   */
  sendSandboxTransfer(params: SendSandboxTransferParams, options?: WriteOptions): Promise<SandboxTransfer> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/sandbox/transfers', hasBody: true, answers: 'hash' },
      params,
      options,
    );
  }

  /**
   * Send an example to a webhook endpoint
   *
   * Sends one signed example of any event type, even if the endpoint is paused or did not select the type, and returns
   * the result within five seconds. The example has `sequence` 0 and is not in the feed; it creates no delivery record
   * and does not affect the health of the endpoint.
   *
   * Dashboard session only: roles owner, admin, operator.
   *
   * Errors besides those of every write: DEVELOPER_FEATURE_DISABLED.
   */
  sendTestWebhook(params: SendTestWebhookParams, options?: WriteOptions): Promise<WebhookTestResult> {
    return this.request(
      { method: 'POST', path: '/organizations/{orgId}/webhook-endpoints/{endpointId}/test', hasBody: true, answers: 'eventId' },
      params,
      options,
    );
  }

  /**
   * Simulate a payment
   *
   * Pays a published sandbox link as a buyer would. The last two digits of the total, in minor units, select the
   * outcome: see `GET /checkout/organizations/{orgId}/sandbox/scenarios`. At most 100 per link.
   *
   * Scope of the key: `write`.
   *
   * Sandbox only: test keys.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_MODE_UNSUPPORTED, LINK_EXPIRED,
   * LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  simulateCheckoutPayment(params: SimulateCheckoutPaymentParams, options?: WriteOptions): Promise<CheckoutPayment> {
    return this.request(
      { method: 'POST', path: '/checkout/organizations/{orgId}/links/{linkId}/payments/simulate', hasBody: true, answers: 'id' },
      params,
      options,
    );
  }

  /**
   * Change a link
   *
   * Drafts can be changed freely. On a published link only the deadline can be changed, with a body that contains only
   * `expiresAt`: a future time or `null`, and only before the current deadline has passed. `metadata` is replaced as a
   * whole; `taxRate` and `taxInclusive` are ignored without `items`. `CONFLICT` while the link is being published. A
   * draft that is repriced after its card page was set up can no longer be published.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: IDEMPOTENCY_KEY_REQUIRED, LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE,
   * CONFLICT.
   */
  updateLink(params: UpdateLinkParams, options?: WriteOptions): Promise<Link> {
    return this.request(
      { method: 'PATCH', path: '/checkout/organizations/{orgId}/links/{linkId}', hasBody: true, answers: 'linkId' },
      params,
      options,
    );
  }

  /**
   * Change a product
   *
   * Existing links are not affected. The currency cannot be changed: to sell in another currency, create another
   * product. An archived product cannot be changed (`BAD_REQUEST`).
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator.
   *
   * Errors besides those of every write: LIVE_KEY_ORG_NOT_APPROVED, INSUFFICIENT_SCOPE.
   */
  updateProduct(params: UpdateProductParams, options?: WriteOptions): Promise<Product> {
    return this.request(
      { method: 'PATCH', path: '/checkout/organizations/{orgId}/products/{productId}', hasBody: true, answers: 'productId' },
      params,
      options,
    );
  }
}
