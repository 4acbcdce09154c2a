/**
 * The introduction of the document: the rules for every endpoint (specification, Endpoints common rules,
 * Authentication, Events, Errors, Limits).
 */
export const description = `Sends payouts, registers recipients, keeps the ledger and the event feed.

Ids are opaque strings. Timestamps are ISO 8601 in UTC with milliseconds. Money is a decimal string beside a currency. Unknown body fields and unknown or repeated query parameters are \`VALIDATION_ERROR\`.

## Authentication

Requests of an API key are signed with an ECDSA P-256 key. The service knows the public half only.

Direct flow: sign seven fields joined by a newline, in this order: key id; method in upper case; full path with \`/business/api/v1\` and the query, as sent; lowercase hex SHA-256 of the body (of nothing where there is none); idempotency key (empty if none is sent); Unix seconds; nonce. Send \`X-Api-Key\`, \`X-Svc-Signature\`, \`X-Svc-Timestamp\`, \`X-Svc-Nonce\`.

Challenge flow: send the request with \`X-Api-Key\` alone. The answer is 202 \`SIGNATURE_CHALLENGE\`; nothing ran. Sign \`payloadToSign\` and send the same request with \`X-Svc-Request-Id\` and \`X-Svc-Signature\`. A challenge is used once, within five minutes.

In both flows a key registered with a key-custody provider sends the provider's stamp over the same text in \`X-Stamp\` instead of \`X-Svc-Signature\`.

People sign in at the identity provider of the deployment and send its access token as \`Authorization: Bearer\`, where an operation takes dashboard sessions. Their role is read with every call.

## Idempotency and duplicates

Every POST, PATCH and DELETE honours \`Idempotency-Key\`. Same key, method, path and body: the stored response with \`Idempotency-Replayed\`. A 4xx, a 503 and \`INTERNAL\` release the key. A record is kept 7 days; a key that has expired is never executed again. After a timeout send the same request with the same key.

On money routes a body identical to one of the last 15 minutes under another key is refused; \`X-Allow-Duplicate: true\` lets it proceed.

## Lists

A list answers \`{ data, nextCursor? }\`; send \`nextCursor\` back as \`cursor\`. Where rows are ordered by when they were asked for, \`completeUntil\` says up to when the list has all of them. The event feed answers \`{ data, nextSince }\`; send \`nextSince\` back as \`since\`.

## Webhooks

An endpoint is sent each event that it wants as a POST of the bytes that the feed shows, with \`svc-id\` (the event's \`id\`), \`svc-timestamp\` (Unix seconds), \`svc-signature\` and \`svc-webhook-version\` (the event's \`apiVersion\`). \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` say the same to stock verifiers of Standard Webhooks.

\`svc-signature\` has one \`v1,<base64>\` for each secret that is valid, with spaces between: HMAC-SHA256 over \`<svc-id>.<svc-timestamp>.<raw body>\`, keyed with the base64-decoded secret without its \`whsec_\`. Verify the bytes as received, in constant time; accept a match on any; refuse what is more than five minutes from your clock.

A 2xx within ten seconds is success; redirects are not followed. Anything else is tried again after 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h, each give or take 20 percent; then the delivery is \`dead\`. Deliveries are at least once: dedupe on \`svc-id\`. First attempts begin in the order of \`sequence\`; retries and replays can come in another. Answer 2xx first and work afterwards, also to types that you do not know.

If ten events of one type in a row fail at their first attempt, later events of that type are held back, and other types are not. The oldest and the newest waiting event and one between them are tried every 45 seconds, every 15 minutes after an hour and every 30 minutes after four hours; once one is accepted, all follow. An endpoint's \`nextProbeAt\` says when. Pausing and resuming it has them tried at once.

After three dead deliveries and five days without an accepted one an endpoint is disabled, and the organization's owners and admins are mailed. Events go on being recorded; enabled again, it is sent them.

## Errors and limits

Branch on \`type\`. Each operation lists its own. \`x-rate-limit\` gives an operation's limit per API credential or person; operations of one class share one counter. The answer to each request that was counted says in \`RateLimit-Policy\` and \`RateLimit\` which limit holds, how many requests are left and in how many seconds all are there again (draft-ietf-httpapi-ratelimit-headers). A source address may make 2,000 requests a minute. A body may have 1 MiB (1,048,576 bytes) where its operation names no other limit, and is not compressed.

What the network edge or the gateway answers itself (a blocked address, 413 for a body and 431 for a request line and headers beyond its limit, 503 while it cannot reach the service) carries neither \`x-request-id\` nor this error body. Nothing can be concluded from it about an earlier attempt.`;
