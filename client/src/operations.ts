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

/** Which quote, and what the payout carries. */
export interface AcceptQuote {
  /** Of the quote. */
  readonly snapshotId: string;
  /** May be left out: a quote pays out. */
  readonly type?: 'OFFRAMP';
  /** On whose behalf it is paid. */
  readonly endUser?: {
    /** Your id of the person; the recipient’s `endUserId` when absent. */
    readonly id: string;
  };
  /** Found again in orders; unique per payment is best. */
  readonly reference?: string;
  /** An id from the payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  /** Another name of `purposeOfPayment`. */
  readonly paymentReason?: string;
}

/** Decimal string, with at most as many places as the currency has. */
export type Amount = string;

/** A registered public key. The private half is never here. */
export interface ApiKey {
  /** Sent in X-Api-Key. */
  readonly id: string;
  /** What audit rows show. */
  readonly prefix: string;
  /** As it was given. */
  readonly name: string;
  /** Of the organization: `live` moves money, `sandbox` does not. */
  readonly mode: 'live' | 'sandbox';
  /** `pem`: signs itself; `custody`: a custody provider stamps. */
  readonly scheme: 'pem' | 'custody';
  /** What it may do: `read` is in all of them. */
  readonly scopes: readonly ('read' | 'write' | 'refunds' | 'crypto_payouts')[];
  /** CIDR ranges that may use the key; empty: any. */
  readonly allowedIps: readonly string[];
  /** The member who answers for the key, and for its successors. */
  readonly issuedBy: string;
  readonly createdAt: Instant;
  readonly expiresAt: Instant;
  readonly revokedAt?: Instant;
  /** `keep`: the open payout links that it made were kept when it was revoked. */
  readonly links?: 'keep' | (string & {});
  /** The key that this one succeeds. */
  readonly rotatedFrom?: string;
}

/** A successor and its predecessor. */
export interface ApiKeyRotation {
  /** The successor. */
  readonly key: ApiKey;
  /** The key that was rotated. It works until its deadline. */
  readonly predecessor: {
    /** Of the key that was rotated. */
    readonly id: string;
    /** Its deadline; never later than its expiry was. */
    readonly expiresAt: Instant;
  };
}

/** What waits for votes, and what became of it. */
export interface Approval {
  /** Names it in paths. */
  readonly approvalId: string;
  /** What is asked for; the field of that name says it. */
  readonly kind:
    | 'payout'
    | 'batch'
    | 'policy'
    | 'collection_account'
    | 'payout_link'
    | 'payout_link_claim';
  /**
   * `approved` has all its votes and is being executed. `failed` could not be executed, or nobody could decide it any
   * more; its hold is released, and it can be asked for again.
   */
  readonly status: 'pending' | 'approved' | 'executed' | 'rejected' | 'expired' | 'failed';
  /** Who asked for it: a key, or a person. */
  readonly initiator: {
    /** Prefix of the key; absent where a person asked. */
    readonly apiKeyPrefix?: string;
    /** The key’s id. Revoking the key ends the approval. */
    readonly apiKeyId?: string;
    /** The member who issued that key, or its first ancestor; may not vote. */
    readonly issuedBy?: string;
    /** The person; absent where a key asked. The approval ends when they are removed. */
    readonly actorUserId?: string;
  };
  /** User ids of who may vote on it, as long as they are voters of the policy. */
  readonly electorate?: readonly string[];
  /** Votes that it takes; the quorum of today’s policy where that is larger. */
  readonly required: number;
  /** Oldest first; one of each person. */
  readonly votes: readonly {
    /** Who voted. */
    readonly actorUserId: string;
    /** One `reject` ends the approval. */
    readonly decision: 'approve' | 'reject';
    /** When the vote was recorded. */
    readonly at: Instant;
  }[];
  /**
   * SHA-256, in hexadecimal, of all that is voted on: organization, `approvalId`, kind, what is approved and what is
   * `held`. It never changes, and no other approval has it. Name it in the vote; nothing else is executed.
   */
  readonly contentHash: string;
  /** What it takes out of the available balance until it ends. */
  readonly held?: Money;
  /** The payout that it became. */
  readonly payoutId?: string;
  /** The payout link that it became. */
  readonly payoutLinkId?: string;
  /** The run that it is about. */
  readonly batchId?: string;
  /**
   * The error `type` that kept it from being executed. `UNAUTHORIZED`: the key that asked was revoked, or the person
   * who asked was removed or lost the permission to ask. `FORBIDDEN`: too few voters were left to agree.
   */
  readonly failureReason?: string;
  /** Without enough votes by then it expires. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** What is approved, where the kind is `payout`. */
  readonly payout?: RequestedPayout;
  /** What is approved, where the kind is `batch`. */
  readonly batch?: RequestedBatch;
  /** What is approved, where the kind is `policy`: what the change names, before and after it. */
  readonly policy?: RequestedPolicyChange;
  /** What is approved, where the kind is `collection_account`. */
  readonly collectionAccount?: RequestedCollectionAccount;
  /** What is approved, where the kind is `payout_link`. */
  readonly payoutLink?: RequestedPayoutLink;
  /** What is approved, where the kind is `payout_link_claim`. */
  readonly payoutLinkClaim?: RequestedPayoutLinkClaim;
}

/** The payment that the money is for. */
export interface AssignReceipt {
  /** The payment, or its `externalId`. */
  readonly paymentId: string;
}

/** One audited mutation, successful or refused. */
export interface AuditEvent {
  /** Also the cursor: a page that begins with it holds strictly older rows. */
  readonly id: string;
  /** What was done, as `<resource>.<verb>`. Later releases add actions. */
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
  /** `refused`: it was answered an error, and nothing changed. */
  readonly outcome: 'succeeded' | 'refused';
  /** What a refused call was answered. */
  readonly errorType?: string;
  /** Id of what was acted on; absent where nothing was made. */
  readonly resourceId?: string;
  /** Of a removal of a member: what happens to the API keys that they issued or rotated. */
  readonly keys?: 'revoke' | 'keep' | (string & {});
  /** `keep`: the call asked to keep the open payout links of the revoked key or the removed member. */
  readonly links?: 'keep' | (string & {});
  /** The key that called; or else `actorUserId` is set. */
  readonly apiKeyPrefix?: string;
  /** The person that acted. */
  readonly actorUserId?: string;
  /** The x-request-id of the call. */
  readonly requestId: string;
  /**
   * When the call came in. Where its row was written more than a minute later, because a processor answered late: when
   * it was written.
   */
  readonly createdAt: Instant;
}

/** The settlement currency first, then every currency that was ever used. */
export interface Balance {
  readonly currency: Currency;
  /** What payouts can spend. */
  readonly available: Total;
  /** What open approvals hold; not in `available`. */
  readonly held: Total;
  /** One of each currency. */
  readonly balances: readonly {
    readonly currency: Currency;
    /** What payouts can spend. */
    readonly available: Total;
    /** What open approvals hold; not in `available`. */
    readonly held: Total;
  }[];
}

/** A change of the spendable balance; a row of the ledger. */
export interface BalanceTransaction {
  /** Also the cursor: a page that begins with it holds strictly older rows. */
  readonly id: string;
  /** What moved the money; a `hold` keeps it until its `hold_release`. */
  readonly type: 'deposit' | 'payout' | 'payout_return' | 'hold' | 'hold_release' | 'adjustment';
  readonly currency: Currency;
  /** Signed change of the available balance, fee included. */
  readonly amount: string;
  readonly fee?: Amount;
  /** Amount less fee; absent when the fee is unknown. */
  readonly net?: string;
  readonly balanceAfter: Total;
  /** Of a payout, its return, hold or release. */
  readonly payoutId?: string;
  /** Of a hold and its release, where it is for an approval. */
  readonly approvalId?: string;
  /** Of a hold and its release, where it is for a payout link. */
  readonly payoutLinkId?: string;
  /** Of an adjustment: why the platform made it. */
  readonly reason?: string;
  readonly createdAt: Instant;
}

/** What is voted on. May be left out. */
export interface CastVote {
  /**
   * What is voted on, as the approval was read. If the approval is bound to something else, the answer is `CONFLICT`
   * and no vote is recorded. Dashboards always name it.
   */
  readonly contentHash?: string;
}

/** One payment on a link. */
export interface CheckoutPayment {
  /** Names the payment in paths. */
  readonly id: string;
  /**
   * The acquirer's id; of a payment by bank its payment reference; by crypto `<hash>-<logIndex>` of the first transfer
   * that came for it. Accepted in place of `id` in paths.
   */
  readonly externalId?: string;
  /** The link that was paid. */
  readonly linkId: string;
  /** A payment that was refunded in part stays `paid`. */
  readonly status: 'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back' | 'reversed';
  /** How it was paid; fields that do not apply are absent. */
  readonly method: {
    /** How it was paid. */
    readonly kind: 'card' | 'bank' | 'crypto';
    /** Of a card: its scheme; absent until known. */
    readonly brand?: string;
    /** Of a card: its last four digits; absent until known. */
    readonly last4?: string;
    /** Of crypto: the network. */
    readonly chain?: string;
    /** Of crypto: the stablecoin. */
    readonly token?: string;
    /** Of crypto: the first transaction that came for it. */
    readonly hash?: string;
  };
  /** Base units of the currency; `decimals` says how many make one. */
  readonly amountBase: number;
  /** Of bank and crypto payments: what came in so far. */
  readonly receivedBase?: number;
  /** What of it is more than the amount. */
  readonly overBase?: number;
  /** Base units of the currency; `decimals` says how many make one. */
  readonly refundedBase: number;
  /** What chargebacks and lost disputes took of what was not refunded. */
  readonly reversedBase: number;
  /** The tax in the amount. */
  readonly taxBase: number;
  /** Places of the currency: 2 for USD, so 1050 base units are 10.50. */
  readonly decimals: number;
  /**
   * Of an attempt by crypto: the exact amount of the token that its buyer was last asked to send, for the whole or for
   * what was missing.
   */
  readonly reserved?: Total;
  readonly currency: Currency;
  /** The acquirer's fee, a decimal string; absent until it is known. */
  readonly fee?: Total;
  /** Yours: of the link. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What is known of the buyer. */
  readonly buyer: {
    /** As the acquirer has it; absent until known. */
    readonly email?: string;
    /** ISO 3166 alpha-2 code. */
    readonly country?: string;
  };
  /**
   * Taken when the link took no payments any more, when the payment had failed, or after the time of an attempt by
   * crypto.
   */
  readonly late?: boolean;
  /** A dispute is open. */
  readonly disputed: boolean;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly paidAt?: Instant;
  /** Oldest first. */
  readonly disputes: readonly {
    /** Of the dispute. */
    readonly id: string;
    /** `inquiry`: a question that took no money. */
    readonly status: 'inquiry' | 'open' | 'won' | 'lost';
    /** What the acquirer took, uncapped. */
    readonly takenBase: number;
    readonly openedAt: Instant;
    readonly closedAt?: Instant;
  }[];
  /** Oldest first. */
  readonly refunds: readonly CheckoutRefund[];
}

/** A change of a payment on a link; its money is decimal strings. */
export interface CheckoutPaymentEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type:
    | 'checkout_payment.paid'
    | 'checkout_payment.refunded'
    | 'checkout_payment.partially_refunded'
    | 'checkout_payment.refund_failed'
    | 'checkout_payment.reversed';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: CheckoutPaymentEventData;
}

/** A payment on a link at that moment; its money is decimal strings. */
export interface CheckoutPaymentEventData {
  /** Names the payment in paths. */
  readonly id: string;
  /**
   * The acquirer's id; of a payment by bank its payment reference; by crypto `<hash>-<logIndex>` of the first transfer
   * that came for it. Accepted in place of `id` in paths.
   */
  readonly externalId?: string;
  /** The link that was paid. */
  readonly linkId: string;
  /** A payment that was refunded in part stays `paid`. */
  readonly status: 'pending' | 'paid' | 'failed' | 'refunded' | 'charged_back' | 'reversed';
  /** How it was paid; fields that do not apply are absent. */
  readonly method: {
    /** How it was paid. */
    readonly kind: 'card' | 'bank' | 'crypto';
    /** Of a card: its scheme; absent until known. */
    readonly brand?: string;
    /** Of a card: its last four digits; absent until known. */
    readonly last4?: string;
    /** Of crypto: the network. */
    readonly chain?: string;
    /** Of crypto: the stablecoin. */
    readonly token?: string;
    /** Of crypto: the first transaction that came for it. */
    readonly hash?: string;
  };
  readonly amount: Total;
  /** Of bank and crypto payments: what came in so far. */
  readonly received?: Total;
  /** What of it is more than the amount. */
  readonly over?: Total;
  readonly refunded: Total;
  /** What chargebacks and lost disputes took of what was not refunded. */
  readonly reversed: Total;
  /** The tax in the amount. */
  readonly tax: Total;
  /**
   * Of an attempt by crypto: the exact amount of the token that its buyer was last asked to send, for the whole or for
   * what was missing.
   */
  readonly reserved?: Total;
  readonly currency: Currency;
  /** The acquirer's fee, a decimal string; absent until it is known. */
  readonly fee?: Total;
  /** Yours: of the link. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** What is known of the buyer. */
  readonly buyer: {
    /** As the acquirer has it; absent until known. */
    readonly email?: string;
    /** ISO 3166 alpha-2 code. */
    readonly country?: string;
  };
  /**
   * Taken when the link took no payments any more, when the payment had failed, or after the time of an attempt by
   * crypto.
   */
  readonly late?: boolean;
  /** A dispute is open. */
  readonly disputed: boolean;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly paidAt?: Instant;
  /** Oldest first. */
  readonly disputes: readonly {
    /** Of the dispute. */
    readonly id: string;
    /** `inquiry`: a question that took no money. */
    readonly status: 'inquiry' | 'open' | 'won' | 'lost';
    readonly taken: Total;
    readonly openedAt: Instant;
    readonly closedAt?: Instant;
  }[];
  /** Oldest first. */
  readonly refunds: readonly {
    /** Of the refund. */
    readonly id: string;
    /** The acquirer's id. */
    readonly externalId?: string;
    /** `pending` until the acquirer has decided. */
    readonly status: 'pending' | 'succeeded' | 'failed';
    readonly amount: Total;
    /** As it was asked for; absent: none was given. */
    readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
    /** Yours; the buyer does not see it. */
    readonly note?: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  }[];
  /** Of refund events: the refund that they are about. */
  readonly refund?: {
    /** Of the refund. */
    readonly id: string;
    /** The acquirer's id. */
    readonly externalId?: string;
    /** `pending` until the acquirer has decided. */
    readonly status: 'pending' | 'succeeded' | 'failed';
    readonly amount: Total;
    /** As it was asked for; absent: none was given. */
    readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
    /** Yours; the buyer does not see it. */
    readonly note?: string;
    readonly createdAt: Instant;
    readonly updatedAt: Instant;
  };
}

/** Money that goes back to the buyer. */
export interface CheckoutRefund {
  /** Of the refund. */
  readonly id: string;
  /** The acquirer's id. */
  readonly externalId?: string;
  /** `pending` until the acquirer has decided. */
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Base units of the currency; `decimals` says how many make one. */
  readonly amountBase: number;
  /** As it was asked for; absent: none was given. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  /** Yours; the buyer does not see it. */
  readonly note?: string;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** One outcome and the digits that choose it. */
export interface CheckoutScenario {
  /** What happens, in one word; stable. */
  readonly scenario: string;
  /** The last two digits in minor units that choose it: of the total, or of the amount of a refund. */
  readonly digits: string;
  /** What the digits are read of: a payment, the publishing of a link, or a refund. */
  readonly of: 'payment' | 'publishing' | 'refund';
  /** What happens, in a sentence. */
  readonly description: string;
  /** What the acquirer says from when on, counted from the payment or refund. */
  readonly steps: readonly {
    /** Seconds since the payment or refund was made. */
    readonly afterSeconds: number;
    /** What is said of it then; `silent`: nothing at all. */
    readonly status: 'pending' | 'paid' | 'succeeded' | 'failed' | 'silent';
    /** The dispute that is opened or decided then; absent where there is none. */
    readonly dispute?: 'chargeback' | 'inquiry' | 'open' | 'won' | 'lost';
  }[];
}

/** A bank account or a crypto address that buyers pay into. */
export interface CollectionAccount {
  /** What `methods` of a link name. */
  readonly accountId: string;
  /** How it is paid: by bank transfer or in tokens. */
  readonly kind: 'bank' | 'crypto';
  /** `pending` waits for approvers, and no link can name it yet. `removed`, or its approval ended otherwise. */
  readonly status: 'pending' | 'active' | 'removed';
  readonly currency: Currency;
  /** What a buyer needs to pay into it. */
  readonly details: {
    /** Who the account belongs to. */
    readonly holderName: string;
    /** Without spaces; or else `accountNumber` and `routingCode`. */
    readonly iban?: string;
    /** Where there is no IBAN. */
    readonly accountNumber?: string;
    /** Names the bank beside `accountNumber`. */
    readonly routingCode?: string;
    /** Where it was given. */
    readonly bic?: string;
    /** Where it was given. */
    readonly bankName?: string;
  } | {
    /** The stablecoin. */
    readonly token: 'USDC' | 'USDT';
    /** The network that it moves on; `USDT` is paid on `ethereum` only. */
    readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
    /** With its checksum (EIP-55). */
    readonly address: string;
  };
  /** Who registered it. */
  readonly createdBy: {
    /** The member; absent where a key registered it. */
    readonly actorUserId?: string;
  };
  /** The approval that it waits for, or waited for. */
  readonly approvalId?: string;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/**
 * Every row that was made before this instant is in the list by now. The pages that follow by `nextCursor` repeat what
 * the first one said.
 */
export type CompleteUntil = string;

/** Which transaction funds the payout. */
export interface ConfirmFunding {
  /** Of the transaction by which you have sent the money. */
  readonly transactionHash: string;
  /** The quote at whose price you have sent it: refused if the transaction was mined after its end. */
  readonly fundingQuoteId?: string;
}

/** A way to send money: a currency in a country, or a token on a chain. */
export interface Corridor {
  /** Names the corridor; sandbox scenarios carry it. */
  readonly corridorId: string;
  /** Of the bank accounts that it pays into; absent where it pays wallets. */
  readonly country?: string;
  readonly sourceCurrency: Currency;
  readonly currency: Currency;
  /** Present where you send the money of each payout yourself, as `fundedBy` says. */
  readonly funding?: 'self';
  /** What you send, and on which network. */
  readonly fundedBy?: {
    /** The network. */
    readonly chain: string;
    /** The stablecoin. */
    readonly token: string;
    /** The corridor whose accounts it pays. */
    readonly accountsOf: string;
  };
  /** What it pays: `fiat` into a bank account, `crypto` to the address of a wallet. */
  readonly methodKind: 'fiat' | 'crypto';
  /** What arrives in a wallet; absent where it pays into bank accounts. */
  readonly wallet?: {
    /** The network that the wallet is on. */
    readonly chain: string;
    /** The stablecoin that arrives. */
    readonly token: string;
  };
  /** Smallest `sourceAmount`. */
  readonly minimum: Amount;
  /** Largest `sourceAmount`. */
  readonly maximum: Amount;
  /** Of each payout, in `sourceCurrency`. */
  readonly fee: Money;
  /** What the corridor can do besides. */
  readonly capabilities: {
    /** Whether `amountLeg` may be `destination` or `source_net`. */
    readonly exactOutput: boolean;
    /** Whether there are indicative rates, and `source_net`. */
    readonly indicativePricing: boolean;
  };
  /**
   * Regular expression of the names that banks there take; absent where they take any. A name that does not match is
   * sent in plain Latin letters if that matches, and refused otherwise.
   */
  readonly namePattern?: string;
  /** What `recipientDetails` of a recipient there holds. */
  readonly recipientFields: readonly {
    /** The key in `recipientDetails`. */
    readonly name: string;
    /** What a form shows beside it. */
    readonly label: string;
    /** Whether a recipient must have it. */
    readonly required: boolean;
    /** Regular expression that the value matches. */
    readonly pattern: string;
    /** A value that is valid. */
    readonly example: string;
  }[];
}

/** `taxRate` and `taxInclusive` count beside `items` only. */
export interface CreateLink {
  /** Sells this product, at its price of now. Not beside `currency` and `items`. */
  readonly productId?: string;
  readonly currency?: Currency;
  /** What is sold: the lines of the price. */
  readonly items?: readonly PriceItem[];
  /** Percent, as a decimal string of at most four places. */
  readonly taxRate?: string;
  /** Whether the amounts have the tax in them already. */
  readonly taxInclusive?: boolean;
  /**
   * https, without user name and password; printable ASCII without quotes. Buyers come back to it byte for byte, with
   * `payment_id`.
   */
  readonly successUrl?: string;
  /**
   * https, without user name and password; printable ASCII without quotes. Buyers come back to it byte for byte, with
   * `payment_id`.
   */
  readonly cancelUrl?: string;
  /** Your own reference, on each payment too. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whose page it is; empty: the organization's name. */
  readonly fromName?: '' | string;
  /** How it can be paid, each kind once; `[]` makes a link that nothing can pay. */
  readonly methods?: readonly RequestedMethod[];
  /** How many payments it takes; any number when absent. */
  readonly maxPayments?: number;
  /** ISO 8601 with a time zone. From then on the page takes nothing; null: it runs until paused. */
  readonly expiresAt?: string | null;
  /** True: publish at once. Read `status` of the answer: a link that could not be stays a `draft`. Default: false. */
  readonly publish?: boolean;
}

/** What to pay to which account. */
export interface CreatePayout {
  readonly amount: Amount;
  /**
   * `source`: what is debited, fee included. `source_net`: what is converted, fee on top. `destination`: what arrives.
   * Default: "source".
   */
  readonly amountLeg?: 'source' | 'destination' | 'source_net';
  /** Of a method of a recipient. */
  readonly destinationAccountId: string;
  /** `self`: you send the money yourself. */
  readonly funding?: 'self';
  /** Found again in orders; unique per payment is best. */
  readonly reference?: string;
  /** The recipient’s when absent. */
  readonly endUserId?: string;
  /** An id from the payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  readonly expectDestination?: ExpectDestination;
}

/** Up to 1,000 payouts under one name. */
export interface CreatePayoutBatch {
  /** Your name for the run. No other run of the organization may have it, not even after a cancel. */
  readonly externalReferenceId: string;
  /** Each as `POST payouts` takes it. */
  readonly items: readonly CreatePayout[];
  /** Create the payouts without a confirm where every line is valid and no approval is needed. Default: true. */
  readonly autoCommit?: boolean;
}

/** What to pay to a payee who says on a hosted page where. */
export interface CreatePayoutLink {
  readonly amount: Amount;
  /** Of `amount`: with `source` the currency of the balance, with `destination` what arrives. */
  readonly currency: Currency;
  /** `source`: what is debited, fee included. `destination`: what arrives, exactly. Default: "source". */
  readonly amountLeg?: 'source' | 'destination';
  /** The holder of the account. The page asks for no other name. */
  readonly payeeName?: string;
  /** The payee’s address, for a new address of the page. */
  readonly payeeEmail?: string;
  /** Found again in orders; unique per payment is best. */
  readonly reference?: string;
  /** The recipient’s when absent. */
  readonly endUserId?: string;
  /** An id from the payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
  /** What the payee reads above the form, in one line. */
  readonly note?: string;
  /** Where the payee may have an account; every country that can be paid when absent. */
  readonly countries?: readonly string[];
  /** Where the page leads after the claim: https, without user name and password. */
  readonly returnUrl?: string;
  /** ISO 8601 with a time zone: an hour to 365 days from now; 30 days from now when absent. */
  readonly expiresAt?: string;
}

/** Something that links will sell. */
export interface CreateProduct {
  /** What the buyer reads. */
  readonly name: string;
  /** More about it, below the name on the page. */
  readonly description?: string;
  readonly currency: Currency;
  /** What one costs: a decimal string, with at most as many places as the currency has. */
  readonly unitAmount: Amount;
  /** Percent, as a decimal string of at most four places. */
  readonly taxRate?: string;
  /** Whether the amounts have the tax in them already. Default: false. */
  readonly taxInclusive?: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What to price, for which account. */
export interface CreateQuote {
  readonly amount: Amount;
  /**
   * `source`: what is debited, fee included. `source_net`: what is converted, fee on top. `destination`: what arrives.
   * Default: "source".
   */
  readonly amountLeg?: 'source' | 'destination' | 'source_net';
  /** Of a method of a recipient. */
  readonly destinationAccountId: string;
  /** `self`: you send the money yourself. */
  readonly funding?: 'self';
  /** An id from the payment reasons. */
  readonly purposeOfPayment?: string;
  readonly metadata?: TextMetadata;
}

/** A payee and one account. */
export interface CreateRecipient {
  /** Whether a person or a company is paid. */
  readonly type: 'individual' | 'business';
  /** The holder of the account, as the bank knows it; screened. */
  readonly name: string;
  /** Of the bank account, ISO 3166 alpha-2. A wallet needs none. */
  readonly country?: string;
  /** The caller's unique key for the recipient. */
  readonly externalId?: string;
  /** Your id of the person on whose behalf is paid; payouts carry it. */
  readonly endUserId?: string;
  /** The account to pay. */
  readonly method: {
    /** What is paid: `fiat` is a bank account, `crypto` the address of a wallet, with a live key only. */
    readonly kind: 'fiat' | 'crypto';
    readonly currency: Currency;
    /** The fields that the corridors listing names for this country and currency, or for this chain and token. */
    readonly recipientDetails: Readonly<Record<string, string>>;
    /** The whole address of a wallet once more, where `CONFLICT` says that another one looks like it. */
    readonly confirmAddress?: string;
  };
}

/** A transfer that was the exact amount of no attempt. */
export interface CryptoReceipt {
  /** Assign it by this id. */
  readonly id: string;
  /** `unmatched` until a member assigns it to a payment. */
  readonly status: 'unmatched' | 'assigned';
  /** The collection account. */
  readonly accountId: string;
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The network that it moves on; `USDT` is paid on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** Where the tokens came in. */
  readonly address: string;
  /** Of the transaction. */
  readonly hash: string;
  /** Of the transfer in its block: with `hash` it names the transfer. */
  readonly logIndex: number;
  /** Number of its block. */
  readonly block: number;
  /** Decimal string, with the six places of the token. */
  readonly amount: Total;
  /** The time of its block. */
  readonly madeAt: Instant;
  /** The payment that the money is on: of its own where the payment that it was assigned to had been paid. */
  readonly paymentId?: string;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** ISO 4217 code. */
export type Currency = string;

/** Money that came in. */
export interface Deposit {
  /** Names the deposit in paths. */
  readonly depositId: string;
  /** `pending`: held, and not in the balance yet: short of `expected`, or sent to a payout that did not take it. */
  readonly status: 'pending' | 'completed';
  readonly amount: Amount;
  readonly currency: Currency;
  /** Of a pending deposit: what was to come in. */
  readonly expected?: Amount;
  /** How it came; `sandbox`: by the operation that tops up. */
  readonly method: 'bank_transfer' | 'crypto' | 'sandbox';
  /** Of a deposit of `crypto`: the stablecoin that was sent. */
  readonly token?: string;
  /** Of a deposit of `crypto`: the network on which it was sent. */
  readonly chain?: string;
  /** Of a deposit of `crypto`: the payout to whose address it was sent. */
  readonly payoutId?: string;
  /** Of the sender; null where there was none. */
  readonly reference: string | null;
  readonly receivedAt: Instant;
}

/** Money landed in the balance. */
export interface DepositEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type: 'deposit.completed';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: Deposit;
}

/** Whether it is sent events. */
export interface EnableWebhookEndpoint {
  /** False pauses it, true resumes it. */
  readonly enabled: boolean;
}

/** Every failure. Branch on `type`: it is stable, status and wording can change. */
export interface ErrorBody {
  readonly type: ErrorType;
  /** The HTTP status. */
  readonly status: number;
  /** What went wrong with this request. */
  readonly detail: string;
  /** What to do next; it fits the cause. */
  readonly resolution?: string;
  /** Where the type is explained: a path on the address of the service, such as `/docs/errors#NOT_FOUND`. */
  readonly docs?: string;
  /** Equals the header x-request-id. */
  readonly requestId: string;
  /** The fields that failed validation. */
  readonly errors?: readonly FieldFault[];
  /** Key of the request that this one repeats. */
  readonly originalIdempotencyKey?: string;
  /** Payout that the repeated request made. */
  readonly originalPayoutId?: string;
  /** Request whose outcome is unknown. */
  readonly originalRequestId?: string;
  /** Payout link that the repeated request made. */
  readonly originalPayoutLinkId?: string;
  /** Batch that has the externalReferenceId. */
  readonly originalBatchId?: string;
  /** Recipient that has the account. */
  readonly existingRecipientId?: string;
  /** Its payment method, used as `destinationAccountId`. */
  readonly existingMethodId?: string;
  /** Approval that decides. */
  readonly approvalId?: string;
}

/** A change of state. `type` tells what `data` is. Later releases add types: pass over one that you do not know. */
export type Event = PayoutEvent | PayoutBatchEvent | PayoutApprovalEvent | WebhookEndpointEvent | CheckoutPaymentEvent | DepositEvent | PayoutLinkEvent;

/** Refuses the payout when the price has moved against it. */
export interface ExpectDestination {
  /** What should arrive, in the currency of the account. */
  readonly amount: Amount;
  /** How much less may arrive, as a fraction of the amount: `0.01` is one percent. Default: "0". */
  readonly tolerance?: string;
}

/** One faulty field of a request. */
export interface FieldFault {
  /** Dotted path, with `[n]` for list positions. */
  readonly path: string;
  /** What is wrong with it. */
  readonly message: string;
  /** Stable and machine readable. */
  readonly code: string;
}

/** Play money for the balance. */
export interface FundSandbox {
  readonly amount: Amount;
  /** The settlement currency when absent. */
  readonly currency?: Currency;
}

/** How far the funding of a payout has come. */
export interface Funding {
  /**
   * `confirming`: the money is on the chain, and not final or not priced yet. `held`: it is a deposit, as the payout
   * has ended.
   */
  readonly status: 'waiting' | 'confirming' | 'funded' | 'held';
  /** What has come and is final, in the token. */
  readonly received: Total;
  /** The transaction that was confirmed. */
  readonly hash?: string;
}

/** Read the payout’s status before sending against old instructions. */
export interface FundingInstructions {
  /** The payout that waits for the money. */
  readonly payoutId: string;
  /** What to send, exactly, in the token. While a funding quote lives, what is still missing at its price. */
  readonly amount: Total;
  /** The stablecoin to send. */
  readonly token: string;
  /** The network to send it on. */
  readonly chain: string;
  /** Where to send it. */
  readonly address: string;
  /** By when it must be there; normally null. */
  readonly expiresAt: Instant | null;
  /** Until when the price holds, by the time of the block that completes the amount. Absent where it holds for good. */
  readonly priceExpiresAt?: Instant;
  /** The quote whose price holds now. */
  readonly fundingQuoteId?: string;
  /** What arrives at the price of that quote. */
  readonly destinationAmount?: Total;
  /**
   * What has to arrive at the price of then, where the money comes later. If less would, the payout fails as
   * `quote_expired`, and the money is a deposit.
   */
  readonly minimumDestinationAmount?: Total;
}

/** A price that is locked for the money of a payout. */
export interface FundingQuote {
  /** What a confirmation may name. */
  readonly fundingQuoteId: string;
  /** What is still to be sent, in the token. Nothing, where what has come is enough at this price. */
  readonly amount: Total;
  /** What arrives for it, in the currency of the account. */
  readonly destinationAmount: Total;
  /** Until when the price holds, by the time of the block that completes the amount. */
  readonly expiresAt: Instant;
}

/** What became of the call that has a key. Its answer is not shown. */
export interface IdempotencyRecord {
  /** As it was sent in the header. */
  readonly key: string;
  /**
   * `in_progress`: the call runs. `outcome_unknown`: nobody knows yet whether it took effect; it is being found out.
   * `abandoned`: the call ended without an answer and has done nothing; the same request is executed in its place.
   * `completed`: it took effect; the same request is answered again as it was. `expired`: it took effect more than 7
   * days ago; the key is never executed again.
   */
  readonly state: 'in_progress' | 'outcome_unknown' | 'abandoned' | 'completed' | 'expired';
  /** The x-request-id of the call that has the key. */
  readonly requestId: string;
  /** When that call came in. */
  readonly createdAt: Instant;
  /** When it took effect. */
  readonly completedAt?: Instant;
  /** Until then the same request is answered again as it was. */
  readonly replayedUntil?: Instant;
  /** Of the answer, once there is one. */
  readonly httpStatus?: number;
  /** As the audit log names it. */
  readonly action?: string;
  /** What the call made or changed. */
  readonly resource?: {
    /** What `id` is an id of. */
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
    /** Reads of this kind take it. */
    readonly id: string;
  };
}

/** `destinationAmount` is `(sourceAmount - fee) x rate`. Not locked. */
export interface IndicativeRate {
  /** What is debited, fee included. */
  readonly sourceAmount: Amount;
  /** Of `sourceAmount`: ISO 4217. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** Of `destinationAmount`: ISO 4217. */
  readonly destinationCurrency: Currency;
  /** What is taken of `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** Smallest `sourceAmount` of the corridor. */
  readonly minimum: Amount;
  /** Largest `sourceAmount` of the corridor. */
  readonly maximum: Amount;
}

/** ISO 8601 in UTC with milliseconds. */
export type Instant = string;

/** An invitation that nobody has used yet. */
export interface Invitation {
  /** Revoke it by this id. */
  readonly invitationId: string;
  /** Of the person who is invited. */
  readonly email: string;
  /** What the person may do. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
  /** `userId` of the member who invited. */
  readonly invitedBy: string;
  readonly expiresAt: Instant;
}

/** One public key, what it may do, from where and how long. */
export interface IssueApiKey {
  /** Yours, to tell keys apart: at most 140 characters. */
  readonly name: string;
  /**
   * PEM, SubjectPublicKeyInfo, P-256; its line ends may be escaped. Never send a private key: rotate one that was
   * pasted.
   */
  readonly publicKey?: string;
  /** Instead: a point on P-256 in hexadecimal. The key then authenticates with stamps. */
  readonly custodyPublicKey?: string;
  /** `read`, and what else the key may do; each once. */
  readonly scopes: readonly ('read' | 'write' | 'refunds' | 'crypto_payouts')[];
  /** Addresses or CIDR ranges that may use the key; any when absent or empty. */
  readonly allowedIps?: readonly string[];
  /** ISO 8601 with a time zone, within two years; one year from now when absent. */
  readonly expiresAt?: string;
}

/** An invitation with its secret. */
export interface IssuedInvitation {
  /** Revoke it by this id. */
  readonly invitationId: string;
  /** Of the person who is invited. */
  readonly email: string;
  /** What the person may do. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
  /** `userId` of the member who invited. */
  readonly invitedBy: string;
  readonly expiresAt: Instant;
  /** Secret, shown once: makes whoever joins with it a member. */
  readonly token: string;
}

/** The invitation that is spent. */
export interface JoinOrganization {
  /** Of the invitation. */
  readonly token: string;
}

/** A hosted page that buyers pay on. */
export interface Link {
  /** Names the link in paths. */
  readonly linkId: string;
  /** `sent`: published, and the page takes payments. `draft`: never published. `expired`: `expiresAt` has passed. */
  readonly status: 'draft' | 'sent' | 'paused' | 'expired';
  /** The product that it sells; absent where it was given items. */
  readonly productId?: string;
  readonly currency: Currency;
  /** The lines of the price, as they were when it was set. */
  readonly items: readonly LinkItem[];
  /** Percent, as a decimal string of at most four places. */
  readonly taxRate?: string;
  /** Whether the amounts have the tax in them already. */
  readonly taxInclusive: boolean;
  /** What the buyer pays, fixed when the price was set. */
  readonly total: Total;
  /** The tax in `total`. */
  readonly tax: Total;
  /** Where the page leads after a payment. */
  readonly successUrl?: string;
  /** Where the page leads who gives up. */
  readonly cancelUrl?: string;
  /** Your own reference. */
  readonly clientReferenceId?: string;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Whose page it is, as buyers read it. */
  readonly fromName: string;
  /** How it can be paid; empty: not at all. */
  readonly methods: readonly LinkMethod[];
  /** How many payments it takes; absent: any number. */
  readonly maxPayments?: number;
  /** From then on the page takes nothing; null: it runs until paused. */
  readonly expiresAt: Instant | null;
  /**
   * The page to send the buyer to. It can be opened from publishing on. Only its path where the environment has no
   * host for pages; nothing can be published there.
   */
  readonly shareUrl: string;
  /** Why `publish: true` left a draft. */
  readonly publishError?: {
    /** HTTP status that publishing would have answered. */
    readonly status: number;
    /** Error type, as in an Error body. */
    readonly type: string;
    /** What is wrong. */
    readonly message: string;
  };
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly publishedAt?: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** One line of the price. */
export interface LinkItem {
  /** What the buyer reads. */
  readonly name: string;
  /** More about it; absent where there is none. */
  readonly description?: string;
  /** How many of it. */
  readonly quantity: number;
  readonly unitAmount: Total;
}

/** One way to pay the link. */
export interface LinkMethod {
  /** How it is paid. */
  readonly kind: 'card' | 'bank' | 'crypto';
  /** The collection account; absent for cards. */
  readonly accountId?: string;
  /** Of crypto: the stablecoin. */
  readonly token?: string;
  /** Of crypto: the network. */
  readonly chain?: string;
  /** Of crypto: where buyers send tokens. */
  readonly address?: string;
}

/** A new payout link with the address of its page. One that a restore of our data has written back has none. */
export interface MadePayoutLink {
  /** Names the link in paths. */
  readonly payoutLinkId: string;
  /** `claimed`: a payout was made, and `payoutId` names it. The other two paid nothing, and never will. */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: what is debited. `destination`: what arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee whom you named; the page asks for no other. */
  readonly payeeName?: string;
  /** Where a new address of the page is mailed. */
  readonly payeeEmail?: string;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** Where the payee may have an account. */
  readonly countries: readonly string[];
  /** The most that it may debit. Taken out of the available balance while it is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later; absent where none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people vote on what
     * a payee has typed), `other_details` (people have agreed to other details than a payee has typed since),
     * `too_few_voters` (the claim is above a threshold, and nobody could vote on it), `restored` (a restore of our
     * data has closed the link: cancel it, and make another).
     */
    readonly code: string;
    /** When a payee first met it. */
    readonly at: Instant;
  };
  /** The approval that it came from, or that a claim of it has asked for. */
  readonly approvalId?: string;
  /** The payout that it became. */
  readonly payoutId?: string;
  /** Why it was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim it from then on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The address of its page, in no other answer. Whoever has it can claim the link. */
  readonly url?: string;
}

/** A person of the organization. */
export interface Member {
  /** The subject that the identity provider names. */
  readonly userId: string;
  /** The address that was invited. */
  readonly email: string;
  /** What the person may do. */
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
  /** Who the account belongs to, as the bank knows it. */
  readonly holderName: string;
  /** Spaces and hyphens are dropped. */
  readonly iban?: string;
  /** Digits and letters; spaces and hyphens are dropped. With `routingCode`, in the place of an IBAN. */
  readonly accountNumber?: string;
  /** What names the bank beside an account number: a routing number, a sort code, a BSB. */
  readonly routingCode?: string;
  /** Of the bank: 8 or 11 characters. */
  readonly bic?: string;
  /** The bank, as buyers read it. */
  readonly bankName?: string;
}

/** A stablecoin, the chain that it comes on, and the address. */
export interface NewCryptoDetails {
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The network that it moves on; `USDT` is paid on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address: string;
}

/** Whom to invite, as what. */
export interface NewInvitation {
  /** At most 254 characters; stored in lower case, with its domain in ASCII (`xn--…`). */
  readonly email: string;
  /** What the person may do. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
}

/** Where to send which events. */
export interface NewWebhookEndpoint {
  /** Where events are sent: https, at a public address. */
  readonly url: string;
  /**
   * Types to send, each once; absent or empty: every type of payouts, batches and approvals, and
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
  /** Yours, to tell endpoints apart. */
  readonly description?: string;
}

/** An event of a type that a later release added. */
export interface OtherEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** What happened; later releases add types. */
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
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  /** The resource as its read gave it at that moment. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** A purpose that `purposeOfPayment` can name. */
export interface PaymentReason {
  /** What `purposeOfPayment` is given, exactly. */
  readonly id: string;
  /** What a form shows. */
  readonly label: string;
}

/** Money on its way to a recipient. */
export interface Payout {
  /** Names the payout in paths. */
  readonly payoutId: string;
  /** `completed` can still become `returned`; `failed`, `returned` and `canceled` are final. */
  readonly status: 'pending' | 'processing' | 'completed' | 'failed' | 'returned' | 'canceled';
  /** Present when the payout failed or was returned. */
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
  /** Whether the money is back in the balance; read it before changing a ledger. */
  readonly fundsReturned?: boolean;
  /** Whether you have to send the money yourself: see its funding instructions. */
  readonly requiresFunding: boolean;
  /** Present where `requiresFunding` is true. */
  readonly funding?: Funding;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Who is paid. */
  readonly recipientId: string;
  /** The account that is paid. */
  readonly destinationAccountId: string;
  /** What is debited, fee included. */
  readonly sourceAmount: Amount;
  /** Of `sourceAmount`: ISO 4217. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** Of `destinationAmount`: ISO 4217. */
  readonly destinationCurrency: Currency;
  /** What is taken of `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** The approval that it came of. */
  readonly approvalId?: string;
  /** The payout link whose claim made it. */
  readonly payoutLinkId?: string;
  /** The batch that it is a line of. */
  readonly batchId?: string;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of an approval. */
export interface PayoutApprovalEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type:
    | 'payout_approval.requested'
    | 'payout_approval.executed'
    | 'payout_approval.rejected'
    | 'payout_approval.expired'
    | 'payout_approval.failed';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: Approval;
}

/** A run of payouts. */
export interface PayoutBatch {
  /** Names the run in paths. */
  readonly batchId: string;
  /** Your name of the run. */
  readonly externalReferenceId: string;
  /**
   * `completed`: every item is resolved; money may still be on its way. `awaiting_confirmation`: confirm it, or
   * cancel.
   */
  readonly status:
    | 'received'
    | 'validating'
    | 'awaiting_confirmation'
    | 'creating'
    | 'completed'
    | 'canceled';
  /** False, too, where the policy wants approval: then a confirm is needed in any case. */
  readonly autoCommit: boolean;
  /** How many items it has. */
  readonly itemCount: number;
  /** Items by status. They add up to `itemCount`. */
  readonly counts: {
    /** Not validated yet. */
    readonly pending: number;
    /** May become a payout. */
    readonly valid: number;
    /** Never becomes a payout; `errors` of the item says why. */
    readonly invalid: number;
    /** Became a payout. */
    readonly created: number;
    /** Was valid, and refused when it was to become a payout. */
    readonly create_failed: number;
  };
  /** Of `itemCount`: items that were validated, and items whose fate is known. */
  readonly progress: {
    /** Items that were checked. */
    readonly validated: number;
    /** Items that became a payout or never will. */
    readonly resolved: number;
  };
  /** Sums of its items. */
  readonly totals: {
    /** What the items found valid ask for, by corridor and leg, before prices and fees. */
    readonly requested: readonly RequestedTotal[];
    /** What the created payouts took from the balance; `amount` includes `fee`. */
    readonly debited: readonly {
      readonly currency: Currency;
      /** How many payouts. */
      readonly count: number;
      readonly amount: Total;
      readonly fee: Total;
    }[];
    /**
     * What you send yourself for created payouts, `fee` included: `funding` of each item says where. Absent where
     * there are none.
     */
    readonly selfFunded?: readonly {
      readonly currency: Currency;
      /** How many payouts. */
      readonly count: number;
      readonly amount: Total;
      readonly fee: Total;
    }[];
  };
  /** The approval that was asked for last. */
  readonly approvalId?: string;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of a batch. */
export interface PayoutBatchEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type:
    | 'payout_batch.awaiting_confirmation'
    | 'payout_batch.completed'
    | 'payout_batch.canceled';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: PayoutBatch;
}

/** A line of a run, and what became of it. */
export interface PayoutBatchItem {
  /** Its place in `items`, from 0. */
  readonly index: number;
  /** `valid`: may become a payout. `create_failed`: was valid, and refused then. */
  readonly status: 'pending' | 'valid' | 'invalid' | 'created' | 'create_failed';
  readonly request: PayoutBatchLine;
  /** The payout that it became. */
  readonly payoutId?: string;
  /**
   * Present where you send the money of this payout yourself, as it was when the payout was made. Read its funding
   * instructions before you send it.
   */
  readonly funding?: {
    /** What to send, in the token. */
    readonly amount: Total;
    /** The stablecoin to send. */
    readonly token: string;
    /** The network to send it on. */
    readonly chain: string;
    /** Where to send it. */
    readonly address: string;
  };
  /** Why it is `invalid` or `create_failed`. */
  readonly errors?: readonly PayoutBatchItemError[];
}

/** Why a line is no payout. */
export interface PayoutBatchItemError {
  /** The error type that `POST payouts` would have answered. */
  readonly type: string;
  /** What went wrong. */
  readonly detail: string;
  /** The field of the line, where one is at fault. */
  readonly path?: string;
  /** Stable and machine readable, as in FieldFault; absent where no field is at fault. */
  readonly code?: string;
}

/** The line as it was submitted, with defaults filled in. */
export interface PayoutBatchLine {
  /** The account that is paid. */
  readonly destinationAccountId: string;
  readonly amount: Amount;
  /** What `amount` is of: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present where you send the money yourself. */
  readonly funding?: 'self';
  /** What has to arrive; absent: any price of then is taken. */
  readonly expectDestination?: {
    readonly amount: Amount;
    /** How much less may arrive, as a fraction: `0.01` is one percent. */
    readonly tolerance: string;
  };
}

/** A change of a payout. */
export interface PayoutEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type:
    | 'payout.pending'
    | 'payout.processing'
    | 'payout.completed'
    | 'payout.failed'
    | 'payout.returned'
    | 'payout.canceled';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: Payout;
}

/** An amount for a payee who says on a hosted page where to be paid. */
export interface PayoutLink {
  /** Names the link in paths. */
  readonly payoutLinkId: string;
  /** `claimed`: a payout was made, and `payoutId` names it. The other two paid nothing, and never will. */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: what is debited. `destination`: what arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee whom you named; the page asks for no other. */
  readonly payeeName?: string;
  /** Where a new address of the page is mailed. */
  readonly payeeEmail?: string;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** Where the payee may have an account. */
  readonly countries: readonly string[];
  /** The most that it may debit. Taken out of the available balance while it is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later; absent where none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people vote on what
     * a payee has typed), `other_details` (people have agreed to other details than a payee has typed since),
     * `too_few_voters` (the claim is above a threshold, and nobody could vote on it), `restored` (a restore of our
     * data has closed the link: cancel it, and make another).
     */
    readonly code: string;
    /** When a payee first met it. */
    readonly at: Instant;
  };
  /** The approval that it came from, or that a claim of it has asked for. */
  readonly approvalId?: string;
  /** The payout that it became. */
  readonly payoutId?: string;
  /** Why it was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim it from then on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A change of a payout link. */
export interface PayoutLinkEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type:
    | 'payout_link.created'
    | 'payout_link.claimed'
    | 'payout_link.canceled'
    | 'payout_link.expired';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: PayoutLink;
}

/** An account whose payouts all end in one way. */
export interface PayoutScenario {
  /** Of a listed corridor. */
  readonly corridorId: string;
  /** ISO 3166 alpha-2 code. */
  readonly country: string;
  readonly currency: Currency;
  /** What happens, in one word; stable. */
  readonly outcome: string;
  /** What happens, in a sentence. */
  readonly description: string;
  /** The last status of the payout. */
  readonly status?: 'completed' | 'failed' | 'returned';
  /** Of the payout; absent where it does not fail. */
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
  /** Of the payout; absent where it does not fail. */
  readonly fundsReturned?: boolean;
  /** What creating the recipient answers instead. */
  readonly error?: string;
  /** Send it as `method.recipientDetails` of a recipient. */
  readonly recipientDetails: Readonly<Record<string, string>>;
}

/** The request waits for votes. */
export interface PendingApproval {
  /** Nothing is paid yet. */
  readonly status: 'pending_approval';
  /** The approval that decides. */
  readonly approvalId: string;
  readonly expiresAt: Instant;
}

/** What payouts are held to. */
export interface Policy {
  /** Switched on for the organization. */
  readonly features: readonly ('mass_payouts' | 'developer')[];
  /** Of every amount here: the settlement currency. */
  readonly currency: Currency;
  /**
   * Largest payout, and largest sums a UTC day: of the own caps and those of the platform the lower; null where there
   * is none.
   */
  readonly limits: {
    /** One payout, fee included. */
    readonly single: Amount | null;
    /** All payouts of a UTC day. */
    readonly daily: Amount | null;
    /** The payouts of a UTC day for one end user. */
    readonly perEndUserDaily: Amount | null;
  };
  /**
   * Since when payouts are counted for each end user: from the first cap on, for good, also while it is lifted. Null
   * where no such cap was ever set.
   */
  readonly endUsersCountedSince: Instant | null;
  /**
   * At most so many payouts in any so many minutes: your own cap, or the platform’s if that is tighter. Both hold.
   * Counts every payout that was sent while a velocity cap was set, those of batches and approvals too, and also if it
   * failed or was canceled since.
   */
  readonly velocity: {
    /** How many. */
    readonly payouts: number;
    /** Length of the window that slides. */
    readonly minutes: number;
  } | null;
  /** Who votes on what; null where nothing waits for a vote. */
  readonly approvals: {
    /** Payouts above it wait for approval. */
    readonly threshold: Amount | null;
    /** The sum that leaves a UTC day without a vote, fees included. */
    readonly dailyThreshold: Amount | null;
    /** How many votes approve. */
    readonly quorum: number;
    /** The voters: user ids. Who loses a role that votes is struck. */
    readonly approvers: readonly string[];
  } | null;
}

/** What is not named stays as it is. */
export interface PolicyChange {
  /** Largest payout, and largest sums of a UTC day: in all, and for one end user. */
  readonly limits?: {
    /** null lifts it; absent leaves it as it is. */
    readonly single?: Amount | null;
    /** null lifts it; absent leaves it as it is. */
    readonly daily?: Amount | null;
    /** null lifts it; absent leaves it as it is. */
    readonly perEndUserDaily?: Amount | null;
  };
  /**
   * At most so many payouts in any so many minutes; null lifts it. Counts every payout that was sent while a velocity
   * cap was set, those of batches and approvals too, and also if it failed or was canceled since.
   */
  readonly velocity?: {
    /** How many. */
    readonly payouts: number;
    /** Length of the window that slides. */
    readonly minutes: number;
  } | null;
  /** Replaced whole; null lifts it. */
  readonly approvals?: {
    /** Payouts above it wait for approval; null: none does, only changes of the policy. */
    readonly threshold: Amount | null;
    /**
     * What may leave a UTC day without a vote, fees included: a payout that would take the day above it waits for
     * approval, whatever its amount. Every payout of the day counts that nobody approved, also those sent before this
     * was set. null or absent: no such bound.
     */
    readonly dailyThreshold?: Amount | null;
    /** How many votes approve. */
    readonly quorum: number;
    /** The voters: user ids, each once, more than the quorum. Members who may vote. */
    readonly approvers: readonly string[];
  } | null;
}

/** One line of a price. */
export interface PriceItem {
  /** What the buyer reads. */
  readonly name: string;
  /** More about it, below the name on the page. */
  readonly description?: string;
  /** How many; `unitAmount` times it is the line. */
  readonly quantity: number;
  /** What one costs: a decimal string, with at most as many places as the currency has. */
  readonly unitAmount: Amount;
}

/** Something that links sell, at its price of then. */
export interface Product {
  /** What a link names to sell it. */
  readonly productId: string;
  /** `archived`: no new link sells it; links that did go on. */
  readonly status: 'active' | 'archived';
  /** What the buyer reads. */
  readonly name: string;
  /** More about it; absent where there is none. */
  readonly description?: string;
  readonly currency: Currency;
  /** What one costs: a decimal string, with at most as many places as the currency has. */
  readonly unitAmount: Amount;
  /** Percent, as a decimal string of at most four places. */
  readonly taxRate?: string;
  /** Whether the amounts have the tax in them already. */
  readonly taxInclusive: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

/** A locked price. Accept it before `expiresAt`, once. */
export interface Quote {
  /** What accepting names. */
  readonly snapshotId: string;
  /** The account that it is for. */
  readonly destinationAccountId: string;
  /** As it was asked for. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** What is debited, fee included. */
  readonly sourceAmount: Amount;
  /** Of `sourceAmount`: ISO 4217. */
  readonly sourceCurrency: Currency;
  /** What arrives. */
  readonly destinationAmount: Amount;
  /** Of `destinationAmount`: ISO 4217. */
  readonly destinationCurrency: Currency;
  /** What is taken of `sourceAmount` before it is converted. */
  readonly fee: Money;
  /** Destination units for one source unit, after the fee. */
  readonly rate: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present and true where you have to send the money of its payout yourself. */
  readonly requiresFunding?: boolean;
  readonly expiresAt: Instant;
}

/** A payee and their account. They never change: a mistake is corrected by retiring it and registering again. */
export interface Recipient {
  /** Names the recipient in paths and in payouts. */
  readonly recipientId: string;
  /** A person or a company. */
  readonly type: 'individual' | 'business';
  /** The holder of the account. */
  readonly name: string;
  /** Absent for a wallet that was registered without one. */
  readonly country?: string;
  /** Your key; absent where none was given. */
  readonly externalId?: string;
  /** The person on whose behalf is paid; payouts carry it. */
  readonly endUserId?: string;
  /** The payout link whose payee typed it; absent where you registered it. */
  readonly payoutLinkId?: string;
  /** `blocked`: screening refused it. `retired`: you did. Every payout to either is refused. */
  readonly status: 'active' | 'blocked' | 'retired';
  /** When it was retired; absent where it was not. */
  readonly retiredAt?: Instant;
  /** Its accounts; one so far. */
  readonly methods: readonly {
    /** What quotes and payouts name. */
    readonly destinationAccountId: string;
    /** How it is paid: into a bank account, or to a wallet. */
    readonly kind: 'fiat' | 'crypto';
    readonly currency: Currency;
    /** As registered; account numbers and addresses show their last four characters. */
    readonly recipientDetails: Readonly<Record<string, string>>;
    /** What whoever owns the account should know before it is paid; of wallets only. */
    readonly notice?: string;
  }[];
  readonly createdAt: Instant;
}

/** How much goes back, and why. */
export interface RefundPayment {
  /** In the payment’s currency, with at most as many places as it has; absent: everything still refundable. */
  readonly amount?: Amount;
  /** Shown on the refund; absent: none is given. */
  readonly reason?: 'requested_by_customer' | 'duplicate' | 'fraudulent' | 'other';
  /** For yourself: the buyer does not see it. It may have line breaks; empty: none. */
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
  /** Tokens pay links in USD. */
  readonly currency: 'USD';
  readonly details: NewCryptoDetails;
};

/** An endpoint with its signing secret. */
export interface RegisteredWebhookEndpoint {
  /** Names the endpoint in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Yours; absent where none was given. */
  readonly description?: string;
  /** Types that it is sent; empty: all default types. */
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
  /** Whether it is sent events. */
  readonly enabled: boolean;
  /** Why it is disabled, where nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** Failed attempts since the last that was accepted. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** Present while events of some type are held back because attempts fail: when the next ones are tried. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
  /** Signs the deliveries; shown once. */
  readonly secret: string;
}

/** A payout link with its new address, where that was not mailed to the payee. */
export interface RenewedPayoutLink {
  /** Names the link in paths. */
  readonly payoutLinkId: string;
  /** `claimed`: a payout was made, and `payoutId` names it. The other two paid nothing, and never will. */
  readonly status: 'open' | 'claimed' | 'canceled' | 'expired';
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: what is debited. `destination`: what arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The payee whom you named; the page asks for no other. */
  readonly payeeName?: string;
  /** Where a new address of the page is mailed. */
  readonly payeeEmail?: string;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the payee reads above the form. */
  readonly note?: string;
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** Where the payee may have an account. */
  readonly countries: readonly string[];
  /** The most that it may debit. Taken out of the available balance while it is open. */
  readonly held: Money;
  /** Why a payee was asked to try again later; absent where none was. */
  readonly waitingFor?: {
    /**
     * The error `type` that a payout of yours would have been refused with, or `pending_approval` (people vote on what
     * a payee has typed), `other_details` (people have agreed to other details than a payee has typed since),
     * `too_few_voters` (the claim is above a threshold, and nobody could vote on it), `restored` (a restore of our
     * data has closed the link: cancel it, and make another).
     */
    readonly code: string;
    /** When a payee first met it. */
    readonly at: Instant;
  };
  /** The approval that it came from, or that a claim of it has asked for. */
  readonly approvalId?: string;
  /** The payout that it became. */
  readonly payoutId?: string;
  /** Why it was canceled. `payee_refused`: screening refused the payee. */
  readonly canceledBecause?: 'canceled' | 'payee_refused' | 'approval_rejected' | 'creator_removed';
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Nobody can claim it from then on. */
  readonly expiresAt: Instant;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  /** The address of its page, in no other answer. Whoever has it can claim the link. */
  readonly url?: string;
}

/** Which deliveries are made again, by when their events were recorded. */
export interface ReplayWebhookDeliveries {
  /** ISO 8601 with a time zone; inclusive. */
  readonly from: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly to: string;
  /** `failed`: those that failed and those that are dead. Default: "failed". */
  readonly status?: 'failed' | 'all';
}

/** How far this call came. */
export interface ReplayedWebhookDeliveries {
  /** How many this call asked for again. */
  readonly requeued: number;
  /** Present when there may be more: send it as `from`, with the same `to`, to go on. */
  readonly nextFrom?: Instant;
}

/** A run that waits for votes. */
export interface RequestedBatch {
  /** The run. */
  readonly batchId: string;
  /** Your name of the run. */
  readonly externalReferenceId: string;
  /** Its lines, valid or not. */
  readonly itemCount: number;
  /** Lines that become payouts. */
  readonly valid: number;
  /** Lines that are left out. */
  readonly invalid: number;
  /** What the valid lines ask for. */
  readonly requested: readonly RequestedTotal[];
  /**
   * The most that the run may debit, or have you send yourself: 5 percent above today’s price, fees included. Lines
   * beyond it fail with `RATE_DRIFT_EXCEEDED`.
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
  /** The account that would become `active`. */
  readonly accountId: string;
  /** `bank` or `crypto`. */
  readonly kind: string;
  /** What it takes. */
  readonly currency: string;
  /** As they were registered. */
  readonly details: Readonly<Record<string, string>>;
}

/** One way to pay a link. */
export type RequestedMethod = {
  /** Paid by card. */
  readonly kind: 'card';
} | {
  /** Paid by bank transfer, into `accountId`. */
  readonly kind: 'bank';
  /** A collection account of this kind. */
  readonly accountId?: string;
} | {
  /** Paid in tokens: an `accountId`, or `token`, `chain` and `address` of a registered one. */
  readonly kind: 'crypto';
  /** A collection account of this kind. */
  readonly accountId?: string;
  /** The stablecoin. */
  readonly token?: 'USDC' | 'USDT';
  /** The network that it moves on; `USDT` is paid on `ethereum` only. */
  readonly chain?: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address?: string;
};

/** A payout that waits for votes. */
export interface RequestedPayout {
  /** Who is paid. */
  readonly recipientId: string;
  /** The account that is paid. */
  readonly destinationAccountId: string;
  readonly amount: Amount;
  /** What `amount` is of: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Present where you send the money yourself. */
  readonly funding?: 'self';
  /** What has to arrive; absent: any price of then is taken. */
  readonly expectDestination?: {
    readonly amount: Amount;
    /** How much less may arrive, as a fraction: `0.01` is one percent. */
    readonly tolerance: string;
  };
  /** The most that you will send, where you fund it yourself. */
  readonly sourceAmount?: Amount;
}

/** A payout link that waits for votes. */
export interface RequestedPayoutLink {
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: what is debited. `destination`: what arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** Who is paid. */
  readonly payeeName: string;
  /** Who gets the address of the page, and nobody else. */
  readonly payeeEmail: string;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** What the payee reads above the form. */
  readonly note?: string;
  /** Where the payee may have an account. */
  readonly countries: readonly string[];
  /** Where the page leads after the claim. */
  readonly returnUrl?: string;
  /** Absent: 30 days after the link is made. */
  readonly expiresAt?: Instant;
}

/** A claim of a payout link that waits for votes. */
export interface RequestedPayoutLinkClaim {
  /** The link that was claimed. It stays open. */
  readonly payoutLinkId: string;
  readonly amount: Amount;
  readonly currency: Currency;
  /** `source`: what is debited. `destination`: what arrives. */
  readonly amountLeg: 'source' | 'destination';
  /** The most that is debited: what the link holds. */
  readonly largestDebit: Money;
  /** Yours; absent where none was given. */
  readonly reference?: string;
  /** On whose behalf it is paid; absent where nobody was named. */
  readonly endUserId?: string;
  /** Id of a payment reason; absent where none was given. */
  readonly purposeOfPayment?: string;
  /** Your own texts, as they were given; absent where none were. */
  readonly metadata?: Readonly<Record<string, string>>;
  /** Where the link’s address was sent, where you said so. */
  readonly payeeEmail?: string;
  /** What the payee reads above the form. */
  readonly note?: string;
  /** Who says that they are the payee, and the account that would be paid. */
  readonly recipient: {
    /** A person or a company. */
    readonly type: 'individual' | 'business';
    /** The holder of the account. */
    readonly name: string;
    /** ISO 3166 alpha-2 code. */
    readonly country: string;
    /** The account that would be paid. */
    readonly method: {
      /** How it is paid. */
      readonly kind: 'fiat' | 'crypto';
      readonly currency: Currency;
      /** The fields of the corridor, as the payee typed them. */
      readonly recipientDetails: Readonly<Record<string, string>>;
    };
  };
}

/** A change of the policy, before and after. */
export interface RequestedPolicyChange {
  /** What was in force, of what the change names. */
  readonly from: {
    /** Largest payout, and largest sums of a UTC day: in all, and for one end user. */
    readonly limits?: {
      /** null lifts it; absent leaves it as it is. */
      readonly single?: Amount | null;
      /** null lifts it; absent leaves it as it is. */
      readonly daily?: Amount | null;
      /** null lifts it; absent leaves it as it is. */
      readonly perEndUserDaily?: Amount | null;
    };
    /**
     * At most so many payouts in any so many minutes; null lifts it. Counts every payout that was sent while a
     * velocity cap was set, those of batches and approvals too, and also if it failed or was canceled since.
     */
    readonly velocity?: {
      /** How many. */
      readonly payouts: number;
      /** Length of the window that slides. */
      readonly minutes: number;
    } | null;
    /** Replaced whole; null lifts it. */
    readonly approvals?: {
      /** Payouts above it wait for approval; null: none does, only changes of the policy. */
      readonly threshold: Amount | null;
      /**
       * What may leave a UTC day without a vote, fees included: a payout that would take the day above it waits for
       * approval, whatever its amount. Every payout of the day counts that nobody approved, also those sent before
       * this was set. null or absent: no such bound.
       */
      readonly dailyThreshold?: Amount | null;
      /** How many votes approve. */
      readonly quorum: number;
      /** The voters: user ids, each once, more than the quorum. Members who may vote. */
      readonly approvers: readonly string[];
    } | null;
  };
  /** What comes into force. */
  readonly to: {
    /** Largest payout, and largest sums of a UTC day: in all, and for one end user. */
    readonly limits?: {
      /** null lifts it; absent leaves it as it is. */
      readonly single?: Amount | null;
      /** null lifts it; absent leaves it as it is. */
      readonly daily?: Amount | null;
      /** null lifts it; absent leaves it as it is. */
      readonly perEndUserDaily?: Amount | null;
    };
    /**
     * At most so many payouts in any so many minutes; null lifts it. Counts every payout that was sent while a
     * velocity cap was set, those of batches and approvals too, and also if it failed or was canceled since.
     */
    readonly velocity?: {
      /** How many. */
      readonly payouts: number;
      /** Length of the window that slides. */
      readonly minutes: number;
    } | null;
    /** Replaced whole; null lifts it. */
    readonly approvals?: {
      /** Payouts above it wait for approval; null: none does, only changes of the policy. */
      readonly threshold: Amount | null;
      /**
       * What may leave a UTC day without a vote, fees included: a payout that would take the day above it waits for
       * approval, whatever its amount. Every payout of the day counts that nobody approved, also those sent before
       * this was set. null or absent: no such bound.
       */
      readonly dailyThreshold?: Amount | null;
      /** How many votes approve. */
      readonly quorum: number;
      /** The voters: user ids, each once, more than the quorum. Members who may vote. */
      readonly approvers: readonly string[];
    } | null;
  };
}

/** The lines of a run for one corridor and leg. */
export interface RequestedTotal {
  /** Where the money goes. */
  readonly corridorId: string;
  /** What the amounts are of: see `CreatePayout`. */
  readonly amountLeg: 'source' | 'destination' | 'source_net';
  /** Of the leg. */
  readonly currency: string;
  /** Present where you send the money yourself. */
  readonly funding?: 'self';
  /** How many lines. */
  readonly count: number;
  readonly amount: Total;
}

/** What the member becomes. */
export interface RoleChange {
  /** What the person may do. */
  readonly role: 'owner' | 'admin' | 'operator' | 'viewer';
}

/** The public key of the successor. */
export interface RotateApiKey {
  /**
   * PEM, SubjectPublicKeyInfo, P-256; its line ends may be escaped. Never send a private key: rotate one that was
   * pasted.
   */
  readonly publicKey?: string;
  /** Instead: a point on P-256 in hexadecimal. The key then authenticates with stamps. */
  readonly custodyPublicKey?: string;
  /**
   * When the predecessor ends: ISO 8601 with a time zone, within 30 days; 24 hours from now when absent. Never later
   * than its expiry.
   */
  readonly deadline?: string;
}

/** An endpoint with its new signing secret. */
export interface RotatedWebhookEndpoint {
  /** Names the endpoint in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Yours; absent where none was given. */
  readonly description?: string;
  /** Types that it is sent; empty: all default types. */
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
  /** Whether it is sent events. */
  readonly enabled: boolean;
  /** Why it is disabled, where nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** Failed attempts since the last that was accepted. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** Present while events of some type are held back because attempts fail: when the next ones are tried. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
  /** Signs the deliveries; shown once. */
  readonly secret: string;
  /** Until then the secret before signs too. */
  readonly previousValidUntil: Instant;
}

/** A transfer on a chain of the sandbox. */
export interface SandboxTransfer {
  /** Of the transaction, which the sandbox made up. */
  readonly hash: string;
  /** Of the transfer in its block. */
  readonly logIndex: number;
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The network that it moves on; `USDT` is paid on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** Where the tokens went. */
  readonly address: string;
  /** Decimal string, with the six places of the token. */
  readonly amount: Total;
  /** Number of its block. */
  readonly block: number;
  /** When its block is final: before that it counts for nothing. */
  readonly finalAt: Instant;
}

/** Tokens to send to an address, as a buyer would. */
export interface SendSandboxTransfer {
  /** The stablecoin. */
  readonly token: 'USDC' | 'USDT';
  /** The network that it moves on; `USDT` is paid on `ethereum` only. */
  readonly chain: 'ethereum' | 'polygon' | 'base' | 'arbitrum';
  /** With mixed case it must match its checksum (EIP-55). */
  readonly address: string;
  /** Decimal string with at most six places. */
  readonly amount: string;
}

/** References for the simulated payment. */
export interface SimulateCheckoutPayment {
  /** Yours: simulating under it again answers the first payment. */
  readonly reference?: string;
  /** The link's when absent. */
  readonly clientReferenceId?: string;
}

/** A card of the sandbox. */
export interface TestCard {
  /** To type into the page of the sandbox. */
  readonly number: string;
  /** The card scheme. */
  readonly brand: string;
  /** Why it is declined; absent for a card that is charged. */
  readonly declined?: string;
}

/** Which example to send. */
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
 * Your own texts: at most 20 keys of 40 characters (`A-Z a-z 0-9 _ . -`), values of 200, 2 KiB in all as JSON. A key
 * with an empty value is left out. The rail is told them too: no secrets, and nothing about a person that it need not
 * know.
 */
export type TextMetadata = Readonly<Record<string, string>>;

/** Decimal string with the places of the currency. */
export type Total = string;

/**
 * A field that is absent stays; null takes it away. `metadata` is replaced whole. `taxRate` and `taxInclusive` are
 * ignored without `items`.
 */
export interface UpdateLink {
  /** Sells this product, at its price of now. Not beside `currency` and `items`. */
  readonly productId?: string;
  readonly currency?: Currency;
  /** What is sold: the lines of the price. */
  readonly items?: readonly PriceItem[];
  /** Percent, as a decimal string of at most four places. */
  readonly taxRate?: string;
  /** Whether the amounts have the tax in them already. */
  readonly taxInclusive?: boolean;
  readonly successUrl?: string | null;
  readonly cancelUrl?: string | null;
  readonly clientReferenceId?: string | null;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Whose page it is; empty: the organization's name. */
  readonly fromName?: '' | string;
  /** How it can be paid, each kind once; `[]` makes a link that nothing can pay. */
  readonly methods?: readonly RequestedMethod[];
  readonly maxPayments?: number | null;
  /** ISO 8601 with a time zone. From then on the page takes nothing; null: it runs until paused. */
  readonly expiresAt?: string | null;
}

/** A field that is absent stays; null takes it away. `metadata` is replaced whole. */
export interface UpdateProduct {
  /** What the buyer reads. */
  readonly name?: string;
  readonly description?: string | null;
  /** What one costs: a decimal string, with at most as many places as the currency has. */
  readonly unitAmount?: Amount;
  readonly taxRate?: string | null;
  /** Whether the amounts have the tax in them already. */
  readonly taxInclusive?: boolean;
  /** Your own fields: an object of at most 8 KiB as JSON. */
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What became of sending one event to one endpoint. */
export interface WebhookDelivery {
  /** Replay it by this id. */
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
   * `pending`: asked for again, not attempted yet. `failed`: there is another attempt at `nextAttemptAt`. `dead`:
   * there is none.
   */
  readonly status: 'pending' | 'succeeded' | 'failed' | 'dead';
  /** Attempts so far; since the last replay, where there was one. */
  readonly attempt: number;
  /** Of the last answer; absent when none came. */
  readonly responseStatus?: number;
  /**
   * What was answered to the last attempt that failed, or why nothing was: its first 4 KB, or 1 KB of a compressed
   * answer.
   */
  readonly lastError?: string;
  /** When it is attempted next; while the endpoint is paused, not before that is resumed. */
  readonly nextAttemptAt?: Instant;
  /** When its event was recorded. */
  readonly createdAt: Instant;
  readonly lastAttemptAt: Instant;
}

/** A receiver of events, with its health. */
export interface WebhookEndpoint {
  /** Names the endpoint in paths. */
  readonly id: string;
  /** Where events are sent. */
  readonly url: string;
  /** Yours; absent where none was given. */
  readonly description?: string;
  /** Types that it is sent; empty: all default types. */
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
  /** Whether it is sent events. */
  readonly enabled: boolean;
  /** Why it is disabled, where nobody paused it. */
  readonly disabledReason?: 'auto_disabled_after_failures';
  /** Failed attempts since the last that was accepted. */
  readonly consecutiveFailures: number;
  readonly lastSuccessAt?: Instant;
  readonly lastFailureAt?: Instant;
  /** The beginning of the answer to the last failed attempt. */
  readonly lastError?: string;
  /** Present while events of some type are held back because attempts fail: when the next ones are tried. */
  readonly nextProbeAt?: Instant;
  readonly createdAt: Instant;
}

/** An endpoint was disabled. */
export interface WebhookEndpointEvent {
  /** Equals the svc-id header of its deliveries; dedupe on it. */
  readonly id: string;
  /** Total order; the cursor of the feed. */
  readonly sequence: string;
  /** Tells what `data` is. */
  readonly type: 'webhook_endpoint.disabled';
  readonly createdAt: Instant;
  /** Shape of `data`; branch on it before you parse that. */
  readonly apiVersion: 1;
  /** True where real money moves; false in the sandbox. */
  readonly livemode: boolean;
  /** Null on `payout_batch.*`. */
  readonly payoutId?: string | null;
  /** Of `payout_batch.*`, and of `payout.*` of a payout that a batch made. */
  readonly batchId?: string;
  readonly data: WebhookEndpoint;
}

/** What came of the example. */
export interface WebhookTestResult {
  /** The `svc-id` of the delivery. It is in no feed. */
  readonly eventId: string;
  /** Whether the answer was a 2xx. */
  readonly accepted: boolean;
  /** HTTP status of the answer; absent when none came. */
  readonly responseStatus?: number;
  /** What the endpoint answered, or why it did not. */
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
  /** Id of a receipt by crypto. */
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
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** `true` begins the text with a byte order mark, by which Excel knows that it is UTF-8. */
  readonly bom?: 'true' | 'false';
}

export type FundSandboxParams = FundSandbox;

export type GetBalanceParams = Record<string, never>;

export interface GetBalanceHistoryParams {
  /** Rows in one currency; ISO 4217. */
  readonly currency?: Currency;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface GetBalanceHistoryResult {
  /** In the order that the operation states; empty where there is none. */
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
  /** Always `ok`: what is not is answered 503. */
  readonly status: 'ok';
}

export interface GetIdempotencyKeyParams {
  /** The `Idempotency-Key` that was sent. */
  readonly key: string;
}

export interface GetIndicativeRateParams {
  /** What is debited in: ISO 4217. */
  readonly from: Currency;
  /** What arrives in: ISO 4217. */
  readonly to: Currency;
  /** In `from`; 100 when absent. Default: "100". */
  readonly amount?: Amount;
}

export interface GetLinkParams {
  /** Id of a checkout link. */
  readonly linkId: string;
}

export type GetOpenApiParams = Record<string, never>;

export interface GetOpenApiResult {
  /** Version of OpenAPI. */
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
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
}

export interface ListApiKeysResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly ApiKey[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListApprovalsParams {
  /** One status; all of them when absent. */
  readonly status?: 'pending' | 'approved' | 'executed' | 'rejected' | 'expired' | 'failed';
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
}

export interface ListApprovalsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Approval[];
  readonly completeUntil: CompleteUntil;
}

export interface ListAuditEventsParams {
  /** Or the `id` of a row. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** One that `AuditEvent` lists. */
  readonly action?: string;
  /** What was acted on. */
  readonly resourceId?: string;
  /** An `apiKeyPrefix`. */
  readonly apiKey?: string;
  /** A `userId`. */
  readonly actorUserId?: string;
  /** The x-request-id of a call. Reads and replays have no row. */
  readonly requestId?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface ListAuditEventsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly AuditEvent[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListBalanceTransactionsParams {
  /** The `nextCursor`, or the `id` of a row. */
  readonly cursor?: string;
  /** 1 to 100; 100 when absent. */
  readonly limit?: number;
  /** Comma-separated: deposit, payout, payout_return, hold, hold_release, adjustment. */
  readonly type?: string;
  /** Rows of one payout. */
  readonly orderId?: string;
  /** Rows in one currency; ISO 4217. */
  readonly currency?: Currency;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdAfter?: string;
  /** ISO 8601 with a time zone; inclusive. */
  readonly createdBefore?: string;
}

export interface ListBalanceTransactionsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly BalanceTransaction[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListCheckoutPaymentsParams {
  /** Id of a checkout link. */
  readonly linkId: string;
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 20 when absent. Above 100 it is 100; what is no size is 20. */
  readonly limit?: number | string;
}

export interface ListCheckoutPaymentsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly CheckoutPayment[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListCheckoutScenariosParams = Record<string, never>;

export interface ListCheckoutScenariosResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly CheckoutScenario[];
  /** What the card page of the sandbox takes; no other number. */
  readonly cards: readonly TestCard[];
}

export interface ListCollectionAccountsParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Comma-separated: pending, active, removed. */
  readonly status?: string;
}

export interface ListCollectionAccountsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly CollectionAccount[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListCorridorsParams = Record<string, never>;

export interface ListCorridorsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Corridor[];
}

export interface ListDepositsParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Comma-separated: pending, completed. */
  readonly status?: string;
}

export interface ListDepositsResult {
  /** In the order that the operation states; empty where there is none. */
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
  /** Events of one payout. */
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
  /** 1 to 500; 100 when absent. */
  readonly limit?: number;
}

export interface ListEventsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Event[];
  /** Send it back as `since`; also where there was nothing new. */
  readonly nextSince: string;
}

export interface ListLinksParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 20 when absent. */
  readonly limit?: number;
  /** Comma-separated: draft, sent, paused, expired. */
  readonly status?: string;
}

export interface ListLinksResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Link[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export type ListMembersParams = Record<string, never>;

export interface ListMembersResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Member[];
  /** Open invitations; those that were used, revoked or have expired are gone. */
  readonly invitations: readonly Invitation[];
}

export interface ListOrdersParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** The `reference` of a payout. Another composition, kind of space or invisible character makes no difference. */
  readonly reference?: string;
  /** Comma-separated: pending, processing, completed, failed, returned, canceled. */
  readonly status?: string;
}

export interface ListOrdersResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Payout[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPaymentReasonsParams {
  /** What the recipient gets; the default catalog when absent. */
  readonly currency?: Currency;
}

export interface ListPaymentReasonsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly PaymentReason[];
}

export interface ListPayoutBatchItemsParams {
  /** Id of a batch. */
  readonly batchId: string;
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Comma-separated: pending, valid, invalid, created, create_failed. */
  readonly status?: string;
}

export interface ListPayoutBatchItemsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly PayoutBatchItem[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutBatchesParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Your name of the run. Another composition, kind of space or invisible character makes no difference. */
  readonly externalReferenceId?: string;
  /** Comma-separated: received, validating, awaiting_confirmation, creating, completed, canceled. */
  readonly status?: string;
}

export interface ListPayoutBatchesResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly PayoutBatch[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutLinksParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Your name of the payout. Another composition, kind of space or invisible character makes no difference. */
  readonly reference?: string;
  /** Comma-separated: open, claimed, canceled, expired. */
  readonly status?: string;
}

export interface ListPayoutLinksResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly PayoutLink[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListPayoutScenariosParams {
  /** Outcomes of one corridor; all when absent. */
  readonly corridorId?: string;
}

export interface ListPayoutScenariosResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly PayoutScenario[];
}

export interface ListProductsParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Comma-separated: active, archived. */
  readonly status?: string;
}

export interface ListProductsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly Product[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListReceiptsParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Comma-separated: unmatched, assigned. */
  readonly status?: string;
}

export interface ListReceiptsResult {
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly CryptoReceipt[];
  readonly completeUntil: CompleteUntil;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

export interface ListRecipientsParams {
  /** The previous `nextCursor`, verbatim. */
  readonly cursor?: string;
  /** 1 to 100; 50 when absent. */
  readonly limit?: number;
  /** Your key of the recipient. Another composition, kind of space or invisible character makes no difference. */
  readonly externalId?: string;
}

export interface ListRecipientsResult {
  /** In the order that the operation states; empty where there is none. */
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
  /** In the order that the operation states; empty where there is none. */
  readonly data: readonly WebhookEndpoint[];
}

export interface ListWebhookDeliveriesParams {
  /** Id of a webhook endpoint. */
  readonly endpointId: string;
}

export type ListWebhookDeliveriesResult = (readonly WebhookDelivery[]);

export type ListWebhookEndpointsParams = Record<string, never>;

export interface ListWebhookEndpointsResult {
  /** In the order that the operation states; empty where there is none. */
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
   * Of the keys that they issued or rotated, and those that such keys were rotated to: `revoke` ends them at once with
   * the approvals that they asked for, `keep` leaves them as they are.
   */
  readonly keys?: 'revoke' | 'keep';
  /**
   * With `keep`, open payout links that the member and the revoked keys have made stay open. They can still be
   * claimed, canceled one by one, and expire. Without it, they are canceled.
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
   * With `keep`, open payout links that the keys have made stay open. They can still be claimed, canceled one by one,
   * and expire. Without it, they are canceled.
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

/** Every operation of the service, one method each; the organization's id is filled in. */
export abstract class Operations {
  protected abstract request<Result>(
    operation: Operation,
    params: object,
    options: GuardedWriteOptions | undefined,
  ): Promise<Result>;

  /**
   * Accept short money for a payment
   *
   * A bank payment of which less than its amount came in (`receivedBase`) stays `pending` until the rest comes or it
   * is accepted: then it is `paid`, and emits `checkout_payment.paid`. What comes afterwards is a payment of its own,
   * `late`. A payment that is `paid` stays as it is; one of which nothing came in is a `BAD_REQUEST`.
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
   * Accept a deposit that is held
   *
   * A bank transfer of less than was expected is held until it is accepted: then it is in the balance, and emits
   * `deposit.completed`. So is what was sent to a payout and did not fund it; owners and admins accept that, once it
   * has reached the treasury: `CONFLICT` until then, and while its token is not accepted. A completed deposit stays as
   * it is.
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
   * Sends the money: debits the balance and creates the payout. One with `requiresFunding` debits nothing: you send
   * the money yourself, as its funding instructions say.
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
   * Who was a voter of the policy when it was asked for, and still is, votes (`electorate`). Not who asked, nor who
   * issued or rotated the key that did or any key that it descends from; where one vote is enough, nor who invited one
   * of them, directly or through others. The vote that completes the quorum has it executed within seconds. A person’s
   * first vote stands: sent again, or its opposite, it is answered with the approval unchanged. A vote that names
   * another `contentHash` than the approval has is `CONFLICT`.
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
   * No new link can be made from it; links that were go on. One that is archived already stays as it is.
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
   * Puts what came on a payment by crypto in the same token, in whole cents: less than the amount leaves it `pending`,
   * what completes it makes it `paid`, and on one that was paid it is a payment of its own, `late`. A transfer is on
   * one payment: assigned to the same one again it stays as it is, to another it is a `CONFLICT`, also where somebody
   * else who has registered the address was first.
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
   * Only while it is `pending` and awaits your own funds. Emits `payout.canceled`.
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
   * Until creation starts; ends the approval that it waits for. Its `externalReferenceId` stays taken. Emits
   * `payout_batch.canceled`.
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
   * Nobody can claim it from then on, and what it held is available again. One that is canceled or expired already is
   * answered as it is. Of one that was claimed the answer is a `CONFLICT` that names the payout.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox alone.
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
   * Change what a member may do
   *
   * Nobody changes their own role, and only an owner makes or changes an owner. Who may do less from now on loses what
   * they have begun, and the invitations that they made.
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
   * Changes the caps and rules that the body names, as a whole and at once. A change that loosens one of them (a
   * higher or lifted cap, threshold, daily threshold or velocity cap, a smaller quorum, an approver more, no
   * approvals) is answered 202 where the organization has approvals, and waits for them as a payout does, for 24 hours
   * at most. Without approvals there is nobody to ask, and it holds at once.
   *
   * With its votes it is executed within seconds, unless what it changes was changed otherwise meanwhile: then it
   * fails with `CONFLICT`.
   *
   * Caps are set within the platform’s (`BAD_REQUEST`); one that is lifted leaves the platform’s. Approvals name their
   * voters (`approvers`): members who may vote, and more than the quorum, because whoever asks does not vote. Anything
   * else is a `BAD_REQUEST`. Only naming makes a voter, and it waits for the votes of those who are voters; a voter
   * less holds at once while more than the quorum remain. Who loses a role that votes is struck. Where too few remain
   * to agree to a change that loosens, it is refused at once (`BAD_REQUEST`); thresholds can still be lowered.
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
   * Makes payouts of the valid lines; invalid ones stay refused. Where the policy has a threshold of any kind, the
   * first confirm asks for one approval of the whole run and answers 202; so does every other until people have voted.
   * After a rejection: `PAYOUT_BATCH_AWAITING_APPROVAL`; after an approval that expired or failed a confirm asks anew.
   * A run whose API key was revoked only a member can confirm.
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
   * Names the transaction by which you have sent the money of a payout with `requiresFunding`. Once it is in a block
   * and sends enough, `funding.status` is `confirming`, the payout can no longer be canceled, and it is sent when the
   * transaction is final. The money is found without a confirmation, too. The same transaction again is answered with
   * the payout as it is.
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
   * Create a link that buyers pay on a hosted page
   *
   * Sells a product, or `items` in a `currency`. The total is fixed here: a new price of the product changes no link.
   * A draft, until it is published; with `publish: true` it is live on return. Branch on `status`: a draft that could
   * not be published is kept, and `publishError` says why. A deadline that has passed is such a reason
   * (`LINK_EXPIRED`), as are card payments that are not set up.
   *
   * When the card processor does not answer, the answer is 500 `INTERNAL` and the draft is kept: list drafts, then
   * publish or delete it. The same request under the same key goes on with that draft; while the attempt is not
   * settled, 15 minutes at most, and once the draft was edited or deleted, it answers `CONFLICT`.
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
   * Debits the balance and sends the money at the price of the moment. Caps count debits, fees included, per UTC day;
   * one that fails, is returned or canceled gives its amount back that day. Velocity caps count payouts in a sliding
   * window and give none back. `PAYOUT_LIMIT_EXCEEDED` names the cap.
   *
   * Where the policy has an approval threshold, a payout that would debit more, fee included, is answered 202: its
   * amount is held for up to 24 hours while approvers vote. Approved, it is sent at the price of that moment, if that
   * debits no more than is held and `expectDestination` allows it; `payout_approval.executed` names the payout. The
   * same holds above a daily threshold, for what left on the UTC day without a vote. With too few voters:
   * `BAD_REQUEST`.
   *
   * With `funding: self` it debits nothing and waits for the money: see its funding.
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
   * Submit payouts as one run
   *
   * Stores up to 1,000 payouts and answers at once; nothing is validated, priced or debited yet. A malformed line
   * refuses the whole run (`items[n]…`) and stores nothing. Then every line is validated: what would refuse it at any
   * price makes it `invalid`. Lines that say the same as another one (`10` and `10.00` are one amount), or have its
   * `reference`, are `invalid` unless `X-Allow-Duplicate: true` is sent. With `autoCommit`, no invalid line and no
   * approval threshold the valid lines become payouts; otherwise the run waits in `awaiting_confirmation`.
   *
   * The body may have 2,621,440 bytes. Send UTF-8: an escape such as `\u00e4` takes six.
   *
   * Lines are created in their order, each at the price of its moment. One that is refused is `create_failed` with its
   * `errors`, and stops no other. `payout_batch.completed` says that every line is resolved, not that money has
   * settled.
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
   * Make a payout link
   *
   * For a payee whose account you do not know. Send them the `url`: on its page they enter their account, see the
   * price and claim the amount, once. Then the payout goes on like any other, and names the link as its
   * `payoutLinkId`. The `url` is in this answer alone; replays of the same key show it again. Whoever has it can claim
   * the link.
   *
   * The most that the payout may debit is held until the link is claimed, canceled or expires. With `amountLeg:
   * source` that is the amount; with `destination` it is the price of now in the dearest of `countries`, and 5 percent
   * more.
   *
   * Caps are checked here and counted at the claim. Above an approval threshold the answer is 202, and `payeeName` and
   * `payeeEmail` are required: with the votes the link is made, and its address is mailed to the payee and shown to
   * nobody else. An organization has at most 10,000 open links.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox alone.
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
   * Something that links sell at a price. A link copies what it needs: no later change of the product reaches it.
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
   * Locks a price for a payout to an account. No money moves, and nothing is taken of a cap: the payout is held
   * against it again. Where an approval threshold, of a payout or of a day, or a velocity cap is set, at any amount:
   * `USE_POST_PAYOUTS`.
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
   * Registers a payee. With an `externalId` that is known it answers the recipient that is there, if every field that
   * is sent says what is registered; else `BENEFICIARY_EXTERNAL_ID_CONFLICT` names the fields that differ, and nothing
   * is changed. A wallet is paid by a transfer that a contract makes, which some exchanges do not credit.
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
   * Drafts only: anything else is `BAD_REQUEST`. `CONFLICT` while the draft is being published.
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
   * Paused, it is sent nothing, and events go on being recorded. Resuming clears its health, sends what was recorded
   * meanwhile and goes on with retries where they stood. Its secret stays. What is so already stays as it is.
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
   * In the order of the list, at most 5,000 rows; where there are more, the header `x-next-cursor` asks for them.
   * Amounts are decimal strings. A text that a spreadsheet would calculate has an apostrophe before it. Metadata is
   * left out.
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
   * The rows of the balance transactions, oldest first and in one answer. More than 5,000 payouts or 15,000 rows are
   * HISTORY_TOO_LARGE: ask for a shorter time, or page the balance transactions.
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
   * Ask whether the service works
   *
   * It reads its table once. The answer is kept for five seconds, so ask no more often.
   */
  getHealth(params: GetHealthParams = {}, options?: CallOptions): Promise<GetHealthResult> {
    return this.request(
      { method: 'GET', path: '/health', answers: 'status' },
      params,
      options,
    );
  }

  /**
   * Read what was done under an idempotency key
   *
   * For a caller who lost the answer. It never shows the answer itself: send the same request with the same key for
   * that. `NOT_FOUND` says that nothing was done under the key: it was never used, or its request was refused, which
   * frees it.
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
   * A price without a recipient. Nothing is locked: quote for that. An amount that no quote would take is refused.
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
   * A published link whose `expiresAt` has passed is `expired`.
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
   * Read this API as an OpenAPI 3.1 document
   *
   * It changes with a release only, and is cached for five minutes.
   */
  getOpenApi(params: GetOpenApiParams = {}, options?: CallOptions): Promise<GetOpenApiResult> {
    return this.request(
      { method: 'GET', path: '/openapi.json', answers: 'openapi' },
      params,
      options,
    );
  }

  /**
   * Read a payout
   *
   * The record for reconciliation.
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
   * Its status, its items counted by status, and its totals.
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
   * Where to send the money of a payout that you fund yourself: one with `requiresFunding`, while it is `pending`.
   * `CONFLICT` while its token is not accepted: then send nothing.
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
   * Without the address of its page, which is shown once.
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
   * Features, caps and approval rules of the organization. A cap that is null does not hold.
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
   * Answers a `token` that makes whoever joins with it a member, once, within 7 days; it is shown once, and mailed to
   * the address. Only an owner invites an owner. One open invitation an address, and none where a member has it; ten a
   * member. It ends with the role or membership of who made it. In 24 hours at most 3 are mailed to one address and 50
   * in all (`RATE_LIMITED`).
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
   * Registers the public half of a P-256 key pair; make the pair on your side and keep the private half there. An
   * organization has at most 100 keys that can be used. Owners and admins alone issue keys, and with them the
   * `refunds` scope.
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
   * Join by an invitation
   *
   * Spends the invitation. A token that is wrong, spent, revoked or expired is `FORBIDDEN`, like an organization that
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
   * Newest first; those that were revoked or have expired too.
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
   * Newest first. There is no cursor: `status` finds those that wait.
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
   * One row per mutation, newest first; kept for five years. Go on while there is a `nextCursor`. To miss none, take
   * rows before `completeUntil` and begin there the next time.
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
   * The ledger, newest first: one append-only row per change of the spendable balance.
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
   * The last recorded first, which is the order of `createdAt`, and strongly consistent: what confirms a payment.
   * Never confirm one from a redirect of the page alone. A payment keeps its position: one that was recorded as
   * `pending` stays where it is when it is paid, so read such changes from the events `checkout_payment.*`.
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
   * List the outcomes of the sandbox of checkout
   *
   * What the last two digits of a total, and of the amount of a refund, choose, and the test cards.
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
   * Newest first, with those that were removed.
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
   * Where money can be sent, within which amounts, and which fields a recipient there needs.
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
   * Newest first. A bank transfer of less than was expected is `pending` until it is accepted in the dashboard.
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
   * Every change of state in order, oldest first. Poll with the last `nextSince`; dedupe on `id`.
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
   * Newest first, by `status` as it is now: a published link whose `expiresAt` has passed is `expired`.
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
   * Whole, the longest here first: an organization has at most 200 members and 50 open invitations.
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
   * Newest first; with `reference` those that carry it. Strongly consistent: what is not here did not happen. Ordered
   * by when each was asked for, or by when it was made if that was more than a minute later, as for a batch that
   * waited to be confirmed.
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
   * What `purposeOfPayment` may be. Ids differ by network: send back exactly one of those of the currency.
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
   * In their order. Items that were not validated before a run was canceled are kept for 30 days, all others for good.
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
   * Newest first; with `externalReferenceId` the one that has it. Strongly consistent: what is not here was not
   * submitted.
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
   * Newest first; with `reference` those that have it. Strongly consistent: a link that is not here was not made, or
   * waits for votes.
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
   * List the outcomes of the sandbox
   *
   * By corridor and outcome: a complete valid account whose payouts end that way. The page of a payout link takes
   * these accounts, too.
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
   * List receipts by crypto
   *
   * Transfers to the addresses of the organization that are not the exact amount of an attempt, or came for none:
   * newest first, by the time of their block, or by when they were recorded if that was more than a minute later. They
   * count for nothing until a member assigns them to a payment. Addresses are read while attempts are open, and for a
   * week after the last one.
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
   * Newest first, retired ones too; with `externalId` the one that has it.
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
   * The 50 deliveries that were attempted last, newest first, without payloads: the feed has those, with `eventId` as
   * `id`.
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
   * All of them with their health, newest first, on one page, whoever registered them. Never their secrets.
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
   * The 50 deliveries that were attempted last, newest first, without payloads: the feed has those, with `eventId` as
   * `id`. Viewers do not see what was answered.
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
   * All of them with their health, newest first, on one page. Never their secrets. Viewers do not see what was
   * answered.
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
   * For good: its page takes nothing any more, and it cannot be published again. A paused link is answered as it is; a
   * draft or an expired link is `BAD_REQUEST`. Money that a buyer had already given is recorded all the same.
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
   * Makes a draft live: buyers can open `shareUrl`. A live link is answered as it is; a paused or expired one is
   * `BAD_REQUEST`. Where the link offers cards, the card processor sets its page up first.
   *
   * Its silence is 500 `INTERNAL`: the card page may exist, and publishing, changing and deleting answer `CONFLICT`
   * until that is known, 15 minutes at most. The link stays a draft meanwhile; publish it again. `CONFLICT` is also a
   * draft that was repriced after its card page was set up: delete it and create a new one. 503 `INTERNAL`: card
   * payments are not set up on this environment, or the card processor refused; the link is unchanged and stays
   * publishable.
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
   * Locks a new price, for ten minutes, for a payout with `requiresFunding` whose money has not come yet. Until then
   * `getPayoutFunding` shows its amount, and money that is in a block by then is paid at its price. It takes no more
   * than the payout was made for, and a second quote ends the first. No money moves.
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
   * Refunds a card payment, in part or what is left of it; `paymentId` is its `id` or its `externalId`. Several
   * refunds may follow one another, one at a time. A refund that the acquirer accepted and has not made yet is
   * `pending` in `refunds` and reserves its amount; `refundedBase` moves, and an event follows, when it has succeeded.
   * One that fails later is announced by `checkout_payment.refund_failed`. Fees are not given back.
   *
   * Where the acquirer has not said whether it made the refund (`PAYOUT_OUTCOME_UNKNOWN`, `REFUND_OUTCOME_UNKNOWN`),
   * it is asked until it does: read the payment, and never send the refund again under a new key.
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
   * A bank account or an address that buyers pay links into. Where the organization has approvals it is answered 202,
   * `pending`, and waits for voters as a payout does, for 24 hours at most; without their votes it becomes `removed`.
   * What is voted on is all of it. Without approvals it is `active` at once. Owners and admins are mailed when it is.
   *
   * An account that is registered already is a `CONFLICT` that names it; an organization has at most 50
   * (`BAD_REQUEST`). Nothing of an account can be changed: remove it and register another.
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
   * As by session: it is sent every event of the sandbox organization that it wants from now on, signed with the
   * `secret` of this answer, which is shown once. An organization has at most 50 endpoints; they are removed by
   * session.
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
   * Sends it every event that it wants from now on, signed with the `secret` of this answer, which is shown once. An
   * organization has at most 50 endpoints; the same URL may be registered again.
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
   * One rejection ends it and releases what it holds. Who may not approve may not reject either. A person’s first vote
   * stands: sent again, or its opposite, it is answered with the approval unchanged. A vote that names another
   * `contentHash` than the approval has is `CONFLICT`.
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
   * At once, and for good: no link can name it any more. It waits for nobody; the approval that a `pending` one waits
   * for ends as `failed`. It stays readable, because payments name it. Owners and admins are mailed when it was
   * `active`.
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
   * Access ends at once, for requests under way too, and so do the invitations that they made. Only an owner removes
   * an owner, and the last owner stays. Where they issued or rotated API keys that can be used, `keys` has to say what
   * becomes of those: without it the answer is a `CONFLICT` that names them. The open payout links that they made, and
   * those of keys that are revoked with them, are canceled within a minute, and cannot be claimed meanwhile, unless
   * `links` keeps them.
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
   * Nothing is sent to it any more, retries of failed deliveries included, and its deliveries can no longer be listed.
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
   * Ends the address before it; 3 times at most, while the link is open. In a live organization a link with a
   * `payeeEmail` has its new address mailed there and shown to nobody, three mails to one address a day at most.
   * Otherwise the answer has it as `url`. Where the payee’s address was wrong, cancel the link and make another one.
   *
   * Scope of the key: `write`.
   *
   * Or a dashboard session: roles owner, admin, operator, in the sandbox alone.
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
   * Sends events again that were recorded from `from` to `to`, both included. The oldest are taken up first, several
   * at a time: they can arrive in another order. One call replays at most 1,000 deliveries and looks at 5,000;
   * `nextFrom` says where to go on. A call that ended without an answer may have replayed some already: sent again, it
   * replays the rest, and counts only those.
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
   * Sends the same event again, at once and with retries of its own, whatever became of it before. On a paused
   * endpoint it waits until that is resumed.
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
   * For good: this is how a mistake is corrected, together with registering again. Its `externalId` and its account
   * are free at once, and it stays readable. Quotes, approvals and batch lines for it end with `PAYOUT_REFUSED`, and
   * what they held is released; payouts that were made go on. One that is retired already stays as it is.
   *
   * `CONFLICT` for a recipient that is blocked; and, until the UTC day is over, where the cap per end user has counted
   * a payout today for its `endUserId`, or for itself if it has none.
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
   * Ends the key and the keys that it was rotated to at once, for requests under way too; revoking it again answers
   * the same. Approvals that they asked for and that are not executed yet become `failed` with `UNAUTHORIZED`, at once
   * or, where they are many, within a minute; none is executed meanwhile. The expiry of a key, by rotation too, leaves
   * them to their approvers. Payouts that they sent go on. The open payout links that they made are canceled within a
   * minute, and cannot be claimed meanwhile, unless `links` keeps them. A key that was revoked before stays as it is,
   * and so do its links.
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
   * Only an owner revokes the invitation of an owner.
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
   * Registers a successor with the scopes, pins, issuer and lifetime of the key, and gives the key a deadline. Owners
   * and admins rotate any key of their organization, a key only itself, whatever its scopes; it keeps its scheme then,
   * and the owners are mailed. Who rotates a key answers for its successors beside its issuer: neither votes on what
   * those ask for. A key that has ended cannot be rotated, nor (`CONFLICT`) one whose successor can be used, nor one
   * of a line of which 5 keys can be used. A deadline is never put off.
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
   * From now on deliveries are signed with the new secret, shown once, and until `previousValidUntil` with the one
   * before too. At most three previous secrets sign at a time.
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
   * What a buyer, or anybody else, would send: the exact amount of an attempt pays it, any other becomes a receipt.
   * The simulated chain makes a block every two seconds, which is final ten seconds later. Only to an address that is
   * one of the open collection accounts (`BAD_REQUEST`).
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
   * Send a webhook endpoint an example
   *
   * Sends one signed example of any type, also to an endpoint that is paused or did not ask for the type, and answers
   * what came of it, after five seconds at most. The example has `sequence` 0 and is in no feed; it leaves no delivery
   * and does not count for the health of the endpoint.
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
   * Pays a published link of the sandbox, as a buyer would. The last two digits of its total in minor units choose
   * what becomes of the payment: read `GET /checkout/organizations/{orgId}/sandbox/scenarios`. At most 100 a link.
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
   * Drafts only. Of a published link only the deadline can be changed, by a body that carries nothing but `expiresAt`:
   * to an instant ahead or to `null`, and not once it has passed. `metadata` is replaced whole; `taxRate` and
   * `taxInclusive` are ignored without `items`. `CONFLICT` while the link is being published. A draft that is repriced
   * after its card page was set up can no longer be published.
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
   * Links that were made from it stay as they are. Its currency stays: a price in another one is another product. An
   * archived product cannot be changed (`BAD_REQUEST`).
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
