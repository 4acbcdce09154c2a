import { Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { discoverEndpoints } from '../../functions/discover.ts';
import { ApiEndpoint, routeKey } from '../../lib/constructs/api-endpoint.ts';
import { forwardedToPages } from '../../lib/constructs/pages/forwarded-to-pages.ts';
import { pageKeys, readingPageKeys } from '../../lib/page-keys.ts';
import { usesOf } from '../../shared/contract/endpoint.ts';
import { createThing, declared } from '../shared/openapi/sample-endpoints.ts';
import { discoveredNotePages } from '../support/note-pages.ts';
import { actionsOf, allowed, environmentOf, statementsOf, told, within } from './support/permissions.ts';
import { type Resource, type Synthesized, synthesize } from './support/synthesize.ts';

const domain = { name: 'api.example.com', certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1' };
const apart = { ...domain, pagesName: 'pay.example.com' };
/** An endpoint that shows links of pages, beside the pages. */
const linking = declared({ ...createThing, uses: ['pages'] } as never);

const cachingDisabled = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';

describe('a page in AWS', () => {
  let app: Synthesized;

  beforeAll(async () => {
    app = await synthesize({ domain: apart }, [...discoveredNotePages, ...linking]);
  });

  const functionOf = (operation: string) => {
    const found = app.app.node.findAll().find((node) => node instanceof ApiEndpoint && node.node.id === operation);
    if (!(found instanceof ApiEndpoint)) throw new Error(`No Lambda for ${operation}.`);
    return found.function;
  };

  it('has its route below /p, and no authorizer: the function itself checks the token', () => {
    const routes = Object.values(app.template('Notes').findResources('AWS::ApiGatewayV2::Route')) as Resource[];
    // Each at the API, and at the one for the web.
    const twice = [
      ['GET /p/notes/{token}', 'HEAD /p/notes/{token}'],
      ['POST /p/notes/{token}'],
      ['GET /p/notes/{token}/file', 'HEAD /p/notes/{token}/file'],
      ['GET /p/notes/{token}/json', 'HEAD /p/notes/{token}/json'],
    ];
    expect(routes.map(({ Properties }) => [Properties.RouteKey, Properties.AuthorizationType])).toEqual(
      twice.flatMap((keys) => [...keys, ...keys].map((key) => [key, 'NONE'])),
    );
  });

  it('may do to the table what it declares', () => {
    for (const [page, written] of [
      ['ShowNote', readingPageKeys],
      ['ChangeNote', pageKeys],
    ] as const) {
      const statements = statementsOf(functionOf(page));
      expect(allowed(statements, 'dynamodb')).toEqual([]);
      const keysOf = (action: string) =>
        statements.filter((statement) => actionsOf(statement).includes(action)).map(({ Condition }) => Condition);
      expect(keysOf('dynamodb:Query')).toEqual([within(...pageKeys, 'CONNECTION', 'TOKEN_PAUSE#*')]);
      expect(keysOf('dynamodb:UpdateItem')).toEqual([within(...written)]);
    }
  });

  it('knows where pages are and nothing of sessions', () => {
    expect(environmentOf(functionOf('ShowNote'))).toEqual([
      'ORIGIN_SECRET_ARN',
      'PAGES_URL',
      'POWERTOOLS_SERVICE_NAME',
      'STAGE',
      'TABLE_NAME',
    ]);
  });

  it('shares that knowledge with those who show its links, and with nobody else', async () => {
    const own = (await discoverEndpoints())
      .filter(({ declaration }) => usesOf(declaration).includes('pages'))
      .map(({ declaration }) => `${routeKey(declaration)}: ${declaration.summary}`);
    const expected = [
      ...own,
      'GET /p/notes/{token}/file: Save a note as a file',
      'GET /p/notes/{token}/json: Read a note as JSON',
      'GET /p/notes/{token}: Show a note',
      'POST /business/api/v1/payments/organizations/{orgId}/things/{kind}: Create a thing',
      'POST /p/notes/{token}: Change a note',
    ];
    expect(told(app, 'PAGES_URL').sort()).toEqual(expected.sort());
  });

  it.each([
    ['a host of their own', { domain: apart }, 'https://pay.example.com'],
    ["the stage's domain name", { domain }, 'https://api.example.com'],
    ['no public host', { stage: 'dev', domain: undefined }, undefined],
  ] as const)('is told of %s', async (_name, settings, pagesUrl) => {
    const stage = await synthesize(settings, discoveredNotePages);
    const functions = Object.values(stage.template('Notes').findResources('AWS::Lambda::Function')) as Resource[];
    const urls = functions.map(({ Properties }) => Properties.Environment.Variables.PAGES_URL);
    expect(urls).toEqual(Array(discoveredNotePages.length).fill(pagesUrl));
  });

  it('is told of the gateway itself on a stage without an edge', async () => {
    const bare = await synthesize({ stage: 'dev', edge: false }, discoveredNotePages);
    const [first] = Object.values(bare.template('Notes').findResources('AWS::Lambda::Function')) as Resource[];
    expect(first?.Properties.Environment.Variables.PAGES_URL).toEqual({
      'Fn::ImportValue': expect.stringContaining('ApiEndpoint'),
    });
  });

  it.each(['Api', 'Web'])('leaves no token in the log of the gateway: %s', (stack) => {
    const [stage] = Object.values(app.template(stack).findResources('AWS::ApiGatewayV2::Stage')) as Resource[];
    const line = JSON.stringify(stage?.Properties.AccessLogSettings.Format);
    expect(line).toContain('$context.routeKey');
    expect(line).not.toMatch(/\$context\.(path|requestOverride|.*[uU]ri)/);
  });
});

describe('the edge before pages', () => {
  const distributionOf = (app: Synthesized) => {
    const [distribution] = Object.values(app.template('Edge').findResources('AWS::CloudFront::Distribution'));
    return (distribution as Resource).Properties.DistributionConfig;
  };

  it('forwards what the pages declare, and no credential', async () => {
    const app = await synthesize({}, discoveredNotePages);
    app.template('Edge').hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
      OriginRequestPolicyConfig: {
        HeadersConfig: {
          HeaderBehavior: 'whitelist',
          Headers: ['accept-language', 'content-type', 'origin', 'sec-fetch-site', 'x-viewer-address'],
        },
        CookiesConfig: { CookieBehavior: 'whitelist', Cookies: ['__Host-buyer', '__Host-payee', '__Host-reader'] },
        QueryStringsConfig: {
          QueryStringBehavior: 'whitelist',
          QueryStrings: ['country', 'greeting', 'lang', 'look', 'method', 'name'],
        },
      },
    });
    const [pages] = distributionOf(app).CacheBehaviors;
    expect(pages).toMatchObject({
      PathPattern: '/p/*',
      CachePolicyId: cachingDisabled,
      ViewerProtocolPolicy: 'https-only',
      AllowedMethods: expect.arrayContaining(['POST']),
      OriginRequestPolicyId: { Ref: expect.stringContaining('ForwardedToPages') },
      FunctionAssociations: [{ EventType: 'viewer-request' }],
    });
  });

  it('lets no other origin read what pages answer', async () => {
    const app = await synthesize({}, discoveredNotePages);
    const [pages] = distributionOf(app).CacheBehaviors;
    const edge = app.template('Edge');
    const [[id, policy] = []] = Object.entries(edge.findResources('AWS::CloudFront::ResponseHeadersPolicy'));
    expect(pages.ResponseHeadersPolicyId).toEqual({ Ref: id });
    const { RemoveHeadersConfig } = (policy as Resource).Properties.ResponseHeadersPolicyConfig;
    expect(RemoveHeadersConfig.Items).toContainEqual({ Header: 'Access-Control-Allow-Origin' });
  });

  it('forwards no cookie and no query where no page declares any', () => {
    const stack = new Stack();
    forwardedToPages(stack, [], 'x-viewer-address');
    Template.fromStack(stack).hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
      OriginRequestPolicyConfig: {
        CookiesConfig: { CookieBehavior: 'none', Cookies: Match.absent() },
        QueryStringsConfig: { QueryStringBehavior: 'none', QueryStrings: Match.absent() },
      },
    });
  });

  it('answers under both names, and looks at every request', async () => {
    const config = distributionOf(await synthesize({ domain: apart }));
    expect(config.Aliases).toEqual(['api.example.com', 'pay.example.com']);
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(behavior.FunctionAssociations, behavior.PathPattern).toHaveLength(1);
    }
  });

  describe('with a host of their own', () => {
    let passes: (host: string, uri: string) => boolean;

    beforeAll(async () => {
      const app = await synthesize({ domain: apart });
      const [edgeFunction] = Object.values(app.template('Edge').findResources('AWS::CloudFront::Function'));
      const handler = new Function(`${(edgeFunction as Resource).Properties.FunctionCode}; return handler;`)();
      passes = (host, uri) => {
        const headers = { host: { value: host } };
        const result = handler({ request: { uri, headers }, viewer: { ip: '203.0.113.7' } });
        if (result.statusCode !== undefined) expect(result.statusCode).toBe(404);
        else expect(result.headers).toEqual({ host: { value: host }, 'x-viewer-address': { value: '203.0.113.7' } });
        return result.statusCode === undefined;
      };
    });

    const page = '/p/notes/org.note_1.0123';

    it.each(['pay.example.com', 'Pay.Example.COM'])('serves pages at %s and nothing else', (host) => {
      expect(passes(host, page)).toBe(true);
      for (const uri of [
        '/',
        '/p',
        '/business/api/v1/openapi.json',
        '/dashboard',
        '/p/../business/api/v1/openapi.json',
        '/p/%2e%2e/business/api/v1/openapi.json',
        '/p/..%2fbusiness',
        '/p/..',
        '//business/api/v1',
        '/%',
      ]) {
        expect(passes(host, uri), uri).toBe(false);
      }
    });

    it.each(['api.example.com', 'd111111abcdef8.cloudfront.net'])('serves no page at %s', (host) => {
      for (const uri of ['/', '/business/api/v1/openapi.json', '/payments', '/%', '/business/p/1']) {
        expect(passes(host, uri), uri).toBe(true);
      }
      for (const uri of [page, '/p', '/p/', '/%70/notes/1', '//p/notes/1', '/p%2fnotes']) {
        expect(passes(host, uri), uri).toBe(false);
      }
    });
  });
});
