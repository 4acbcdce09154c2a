package main

import (
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

var organization = os.Getenv("SLUICE_ORGANIZATION_ID")

// call sends one request, signed by your key or in a member's session. The samples of the reference call it.
func call(method, path, body, key string) string {
	request, err := http.NewRequest(method, os.Getenv("SLUICE_BASE_URL")+path, strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	if session := os.Getenv("SLUICE_SESSION"); session != "" {
		request.Header.Set("Authorization", "Bearer "+session)
	} else {
		sign(request, body, key)
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		request.Header.Set("Idempotency-Key", key)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode >= 400 {
		panic(string(answer))
	}
	return string(answer)
}

func sign(request *http.Request, body, idempotencyKey string) {
	file, err := os.ReadFile(os.Getenv("SLUICE_KEY_FILE"))
	if err != nil {
		panic(err)
	}
	block, _ := pem.Decode(file)
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		panic(err)
	}
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	keyID, timestamp, nonce := os.Getenv("SLUICE_KEY_ID"), fmt.Sprint(time.Now().Unix()), fmt.Sprintf("%x", random)
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(body)))
	fields := []string{keyID, request.Method, request.URL.RequestURI(), hash, idempotencyKey, timestamp, nonce}
	digest := sha256.Sum256([]byte(strings.Join(fields, "\n")))
	signature, err := ecdsa.SignASN1(rand.Reader, key.(*ecdsa.PrivateKey), digest[:])
	if err != nil {
		panic(err)
	}
	request.Header.Set("X-Api-Key", keyID)
	request.Header.Set("X-Svc-Timestamp", timestamp)
	request.Header.Set("X-Svc-Nonce", nonce)
	request.Header.Set("X-Svc-Signature", base64.StdEncoding.EncodeToString(signature))
}
