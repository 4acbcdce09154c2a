import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { type Resource, type Synthesized, synthesize } from '../support/synthesize.ts';

/** AWS's own ids of its managed policies. */
const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const corsAllowAllOrigins = '60669652-455b-4ae9-85a4-c4c02393f86c';
const cachingOptimized = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const allViewerExceptHost = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';

describe('the edge', async () => {
  const app = await synthesize();
  const edge = app.template('Edge');

  it('blocks an address above 2,000 requests in a minute, in the words of the API', () => {
    app.template('Firewall').hasResourceProperties('AWS::WAFv2::WebACL', {
      Scope: 'CLOUDFRONT',
      Rules: [
        Match.objectLike({
          Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit: 2000, EvaluationWindowSec: 60 } },
          Action: { Block: { CustomResponse: Match.objectLike({ ResponseCode: 429 }) } },
        }),
      ],
    });
  });

  const distribution = () => {
    const [found] = Object.values(edge.findResources('AWS::CloudFront::Distribution')) as Resource[];
    return found?.Properties.DistributionConfig;
  };

  it('forwards everything but Host and caches nothing of calls, nor of paths that are none', () => {
    const passedOn = {
      CachePolicyId: cachingDisabled,
      OriginRequestPolicyId: allViewerExceptHost,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
    };
    const { DefaultCacheBehavior, CacheBehaviors, WebACLId } = distribution();
    expect(DefaultCacheBehavior).toMatchObject(passedOn);
    // After the paths below it that are kept: CloudFront takes the first that matches.
    expect(CacheBehaviors.at(-1)).toMatchObject({ ...passedOn, PathPattern: '/business/api/v1/*' });
    expect(WebACLId).toBeDefined();
  });

  it('asks the API for its own paths, and the one for the web for everything else', () => {
    const { Origins, DefaultCacheBehavior, CacheBehaviors } = distribution();
    const asked = new Map(
      Origins.map(({ Id, DomainName }: { Id: string; DomainName: unknown }) => [
        Id,
        /Sluice-prod-(\w+):/.exec(JSON.stringify(DomainName))?.[1],
      ]),
    );
    const paths = CacheBehaviors.map(({ PathPattern, TargetOriginId }: Record<string, string>) => [
      PathPattern,
      asked.get(TargetOriginId),
    ]);
    expect(Object.fromEntries(paths)).toEqual({
      '/p/*': 'Web',
      '/docs': 'Web',
      '/docs/*': 'Web',
      '/business/api/v1/openapi.json': 'Api',
      '/business/api/v1/openapi-3.0.json': 'Api',
      '/business/api/v1/health': 'Api',
      '/business/api/v1/*': 'Api',
    });
    expect(asked.get(DefaultCacheBehavior.TargetOriginId)).toBe('Web');
  });

  it('is deployed after all routes, so that it never leads to one that is not there yet', () => {
    const { stacks } = app.app.synth();
    const routed = [...app.templates].filter(
      ([, template]) => Object.keys(template.findResources('AWS::ApiGatewayV2::Route')).length > 0,
    );
    const needed = stacks.find(({ stackName }) => stackName === 'Sluice-prod-Edge')?.dependencies.map(({ id }) => id);
    expect(needed).toEqual(expect.arrayContaining(routed.map(([stack]) => stack)));
  });

  it.each([
    ['description of the API', '/business/api/v1/openapi.json', cachingOptimized],
    ['description of the API as OpenAPI 3.0', '/business/api/v1/openapi-3.0.json', cachingOptimized],
    ['health of the API', '/business/api/v1/health', cachingOptimized],
    ['first page of the documentation', '/docs', Match.anyValue()],
    ['rest of the documentation', '/docs/*', Match.anyValue()],
  ])('keeps the %s for as long as it says, compressed, and passes nothing of its reader on', (_, path, policy) => {
    edge.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        CacheBehaviors: Match.arrayWith([
          Match.objectLike({
            PathPattern: path,
            AllowedMethods: ['GET', 'HEAD'],
            CachePolicyId: policy,
            ResponseHeadersPolicyId: corsAllowAllOrigins,
            OriginRequestPolicyId: Match.absent(),
            Compress: true,
            ViewerProtocolPolicy: 'https-only',
          }),
        ]),
      },
    });
  });

  it('keeps the documentation apart by what its reader accepts, and is passed nothing else', () => {
    const policies = edge.findResources('AWS::CloudFront::CachePolicy');
    const [[id = '', policy] = []] = Object.entries(policies);
    expect(Object.keys(policies)).toHaveLength(1);
    expect(policy?.Properties.CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin).toEqual({
      CookiesConfig: { CookieBehavior: 'none' },
      EnableAcceptEncodingBrotli: true,
      EnableAcceptEncodingGzip: true,
      HeadersConfig: { HeaderBehavior: 'whitelist', Headers: ['Accept'] },
      QueryStringsConfig: { QueryStringBehavior: 'none' },
    });
    const kept = distribution()
      .CacheBehaviors.filter(({ CachePolicyId }: Resource['Properties']) => CachePolicyId?.Ref === id)
      .map(({ PathPattern }: Resource['Properties']) => PathPattern);
    expect(kept).toEqual(['/docs', '/docs/*']);
  });

  it('keeps no failure, for which CloudFront ignores no-store, and replaces none by a page', () => {
    const kept = [500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 }));
    edge.hasResourceProperties('AWS::CloudFront::Distribution', { DistributionConfig: { CustomErrorResponses: kept } });
  });

  it('proves itself to the functions with a secret that no template shows', () => {
    const { Origins } = distribution();
    expect(Origins).toHaveLength(2);
    for (const { OriginCustomHeaders } of Origins) {
      expect(OriginCustomHeaders).toHaveLength(1);
      expect(OriginCustomHeaders[0].HeaderName).toBe('x-origin-secret');
      expect(JSON.stringify(OriginCustomHeaders[0].HeaderValue)).toContain('{{resolve:secretsmanager:');
    }
  });

  it('takes the version of that secret that the deployment names, so that a rotated one arrives', async () => {
    const originSecretVersion = 'a'.repeat(64);
    const rotated = await synthesize({ originSecretVersion });
    const reference = (app: Synthesized) => {
      const [found] = Object.values(app.template('Edge').findResources('AWS::CloudFront::Distribution')) as Resource[];
      return JSON.stringify(found?.Properties.DistributionConfig.Origins[0].OriginCustomHeaders[0].HeaderValue);
    };
    expect(reference(rotated)).toContain(`:SecretString:::${originSecretVersion}}}`);
    expect(reference(app)).toContain(':SecretString:::}}');
  });

  it("writes the viewer's address over whatever the caller sent", () => {
    const [edgeFunction] = Object.values(edge.findResources('AWS::CloudFront::Function')) as Resource[];
    const handler = new Function(`${edgeFunction?.Properties.FunctionCode}; return handler;`)();
    const headers = { 'x-viewer-address': { value: '10.0.0.1' }, 'x-api-key': { value: 'akid' } };
    const request = handler({ request: { headers }, viewer: { ip: '203.0.113.7' } });
    expect(request.headers).toEqual({ 'x-viewer-address': { value: '203.0.113.7' }, 'x-api-key': { value: 'akid' } });
  });

  it('keeps its firewall in us-east-1, wherever the rest is', async () => {
    const { app: abroad } = await synthesize({ region: 'eu-west-1' });
    const regions = abroad.synth().stacks.map(({ stackName, environment }) => [stackName, environment.region]);
    expect(Object.fromEntries(regions)).toMatchObject({
      'Sluice-prod-Firewall': 'us-east-1',
      'Sluice-prod-Edge': 'eu-west-1',
    });
  });

  it('takes the functions their origin check with it when a development stage leaves it out', async () => {
    const bare = await synthesize({ stage: 'dev', edge: false });
    expect(bare.resources('AWS::CloudFront::Distribution')).toEqual([]);
    for (const { Properties } of bare.resources('AWS::Lambda::Function')) {
      expect(Properties.Environment.Variables).not.toHaveProperty('ORIGIN_SECRET_ARN');
    }
  });

  it('asks for TLS 1.2 under a name of its own', async () => {
    const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
    const named = await synthesize({ domain });
    named.template('Edge').hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: ['api.example.com'],
        ViewerCertificate: Match.objectLike({ MinimumProtocolVersion: 'TLSv1.2_2021' }),
      },
    });
  });
});
