// Verifies a request of a webhook. .NET 8 or later, nothing to install.
using System.Security.Cryptography;
using System.Text;

static class VerifyWebhook
{
    /// <summary>Throws unless the raw body is from the service and less than five minutes old. The texts are the three headers.</summary>
    public static void Verify(string secret, string id, string timestamp, string signatures, byte[] body)
    {
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - long.Parse(timestamp)) >= 300)
            throw new CryptographicException("too old");
        var key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret["whsec_".Length..] : secret);
        byte[] signed = [.. Encoding.UTF8.GetBytes($"{id}.{timestamp}."), .. body];
        var expected = Encoding.UTF8.GetBytes("v1," + Convert.ToBase64String(HMACSHA256.HashData(key, signed)));
        if (!signatures.Split(' ').Any(given => CryptographicOperations.FixedTimeEquals(expected, Encoding.UTF8.GetBytes(given))))
            throw new CryptographicException("not signed with this secret");
    }
}
