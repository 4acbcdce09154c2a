package main

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

func main() {
	file, _ := os.ReadFile(os.Getenv("SLUICE_KEY_FILE"))
	block, _ := pem.Decode(file)
	key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
	address := os.Getenv("SLUICE_BASE_URL") + "/payments/organizations/" + os.Getenv("SLUICE_ORGANIZATION_ID") + "/sandbox/fund"
	target, _ := url.Parse(address)
	keyID, body, timestamp := os.Getenv("SLUICE_KEY_ID"), []byte(`{"amount":"100.00"}`), fmt.Sprint(time.Now().Unix())
	random := make([]byte, 16)
	_, _ = rand.Read(random)
	nonce := fmt.Sprintf("%x", random)
	fields := []string{keyID, "POST", target.Path, fmt.Sprintf("%x", sha256.Sum256(body)), "fund-" + nonce, timestamp, nonce}
	digest := sha256.Sum256([]byte(strings.Join(fields, "\n")))
	signature, _ := ecdsa.SignASN1(rand.Reader, key.(*ecdsa.PrivateKey), digest[:])
	request, _ := http.NewRequest("POST", address, bytes.NewReader(body))
	for name, value := range map[string]string{"X-Api-Key": keyID, "X-Svc-Timestamp": timestamp, "X-Svc-Nonce": nonce,
		"X-Svc-Signature": base64.StdEncoding.EncodeToString(signature), "Idempotency-Key": "fund-" + nonce} {
		request.Header.Set(name, value)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	answer, _ := io.ReadAll(response.Body)
	fmt.Println(string(answer))
	if response.StatusCode >= 400 {
		os.Exit(1)
	}
}
