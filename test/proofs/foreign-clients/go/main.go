// Uses the client that oapi-codegen has generated: a signed write, and a signed read of what it made.
package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"log"
	"os"

	"foreign-client/api"
)

func main() {
	signer := Signer{KeyID: os.Getenv("SLUICE_KEY_ID"), PrivateKey: privateKey(os.Getenv("SLUICE_KEY_FILE"))}
	client, err := api.NewClientWithResponses(os.Getenv("SLUICE_BASE_URL"), api.WithRequestEditorFn(signer.Sign))
	refuse(err)
	organization := os.Getenv("SLUICE_ORGANIZATION_ID")
	key := rand.Text()
	made, err := client.FundSandboxWithResponse(context.Background(), organization,
		&api.FundSandboxParams{IdempotencyKey: &key}, api.FundSandbox{Amount: "12.50"})
	refuse(err)
	if made.JSON201 == nil || made.JSON201.Amount != "12.50" {
		log.Fatalf("%s: %s", made.Status(), made.Body)
	}
	found, err := client.GetDepositWithResponse(context.Background(), organization, made.JSON201.DepositId)
	refuse(err)
	if found.JSON200 == nil || found.JSON200.DepositId != made.JSON201.DepositId || found.JSON200.Amount != "12.50" {
		log.Fatalf("%s: %s", found.Status(), found.Body)
	}
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
