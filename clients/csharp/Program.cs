// Issues an invoice and prints its status. .NET 8 or later, nothing to install: dotnet run FILE KEY
using System.Net.Http.Headers;
using System.Net.Http.Json;
using System.Text;
using System.Text.Json;

string Setting(string name) => Environment.GetEnvironmentVariable(name) ?? throw new Exception($"{name} is not set");
var http = new HttpClient { BaseAddress = new Uri(Setting("SELFBILL_URL")) };

var secret = Convert.ToBase64String(Encoding.UTF8.GetBytes($"{Setting("SELFBILL_CLIENT_ID")}:{Setting("SELFBILL_CLIENT_SECRET")}"));
http.DefaultRequestHeaders.Authorization = new AuthenticationHeaderValue("Basic", secret);
var form = new FormUrlEncodedContent(new Dictionary<string, string> { ["grant_type"] = "client_credentials" });
var token = await Send(new HttpRequestMessage(HttpMethod.Post, "/oauth/token") { Content = form });
http.DefaultRequestHeaders.Authorization =
    new AuthenticationHeaderValue("Bearer", token.GetProperty("access_token").GetString());

var create = new HttpRequestMessage(HttpMethod.Post, "/api/purchase-invoices/BP-DEMO000001")
{
    Content = new StringContent(await File.ReadAllTextAsync(args[0]), Encoding.UTF8, "application/json"),
    Headers = { { "Idempotency-Key", args[1] } },
};
var document = await Send(create);
while (Status(document) == "PENDING")
{
    await Task.Delay(1000);
    document = await Send(new HttpRequestMessage(HttpMethod.Get, $"/api/purchase-invoices/{document.GetProperty("id")}"));
}
Console.WriteLine($"{document.GetProperty("document_number")} {Status(document)}");

async Task<JsonElement> Send(HttpRequestMessage request)
{
    var answer = await http.SendAsync(request);
    if (!answer.IsSuccessStatusCode)
    {
        var wait = answer.Headers.RetryAfter is { } after ? $" (Retry-After: {after} seconds)" : "";
        throw new Exception($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}{wait}");
    }
    return await answer.Content.ReadFromJsonAsync<JsonElement>();
}

// Without Phase 2 nothing is sent, and a document that breaks no fatal rule has no status.
string? Status(JsonElement found) =>
    found.GetProperty("meta_info").GetProperty("peppol_status") is { ValueKind: not JsonValueKind.Null } status
        ? status.GetProperty("overall_status").GetString()
        : "STORED";
