package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Signer signs requests by the direct flow. Sign is a RequestEditorFn of the generated client.
type Signer struct {
	KeyID      string
	PrivateKey *ecdsa.PrivateKey
}

func (s Signer) Sign(_ context.Context, request *http.Request) error {
	body := []byte{}
	if request.GetBody != nil {
		reader, err := request.GetBody()
		if err != nil {
			return err
		}
		if body, err = io.ReadAll(reader); err != nil {
			return err
		}
	}
	hash, nonce, timestamp := sha256.Sum256(body), rand.Text(), strconv.FormatInt(time.Now().Unix(), 10)
	text := strings.Join([]string{
		s.KeyID, request.Method, request.URL.RequestURI(), hex.EncodeToString(hash[:]),
		request.Header.Get("Idempotency-Key"), timestamp, nonce,
	}, "\n")
	digest := sha256.Sum256([]byte(text))
	signature, err := ecdsa.SignASN1(rand.Reader, s.PrivateKey, digest[:])
	if err != nil {
		return err
	}
	request.Header.Set("X-Api-Key", s.KeyID)
	request.Header.Set("X-Svc-Signature", base64.StdEncoding.EncodeToString(signature))
	request.Header.Set("X-Svc-Timestamp", timestamp)
	request.Header.Set("X-Svc-Nonce", nonce)
	return nil
}
