# Sends one request, signed by your key or in a member's session: call METHOD PATH [BODY] [KEY]. The samples of the reference call it.
call() {
  url=$SLUICE_BASE_URL$2 signed=
  set -- "$1" "$2" "${3-}" "${4-}" -sS --fail-with-body -X "$1" "$url"
  if [ -n "$3" ]; then set -- "$@" -H 'Content-Type: application/json' --data-raw "$3"; fi
  if [ -n "$4" ]; then set -- "$@" -H "Idempotency-Key: $4"; fi
  if [ -n "${SLUICE_SESSION-}" ]; then set -- "$@" -H "Authorization: Bearer $SLUICE_SESSION"; else sign "$@"; fi
  shift 4
  curl "$@" $signed
}

# Leaves the headers of the signature in $signed. None of them has a space in its value.
sign() {
  timestamp=$(date +%s)
  nonce=$(openssl rand -hex 16)
  hash=$(printf %s "$3" | openssl dgst -sha256 -r | cut -d ' ' -f 1)
  signature=$(printf '%s\n%s\n%s\n%s\n%s\n%s\n%s' "$SLUICE_KEY_ID" "$1" "/${url#*://*/}" "$hash" "$4" "$timestamp" "$nonce" |
    openssl dgst -sha256 -sign "$SLUICE_KEY_FILE" | openssl base64 -A)
  signed="-HX-Api-Key:$SLUICE_KEY_ID -HX-Svc-Signature:$signature -HX-Svc-Timestamp:$timestamp -HX-Svc-Nonce:$nonce"
}
