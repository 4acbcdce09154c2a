/**
 * The introduction of the document: the rules for every endpoint (specification, Endpoints common rules,
 * Authentication, Events, Errors, Limits).
 */
export const description = `Use this API to send payouts, register recipients, sell through payment links, and read the ledger and the event feed.

Ids are opaque strings. Timestamps are ISO 8601 in UTC with milliseconds. Money is a decimal string with a currency next to it. Unknown body fields and unknown or repeated query parameters are refused with \`VALIDATION_ERROR\`.

## Authentication

Requests made with an API key are signed with an ECDSA P-256 key. The service has only the public half.

Direct flow: sign seven fields joined by newlines, in this order: key id; method in upper case; full path with \`/business/api/v1\` and the query, as sent; lowercase hex SHA-256 of the body (of the empty string if there is none); idempotency key (empty if none is sent); Unix seconds; nonce. Send \`X-Api-Key\`, \`X-Svc-Signature\`, \`X-Svc-Timestamp\`, \`X-Svc-Nonce\`.

Challenge flow: send the request with only \`X-Api-Key\`. The answer is 202 \`SIGNATURE_CHALLENGE\`, and nothing has run. Sign \`payloadToSign\` and send the same request with \`X-Svc-Request-Id\` and \`X-Svc-Signature\`. A challenge can be used once, within five minutes.

In both flows, a key that is held by a key-custody provider sends the provider's stamp over the same text in \`X-Stamp\` instead of \`X-Svc-Signature\`.

For operations that accept dashboard sessions, people sign in at the identity provider of the deployment and send its access token as \`Authorization: Bearer\`. Their role is read with every call.

## Idempotency and duplicates

Every POST, PATCH and DELETE honours \`Idempotency-Key\`. A request with the same key, method, path and body gets the stored response with \`Idempotency-Replayed\`. A 4xx, a 503 and \`INTERNAL\` release the key. A response is kept for 7 days; after that the key is never executed again. After a timeout, send the same request with the same key.

On routes that move money, a request whose body was sent under another key within the last 15 minutes is refused; \`X-Allow-Duplicate: true\` lets it proceed.

## Lists

A list returns \`{ data, nextCursor? }\`; send \`nextCursor\` back as \`cursor\`. If rows are ordered by when they were requested, \`completeUntil\` is the time up to which the list is complete. The event feed returns \`{ data, nextSince }\`; send \`nextSince\` back as \`since\`.

## Webhooks

An endpoint receives each event that it asks for as a POST of the bytes that the feed shows, with \`svc-id\` (the event's \`id\`), \`svc-timestamp\` (Unix seconds), \`svc-signature\` and \`svc-webhook-version\` (the event's \`apiVersion\`). \`webhook-id\`, \`webhook-timestamp\` and \`webhook-signature\` have the same values, for the libraries of Standard Webhooks.

\`svc-signature\` has one \`v1,<base64>\` for each valid secret, separated by spaces. Each is the HMAC-SHA256 over \`<svc-id>.<svc-timestamp>.<raw body>\`, keyed with the secret, without its \`whsec_\` and decoded from base64. Verify the bytes as received, in constant time. Accept a match with any of the signatures, and refuse deliveries that are more than five minutes from your clock.

A 2xx within ten seconds is a success; redirects are not followed. Anything else is retried after 1 min, 5 min, 15 min, 1 h, 3 h, 6 h, 12 h, 24 h and 24 h, each pause 20 percent shorter or longer at most; then the delivery is \`dead\`. Events are delivered at least once, so use \`svc-id\` to detect duplicates. First attempts start in the order of \`sequence\`; retries and replays can arrive in a different order. Answer 2xx before you process an event, even if you do not know its type.

If ten events of one type in a row fail at their first attempt, later events of that type are held back; other types are not. The oldest and the newest waiting event, and one in between, are tried every 45 seconds, every 15 minutes after an hour and every 30 minutes after four hours. Once one of them is accepted, all are sent. An endpoint's \`nextProbeAt\` is the time of the next try. Pausing and resuming the endpoint makes them due at once.

After three dead deliveries and five days without an accepted one, an endpoint is disabled, and the organization's owners and admins get a mail. Events continue to be recorded, and are sent once the endpoint is enabled again.

## Errors and limits

Branch on \`type\`. Each operation lists its own error types. \`x-rate-limit\` is an operation's limit per API credential or person; operations of one class share one counter. The answer to each counted request shows in \`RateLimit-Policy\` and \`RateLimit\` which limit applies, how many requests are left, and in how many seconds all of them are available again (draft-ietf-httpapi-ratelimit-headers). A source address can make 2,000 requests a minute. A body can have up to 1 MiB (1,048,576 bytes), unless its operation names another limit, and must not be compressed.

Answers from the network edge or the gateway itself (a blocked address, 413 for a body and 431 for a request line and headers beyond its limit, 503 while it cannot reach the service) have neither \`x-request-id\` nor this error body. They tell you nothing about an earlier attempt.`;
