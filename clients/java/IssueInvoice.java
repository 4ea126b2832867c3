import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Pattern;

/** Issues an invoice and prints its status. Java 17 or later, nothing to install: java IssueInvoice.java FILE KEY */
class IssueInvoice {
    static final String url = System.getenv("SELFBILL_URL");
    static final HttpClient http = HttpClient.newHttpClient();

    public static void main(String[] args) throws Exception {
        var secret = System.getenv("SELFBILL_CLIENT_ID") + ":" + System.getenv("SELFBILL_CLIENT_SECRET");
        var basic = "Basic " + Base64.getEncoder().encodeToString(secret.getBytes());
        var bearer = "Bearer " + member("access_token", send(request("/oauth/token", basic)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString("grant_type=client_credentials"))));
        var document = send(request("/api/purchase-invoices/BP-DEMO000001", bearer)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", args[1])
            .POST(BodyPublishers.ofFile(Path.of(args[0]))));
        while (status(document).equals("PENDING")) {
            Thread.sleep(1000);
            document = send(request("/api/purchase-invoices/" + member("id", document), bearer));
        }
        System.out.println(member("document_number", document) + " " + status(document));
    }

    /** Without Phase 2 nothing is sent, and a document that breaks no fatal rule has no status. */
    static String status(String document) {
        return document.contains("\"peppol_status\":null") ? "STORED" : member("overall_status", document);
    }

    static HttpRequest.Builder request(String path, String authorization) {
        return HttpRequest.newBuilder(URI.create(url + path)).header("Authorization", authorization);
    }

    static String send(HttpRequest.Builder request) throws Exception {
        var answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 400) {
            var wait = answer.headers().firstValue("Retry-After").map(" (Retry-After: %s seconds)"::formatted).orElse("");
            throw new IllegalStateException(answer.statusCode() + " " + answer.body() + wait);
        }
        return answer.body();
    }

    /** The first text with this name. Java has no JSON reader of its own; a larger program takes Jackson. */
    static String member(String name, String json) {
        var found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        if (!found.find()) throw new IllegalStateException("no " + name + " in " + json);
        return found.group(1);
    }
}
