url=$SLUICE_BASE_URL/payments/organizations/$SLUICE_ORGANIZATION_ID/sandbox/fund
target=/${url#*://*/}
body='{"amount":"100.00"}'
timestamp=$(date +%s)
nonce=$(openssl rand -hex 16)
hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
signature=$(printf '%s\n%s\n%s\n%s\n%s\n%s\n%s' "$SLUICE_KEY_ID" POST "$target" "$hash" "fund-$nonce" "$timestamp" "$nonce" |
  openssl dgst -sha256 -sign "$SLUICE_KEY_FILE" | openssl base64 -A)
curl -s "$url" -d "$body" -H 'Content-Type: application/json' -H "Idempotency-Key: fund-$nonce" \
  -H "X-Api-Key: $SLUICE_KEY_ID" -H "X-Svc-Signature: $signature" \
  -H "X-Svc-Timestamp: $timestamp" -H "X-Svc-Nonce: $nonce"
