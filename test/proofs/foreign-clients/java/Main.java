import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.UUID;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okio.Buffer;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.DepositsApi;
import org.openapitools.client.api.SandboxApi;
import org.openapitools.client.model.Deposit;
import org.openapitools.client.model.FundSandbox;

/** Uses the client that openapi-generator has generated: a signed write, and a signed read of what it made. */
public class Main {
    public static void main(String[] arguments) throws Exception {
        Signer signer = new Signer(System.getenv("SLUICE_KEY_ID"), System.getenv("SLUICE_KEY_FILE"));
        ApiClient client = new ApiClient(new OkHttpClient.Builder().addInterceptor(signer).build());
        client.setBasePath(System.getenv("SLUICE_BASE_URL"));
        String organization = System.getenv("SLUICE_ORGANIZATION_ID");
        FundSandbox wanted = new FundSandbox().amount("12.50");
        Deposit made = new SandboxApi(client).fundSandbox(organization, wanted, UUID.randomUUID().toString());
        expectSame("12.50", made.getAmount());
        Deposit found = new DepositsApi(client).getDeposit(organization, made.getDepositId());
        expectSame(made.getDepositId(), found.getDepositId());
        expectSame("12.50", found.getAmount());
    }

    private static void expectSame(String expected, String actual) {
        if (!expected.equals(actual)) throw new IllegalStateException("expected " + expected + ", not " + actual);
    }

    /** Signs each request by the direct flow. */
    private static class Signer implements Interceptor {
        private final String keyId;
        private final PrivateKey privateKey;

        Signer(String keyId, String keyFile) throws Exception {
            String pem = new String(Files.readAllBytes(Paths.get(keyFile)), StandardCharsets.US_ASCII);
            byte[] encoded = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
            this.keyId = keyId;
            this.privateKey = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
        }

        @Override
        public Response intercept(Chain chain) throws IOException {
            Request request = chain.request();
            Buffer body = new Buffer();
            if (request.body() != null) request.body().writeTo(body);
            String key = request.header("Idempotency-Key");
            String timestamp = Long.toString(System.currentTimeMillis() / 1000);
            String nonce = UUID.randomUUID().toString();
            String text = String.join("\n", keyId, request.method(), pathOf(request.url()), body.sha256().hex(),
                key == null ? "" : key, timestamp, nonce);
            return chain.proceed(request.newBuilder()
                .header("X-Api-Key", keyId)
                .header("X-Svc-Signature", sign(text))
                .header("X-Svc-Timestamp", timestamp)
                .header("X-Svc-Nonce", nonce)
                .build());
        }

        private static String pathOf(HttpUrl url) {
            return url.encodedQuery() == null ? url.encodedPath() : url.encodedPath() + "?" + url.encodedQuery();
        }

        private String sign(String text) {
            try {
                Signature signature = Signature.getInstance("SHA256withECDSA");
                signature.initSign(privateKey);
                signature.update(text.getBytes(StandardCharsets.UTF_8));
                return Base64.getEncoder().encodeToString(signature.sign());
            } catch (GeneralSecurityException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }
}
