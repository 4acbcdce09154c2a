import { beforeAll, describe, expect, it } from 'vitest';
import { SiteEndpoint } from '../../lib/constructs/site-endpoint.ts';
import { environmentOf, statementsOf } from './support/permissions.ts';
import { type Synthesized, synthesize } from './support/synthesize.ts';

describe('the documentation in AWS', () => {
  let app: Synthesized;

  beforeAll(async () => {
    app = await synthesize();
  });

  const siteOf = ({ app: { node } }: Synthesized) => {
    const [site, ...others] = node.findAll().filter((found) => found instanceof SiteEndpoint);
    if (!site || others.length > 0) throw new Error('There must be one site.');
    return site.function;
  };

  it('may log, and ask whether a call passed the edge, and nothing else', () => {
    const actions = statementsOf(siteOf(app)).flatMap(({ Action }) => Action);
    expect([...new Set(actions)].sort()).toEqual([
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'secretsmanager:GetSecretValue',
    ]);
  });

  it('is told of no table', () => {
    expect(environmentOf(siteOf(app))).toEqual(['ORIGIN_SECRET_ARN', 'POWERTOOLS_SERVICE_NAME', 'STAGE']);
  });

  it('has its addresses, which are no operation, and none of them asks who calls', () => {
    const routes = Object.values(app.template('Meta').findResources('AWS::ApiGatewayV2::Route'))
      .map(({ Properties }) => [Properties.RouteKey, Properties.AuthorizationType])
      .filter(([key]) => !/v1\/(?!openapi-3\.0)|\$default/.test(key));
    const keysOf = (...paths: string[]) =>
      ['GET', 'HEAD'].flatMap((method) => paths.map((path) => `${method} ${path}`));
    const ofWeb = ['/', '/llms.txt', '/docs', '/docs/{file}', '/docs/reference/{file}'];
    const ofApi = [...ofWeb, '/business/api/v1/openapi-3.0.json'];
    expect(routes).toEqual([...keysOf(...ofApi), ...keysOf(...ofWeb)].map((key) => [key, 'NONE']));
  });

  it('is not served by the host that pages have of their own', async () => {
    const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
    const apart = await synthesize({ domain: { ...domain, pagesName: 'pay.example.com' } });
    const [edgeFunction] = Object.values(apart.template('Edge').findResources('AWS::CloudFront::Function'));
    const handler = new Function(`${edgeFunction?.Properties.FunctionCode}; return handler;`)();
    const answer = (host: string, uri: string) =>
      handler({ request: { uri, headers: { host: { value: host } } }, viewer: { ip: '203.0.113.7' } });
    for (const uri of ['/', '/docs', '/docs/signing']) {
      expect(answer('pay.example.com', uri), uri).toMatchObject({ statusCode: 404 });
      expect(answer('api.example.com', uri), uri).not.toHaveProperty('statusCode');
    }
  });
});
