// Create, dry run, list and status through the client of openapi-generator for Go.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"time"

	client "example.com/selfbill/client"
)

func main() {
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: os.Getenv("SELFBILL_URL")}}
	invoices := client.NewAPIClient(configuration).PurchaseInvoicesAPI
	context := context.WithValue(context.Background(), client.ContextAccessToken, os.Getenv("SELFBILL_TOKEN"))
	profile := os.Getenv("PROFILE")

	var request client.InvoiceRequest
	text, err := os.ReadFile(os.Getenv("INVOICE"))
	check(err)
	check(json.Unmarshal(text, &request))

	dry, _, err := invoices.CreatePurchaseInvoice(context, profile).InvoiceRequest(request).DryRun(true).Execute()
	check(err)
	created, _, err := invoices.CreatePurchaseInvoice(context, profile).InvoiceRequest(request).Execute()
	check(err)
	page, _, err := invoices.ListPurchaseInvoices(context).Size(5).Execute()
	check(err)
	id := created.PurchaseInvoice.Id
	var status client.OverallStatus
	for waited := 0; waited < 100; waited++ {
		read, _, err := invoices.RetrievePurchaseInvoice(context, id).Execute()
		check(err)
		status = read.MetaInfo.PeppolStatus.Get().OverallStatus
		if status != client.OVERALLSTATUS_PENDING {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	snapshot, _, err := invoices.PurchaseInvoicePeppolStatus(context, id).Execute()
	check(err)

	_, answer, err := invoices.CreatePurchaseInvoice(context, "BP-NONE").InvoiceRequest(request).Execute()
	var refused *client.GenericOpenAPIError
	if !errors.As(err, &refused) {
		log.Fatal(err)
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"payable": fmt.Sprintf("%.2f", dry.DryRun.Document.Totals.PayableAmount),
		"id":      id,
		"number":  created.PurchaseInvoice.DocumentNumber,
		"newest":  page.Content[0].PurchaseInvoice.DocumentNumber,
		"status":  status,
		"c3":      snapshot.ToC3.Status,
		"updated": snapshot.LastUpdated,
		"refusal": fmt.Sprint(answer.StatusCode, " ", refused.Model().(client.ErrorAnswer).Errors["message"]),
	}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
