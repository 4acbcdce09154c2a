import { Duration, Fn, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  type BehaviorOptions,
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
import { docsPrefix } from '../../shared/contract/site.ts';
import type { Settings } from '../settings.ts';
import { forwardedToPages } from './pages/forwarded-to-pages.ts';
import { viewerAddressHeader, viewerRequestCode } from './pages/viewer-request.ts';
import type { StageSecret } from './stage-secret.ts';

/** Proves that a call passed the edge. CloudFront replaces whatever a caller sends under this name. */
export const originSecretHeader = 'x-origin-secret';
export interface EdgeProps {
  readonly settings: Settings;
  readonly api: IHttpApi;
  readonly originSecret: StageSecret;
  readonly firewallArn: string;
  readonly pages: readonly AnyEndpoint[];
}

/**
 * CloudFront in front of the HTTP API. It caches only the API's description, its health
 * and the documentation, and adds the caller's address. WAF limits
 * how often an address may call.
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
    const apiOrigin = origin(props);
    // The viewer function keeps these answers off the pages' own host.
    const kept = { ...keptFrom(apiOrigin), ...(domain?.pagesName && { functionAssociations }) };
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Sluice ${props.settings.stage}`,
      webAclId: props.firewallArn,
      domainNames: domain && [domain.name, ...(domain.pagesName ? [domain.pagesName] : [])],
      certificate: domain && Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: domain && SecurityPolicyProtocol.TLS_V1_2_2021,
      // By itself CloudFront keeps an error for ten seconds: a service that works again would look down for longer.
      errorResponses: [{ httpStatus: 503, ttl: Duration.seconds(5) }],
      defaultBehavior: {
        origin: apiOrigin,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        // A redirect would come too late: the signature would already have been sent unencrypted.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // Forwards everything that the caller signed, but never Host, by which the gateway finds its API.
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        functionAssociations,
      },
      additionalBehaviors: {
        [`${pagesPrefix}/*`]: {
          origin: apiOrigin,
          allowedMethods: AllowedMethods.ALLOW_ALL,
          // A redirect would come too late: the token would already have been sent unencrypted.
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          cachePolicy: CachePolicy.CACHING_DISABLED,
          originRequestPolicy: forwardedToPages(this, props.pages, viewerAddressHeader),
          responseHeadersPolicy: closedToOtherOrigins(this),
          functionAssociations,
        },
        [`${apiPrefix}/openapi.json`]: kept,
        [`${apiPrefix}/health`]: kept,
        [docsPrefix]: kept,
        [`${docsPrefix}/*`]: kept,
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

/** Answers that are the same for everybody are cached, for as long as they allow. */
function keptFrom(apiOrigin: HttpOrigin): BehaviorOptions {
  return {
    origin: apiOrigin,
    allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
    viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
    // Cached in compressed form. No header of the caller reaches the origin, not even the caller's address.
    cachePolicy: CachePolicy.CACHING_OPTIMIZED,
    // The gateway answers with CORS headers only where a request names its origin, which is not forwarded here.
    responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
  };
}

/** No other site reads a page. The gateway lets every origin read whatever it answers, because calls of the API are signed. */
function closedToOtherOrigins(scope: Construct): ResponseHeadersPolicy {
  const names = ['Allow-Headers', 'Allow-Methods', 'Allow-Origin', 'Expose-Headers', 'Max-Age'];
  return new ResponseHeadersPolicy(scope, 'PagesAnswers', {
    comment: 'Pages are read by no other origin',
    removeHeaders: names.map((name) => `Access-Control-${name}`),
  });
}

function origin({ settings, api, originSecret }: EdgeProps): HttpOrigin {
  // https://<id>.execute-api.<region>.<suffix> -> only the host.
  const host = Fn.select(2, Fn.split('/', api.apiEndpoint));
  return new HttpOrigin(host, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // An HTTP API waits for a function this long at most.
    readTimeout: Duration.seconds(30),
    customHeaders: { [originSecretHeader]: originSecret.value(settings.originSecretVersion).unsafeUnwrap() },
  });
}
