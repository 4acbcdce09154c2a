// Uses the client that oapi-codegen has generated: a signed read, a signed write, and the read again.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log"
	"math/big"
	"os"

	"foreign-client/api"
)

func main() {
	signer := Signer{KeyID: os.Getenv("SLUICE_KEY_ID"), PrivateKey: privateKey(os.Getenv("SLUICE_KEY_FILE"))}
	client, err := api.NewClientWithResponses(os.Getenv("SLUICE_BASE_URL"), api.WithRequestEditorFn(signer.Sign))
	refuse(err)
	organization := os.Getenv("SLUICE_ORGANIZATION_ID")
	before := available(client, organization)
	key := rand.Text()
	answer, err := client.FundSandboxWithResponse(context.Background(), organization,
		&api.FundSandboxParams{IdempotencyKey: &key}, api.FundSandbox{Amount: "12.50"})
	refuse(err)
	if answer.JSON201 == nil || answer.JSON201.Amount != "12.50" {
		log.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	grown := new(big.Rat).Sub(available(client, organization), before)
	if grown.Cmp(big.NewRat(25, 2)) != 0 {
		log.Fatalf("the balance has grown by %s", grown.FloatString(2))
	}
}

func available(client *api.ClientWithResponses, organization string) *big.Rat {
	answer, err := client.GetBalanceWithResponse(context.Background(), organization)
	refuse(err)
	if answer.JSON200 == nil {
		log.Fatalf("%s: %s", answer.Status(), answer.Body)
	}
	amount, ok := new(big.Rat).SetString(answer.JSON200.Available)
	if !ok {
		log.Fatalf("not an amount: %s", answer.JSON200.Available)
	}
	return amount
}

func privateKey(path string) *ecdsa.PrivateKey {
	text, err := os.ReadFile(path)
	refuse(err)
	block, _ := pem.Decode(text)
	if block == nil {
		log.Fatalf("no PEM in %s", path)
	}
	key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	refuse(err)
	signing, ok := key.(*ecdsa.PrivateKey)
	if !ok {
		refuse(fmt.Errorf("%s has another kind of key", path))
	}
	return signing
}

func refuse(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
