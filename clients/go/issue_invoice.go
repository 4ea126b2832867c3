// Issues an invoice and prints its status. Go 1.21 or later, nothing to install: go run issue_invoice.go FILE KEY
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
	"time"
)

type document struct {
	ID             string
	DocumentNumber string `json:"document_number"`
	MetaInfo       struct {
		PeppolStatus struct {
			OverallStatus string `json:"overall_status"`
		} `json:"peppol_status"`
	} `json:"meta_info"`
}

func main() {
	var token struct {
		AccessToken string `json:"access_token"`
	}
	send("POST", "/oauth/token", strings.NewReader("grant_type=client_credentials"), &token, func(r *http.Request) {
		r.SetBasicAuth(os.Getenv("SELFBILL_CLIENT_ID"), os.Getenv("SELFBILL_CLIENT_SECRET"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	})
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+token.AccessToken) }

	file, err := os.Open(os.Args[1])
	check(err)
	var invoice document
	send("POST", "/api/purchase-invoices/BP-DEMO000001", file, &invoice, bearer, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", os.Args[2])
	})
	for invoice.MetaInfo.PeppolStatus.OverallStatus == "PENDING" {
		time.Sleep(time.Second)
		send("GET", "/api/purchase-invoices/"+invoice.ID, nil, &invoice, bearer)
	}
	status := invoice.MetaInfo.PeppolStatus.OverallStatus
	if status == "" {
		// Without Phase 2 nothing is sent, and a document that breaks no fatal rule has no status.
		status = "STORED"
	}
	fmt.Println(invoice.DocumentNumber, status)
}

func send(method, path string, body io.Reader, answer any, prepare ...func(*http.Request)) {
	request, err := http.NewRequest(method, os.Getenv("SELFBILL_URL")+path, body)
	check(err)
	for _, one := range prepare {
		one(request)
	}
	response, err := http.DefaultClient.Do(request)
	check(err)
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	check(err)
	if response.StatusCode >= 400 {
		if wait := response.Header.Get("Retry-After"); wait != "" {
			log.Fatal(response.Status, " ", string(text), " (Retry-After: ", wait, " seconds)")
		}
		log.Fatal(response.Status, " ", string(text))
	}
	check(json.Unmarshal(text, answer))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
