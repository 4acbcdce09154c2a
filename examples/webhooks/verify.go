package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Verify returns nil for a delivery of Sluice. The body is as received.
func Verify(header http.Header, body []byte, secret string) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	sent, _ := strconv.ParseInt(header.Get("svc-timestamp"), 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-sent)) > 300 {
		return errors.New("not a secret, or not of the last five minutes")
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(header.Get("svc-id") + "." + header.Get("svc-timestamp") + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("svc-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return nil
		}
	}
	return errors.New("not signed with this secret")
}
