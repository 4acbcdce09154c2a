import { createHmac, randomBytes } from 'node:crypto';

/** Programs that verify a delivery signed by the service, and one that was changed. */
export function deliveryTests(): { readonly python: string; readonly go: string } {
  const key = randomBytes(32);
  const secret = `whsec_${key.toString('base64')}`;
  const timestamp = Math.floor(Date.now() / 1000);
  const body = '{"id":"evt_1"}';
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
  const headers = { 'svc-id': 'evt_1', 'svc-timestamp': `${timestamp}`, 'svc-signature': `v1,other v1,${signature}` };
  return {
    python: `from verify import verify
headers = ${JSON.stringify(headers)}
assert verify(headers, b'${body}', '${secret}')["id"] == "evt_1"
try:
    verify(headers, b'${body} ', '${secret}')
except ValueError:
    raise SystemExit(0)
raise SystemExit("a changed delivery was accepted")
`,
    go: `package webhooks

import (
	"net/http"
	"testing"
)

func TestVerify(t *testing.T) {
	header := http.Header{}
${Object.entries(headers)
  .map(([name, value]) => `\theader.Set("${name}", "${value}")`)
  .join('\n')}
	if err := Verify(header, []byte(\`${body}\`), "${secret}"); err != nil {
		t.Fatal(err)
	}
	if Verify(header, []byte(\`${body} \`), "${secret}") == nil {
		t.Fatal("a changed delivery was accepted")
	}
}
`,
  };
}
