import { Duration, Fn, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
  CacheHeaderBehavior,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { Construct } from 'constructs';
import { type AnyEndpoint, apiPrefix, pagesPrefix } from '../../shared/contract/endpoint.ts';
import { docsPrefix, openApi30Path } from '../../shared/contract/site.ts';
import type { Settings } from '../settings.ts';
import { forwardedToPages } from './pages/forwarded-to-pages.ts';
import { viewerAddressHeader, viewerRequestCode } from './pages/viewer-request.ts';
import type { StageSecret } from './stage-secret.ts';

/** Proves that a call passed through the edge. CloudFront replaces whatever a caller sends under this name. */
export const originSecretHeader = 'x-origin-secret';
export interface EdgeProps {
  readonly settings: Settings;
  readonly api: IHttpApi;
  /** Answers everything that is not an API call. */
  readonly webApi: IHttpApi;
  readonly originSecret: StageSecret;
  readonly firewallArn: string;
  readonly pages: readonly AnyEndpoint[];
}

/**
 * CloudFront in front of both HTTP APIs. It caches only the API description, its health and the documentation, and adds
 * the caller's address. WAF limits how often an address can call.
 */
export class Edge extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { domain } = props.settings;
    const viewerRequest = new EdgeFunction(this, 'ViewerAddress', {
      code: FunctionCode.fromInline(viewerRequestCode(domain?.pagesName)),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Writes the viewer's address into a header",
    });
    const functionAssociations = [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }];
    const apiOrigin = origin(props, props.api);
    const webOrigin = origin(props, props.webApi);
    // The viewer function keeps these answers off the host of pages.
    const offPagesHost = domain?.pagesName && { functionAssociations };
    const keptOfApi = { ...keptFrom(apiOrigin), ...offPagesHost };
    const keptOfWeb = { ...keptFrom(webOrigin), cachePolicy: keptByReader(this), ...offPagesHost };
    const passedOn = {
      allowedMethods: AllowedMethods.ALLOW_ALL,
      // A redirect would come too late: the signature or the token of a page would already have been sent unencrypted.
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      // Forwards everything that the caller signed, but never Host, by which the gateway finds its API.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      functionAssociations,
    };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Sluice ${props.settings.stage}`,
      webAclId: props.firewallArn,
      domainNames: domain && [domain.name, ...(domain.pagesName ? [domain.pagesName] : [])],
      certificate: domain && Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: domain && SecurityPolicyProtocol.TLS_V1_2_2021,
      errorResponses: failures.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: { ...passedOn, origin: webOrigin },
      additionalBehaviors: {
        [`${pagesPrefix}/*`]: {
          ...passedOn,
          origin: webOrigin,
          originRequestPolicy: forwardedToPages(this, props.pages, viewerAddressHeader),
          responseHeadersPolicy: closedToOtherOrigins(this),
        },
        [`${apiPrefix}/openapi.json`]: keptOfApi,
        [openApi30Path]: keptOfApi,
        [`${apiPrefix}/health`]: keptOfApi,
        [docsPrefix]: keptOfWeb,
        [`${docsPrefix}/*`]: keptOfWeb,
        // CloudFront uses the first matching pattern, so this one comes after those that it includes.
        [`${apiPrefix}/*`]: { ...passedOn, origin: apiOrigin },
      },
    });
    this.acknowledge(props.settings);
  }

  /** `https://…`, without a path. */
  get url(): string {
    return `https://${this.distribution.domainName}`;
  }

  private acknowledge({ domain }: Settings): void {
    const rules = Validations.of(this.distribution);
    rules.acknowledge({
      id: 'AwsSolutions-CFR1',
      reason: 'Integrators call from anywhere; who may be paid is decided by corridors and screening.',
    });
    rules.acknowledge({
      id: 'AwsSolutions-CFR3',
      reason:
        'The rule knows only the legacy log, which holds queries and paths. The stack EdgeLogs delivers the new one.',
    });
    if (domain) return;
    rules.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        "CloudFront's own certificate fixes the protocol policy. A stage with domainName and certificateArn asks for TLS 1.2.",
    });
  }
}

/**
 * By default CloudFront caches these answers for ten seconds, ignores `no-store` on them, and keys them only by host
 * and path: one caller's failure would be served to every other caller of the path. With a minimum of zero, an answer's
 * own `max-age` still applies, which is how the health of the API is cached.
 */
const failures = [500, 502, 503, 504];

/** Answers that are the same for everyone are cached for as long as they allow. */
function keptFrom(origin: HttpOrigin): BehaviorOptions {
  return {
    origin,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    // Cached in compressed form. No header of the caller reaches the origin, not even the caller's address.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    // The gateway answers with CORS headers only if a request names its origin, which is not forwarded here.
    responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
  };
}

/**
 * Caches the documentation like `CACHING_OPTIMIZED`, but separately for each Accept header: at a nonexistent address a
 * browser gets a page, and a program JSON.
 */
function keptByReader(scope: Construct): CachePolicy {
  return new CachePolicy(scope, 'DocsCache', {
    comment: 'Compressed answers, by what the reader accepts',
    minTtl: Duration.seconds(1),
    headerBehavior: CacheHeaderBehavior.allowList('Accept'),
    enableAcceptEncodingBrotli: true,
    enableAcceptEncodingGzip: true,
  });
}

/** Other sites cannot read pages. The gateway lets every origin read its answers, because API calls are signed. */
function closedToOtherOrigins(scope: Construct): ResponseHeadersPolicy {
  const names = ['Allow-Headers', 'Allow-Methods', 'Allow-Origin', 'Expose-Headers', 'Max-Age'];
  return new ResponseHeadersPolicy(scope, 'PagesAnswers', {
    comment: 'Pages are read by no other origin',
    removeHeaders: names.map((name) => `Access-Control-${name}`),
  });
}

function origin({ settings, originSecret }: EdgeProps, api: IHttpApi): HttpOrigin {
  // https://<id>.execute-api.<region>.<suffix> -> only the host.
  const host = Fn.select(2, Fn.split('/', api.apiEndpoint));
  return new HttpOrigin(host, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // The longest time that an HTTP API waits for a function.
    readTimeout: Duration.seconds(30),
    customHeaders: { [originSecretHeader]: originSecret.value(settings.originSecretVersion).unsafeUnwrap() },
  });
}
