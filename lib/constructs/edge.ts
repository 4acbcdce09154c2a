import { Duration, Fn, Validations } from 'aws-cdk-lib';
import type { IHttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
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
import { apiPrefix } from '../../shared/contract/endpoint.ts';
import type { Settings } from '../settings.ts';
import { AccessLogBucket } from './access-log-bucket.ts';
import type { StageSecret } from './stage-secret.ts';

/** Proves that a call passed the edge. CloudFront replaces whatever a caller sends under this name. */
export const originSecretHeader = 'x-origin-secret';
/** The caller's address. Overwritten here, so that with the origin secret beside it it can be believed. */
export const viewerAddressHeader = 'x-viewer-address';

const writeViewerAddress = `function handler(event) {
  event.request.headers['${viewerAddressHeader}'] = { value: event.viewer.ip };
  return event.request;
}`;

export interface EdgeProps {
  readonly settings: Settings;
  readonly api: IHttpApi;
  readonly originSecret: StageSecret;
  readonly firewallArn: string;
}

/** CloudFront in front of the HTTP API. It caches the API's description and nothing else; it says who calls, and WAF bounds how often. */
export class Edge extends Construct {
  readonly distribution: Distribution;

  constructor(scope: Construct, id: string, props: EdgeProps) {
    super(scope, id);
    const { domain } = props.settings;
    const viewerAddress = new EdgeFunction(this, 'ViewerAddress', {
      code: FunctionCode.fromInline(writeViewerAddress),
      runtime: FunctionRuntime.JS_2_0,
      comment: "Writes the viewer's address into a header",
    });
    const apiOrigin = origin(props);
    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Sluice ${props.settings.stage}`,
      webAclId: props.firewallArn,
      domainNames: domain && [domain.name],
      certificate: domain && Certificate.fromCertificateArn(this, 'Certificate', domain.certificateArn),
      minimumProtocolVersion: domain && SecurityPolicyProtocol.TLS_V1_2_2021,
      logBucket: new AccessLogBucket(this, 'AccessLogs').bucket,
      logIncludesCookies: false,
      defaultBehavior: {
        origin: apiOrigin,
        allowedMethods: AllowedMethods.ALLOW_ALL,
        // A redirect would first have carried the signature in the clear.
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        // Everything the caller signed; never Host, by which the gateway finds its API.
        originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
        functionAssociations: [{ function: viewerAddress, eventType: FunctionEventType.VIEWER_REQUEST }],
      },
      additionalBehaviors: {
        [`${apiPrefix}/openapi.json`]: {
          origin: apiOrigin,
          allowedMethods: AllowedMethods.ALLOW_GET_HEAD,
          viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
          // Compressed, for as long as the answer allows; no header of a caller's reaches the origin, their address neither.
          cachePolicy: CachePolicy.CACHING_OPTIMIZED,
          // The gateway allows origins only where it is told of one.
          responseHeadersPolicy: ResponseHeadersPolicy.CORS_ALLOW_ALL_ORIGINS,
        },
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
    if (domain) return;
    rules.acknowledge({
      id: 'AwsSolutions-CFR4',
      reason:
        "CloudFront's own certificate fixes the protocol policy. A stage with domainName and certificateArn asks for TLS 1.2.",
    });
  }
}

function origin({ api, originSecret }: EdgeProps): HttpOrigin {
  // https://<id>.execute-api.<region>.<suffix> -> the host alone.
  const host = Fn.select(2, Fn.split('/', api.apiEndpoint));
  return new HttpOrigin(host, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // The gateway gives up after 29 seconds; one longer hears its answer.
    readTimeout: Duration.seconds(30),
    customHeaders: { [originSecretHeader]: originSecret.value.unsafeUnwrap() },
  });
}
