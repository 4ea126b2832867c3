import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.PurchaseInvoicesApi;
import org.openapitools.client.model.DryRun;
import org.openapitools.client.model.ErrorAnswer;
import org.openapitools.client.model.InvoiceRequest;
import org.openapitools.client.model.OverallStatus;
import org.openapitools.client.model.PurchaseInvoice;
import org.openapitools.client.model.PurchaseInvoicePage;
import org.openapitools.client.model.Snapshot;

/** Create, dry run, list and status through the generated client; the token is its own work too. */
public class Flow {
    public static void main(String[] args) throws Exception {
        String url = System.getenv("SELFBILL_URL");
        ApiClient client = new ApiClient(url, System.getenv("SELFBILL_CLIENT_ID"), System.getenv("SELFBILL_CLIENT_SECRET"), null);
        // Also switches off the list of servers, which has only the relative address of the document.
        client.setBasePath(url);
        PurchaseInvoicesApi invoices = new PurchaseInvoicesApi(client);
        String profile = System.getenv("PROFILE");
        InvoiceRequest request = InvoiceRequest.fromJson(Files.readString(Path.of(System.getenv("INVOICE"))));

        DryRun dry = invoices.createPurchaseInvoice(profile, request, true, null, null, null).getDryRun();
        String key = UUID.randomUUID().toString();
        PurchaseInvoice created =
            invoices.createPurchaseInvoice(profile, request, null, null, null, key).getPurchaseInvoice();
        PurchaseInvoicePage page =
            invoices.listPurchaseInvoices(
                null, null, null, null, null, null, null, null, null, null, null, null, 5, null, null);
        PurchaseInvoice read = created;
        for (int waited = 0; waited < 100; waited++) {
            read = invoices.retrievePurchaseInvoice(created.getId(), null, null);
            if (read.getMetaInfo().getPeppolStatus().getOverallStatus() != OverallStatus.PENDING) break;
            Thread.sleep(100);
        }
        Snapshot snapshot = invoices.purchaseInvoicePeppolStatus(created.getId(), null, null);
        String refusal = "";
        try {
            invoices.createPurchaseInvoice("BP-NONE", request, null, null, null, null);
        } catch (ApiException error) {
            refusal = error.getCode() + " " + ErrorAnswer.fromJson(error.getResponseBody()).getErrors().get("message");
        }
        System.out.printf(
            "{\"payable\":\"%s\",\"id\":\"%s\",\"number\":\"%s\",\"newest\":\"%s\",\"status\":\"%s\",\"c3\":\"%s\","
                + "\"updated\":%d,\"refusal\":\"%s\"}%n",
            dry.getDocument().getTotals().getPayableAmount().toPlainString(),
            created.getId(),
            created.getDocumentNumber(),
            page.getContent().get(0).getPurchaseInvoice().getDocumentNumber(),
            read.getMetaInfo().getPeppolStatus().getOverallStatus(),
            snapshot.getToC3().getStatus(),
            snapshot.getLastUpdated(),
            refusal);
        // Connections of the pool would keep the process for minutes.
        System.exit(0);
    }
}
