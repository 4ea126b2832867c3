// Verifies a request of a webhook. Java 17 or later, nothing to install.
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class VerifyWebhook {
    /** Throws unless the raw body is from the service and less than five minutes old. The texts are the three headers. */
    static void verify(String secret, String id, String timestamp, String signatures, byte[] body)
            throws GeneralSecurityException {
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) >= 300)
            throw new GeneralSecurityException("too old");
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replaceFirst("^whsec_", "")), "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        var expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
        for (var given : signatures.split(" "))
            if (MessageDigest.isEqual(expected, given.getBytes(StandardCharsets.UTF_8))) return;
        throw new GeneralSecurityException("not signed with this secret");
    }
}
