import { beforeAll, describe, expect, it } from 'vitest';
import { ApiEndpoint, routeKey, routeKeys as routeKeysOf } from '../../lib/constructs/api-endpoint.ts';
import { pascalCase } from '../../lib/names.ts';
import { pageKeysOf } from '../../lib/page-keys.ts';
import { apiPrefix, usesOf } from '../../shared/contract/endpoint.ts';
import { siteRouteKeys } from '../../shared/contract/site.ts';
import { allowed, environmentOf, type Statement, statementsOf, within } from './support/permissions.ts';
import { declaredFunctions, type Synthesized, synthesize } from './support/synthesize.ts';

const { endpoints, sites, canary } = await declaredFunctions();
const routeKeys = [
  ...endpoints.flatMap(({ declaration }) => routeKeysOf(declaration)),
  ...sites.flatMap(({ declaration }) => siteRouteKeys(declaration)),
  ...canary.flatMap(({ declaration: { trigger } }) => (trigger.type === 'route' ? [trigger.routeKey] : [])),
];
/** What integrators do not call. Every other path begins with the API's prefix. */
const webRouteKeys = routeKeys.filter((key) => !key.includes(` ${apiPrefix}/`));
const operations = endpoints.map(({ declaration }) => [declaration.operation, declaration] as const);

/** What the sandbox remembers is for those who ask its acquirer or its chains. */
const memory = { cards: true, cardPages: true, testTransfers: true, depositRecords: true };
const readsChains = (uses: readonly string[]) =>
  ['chain', 'depositChain', 'walletInspection'].some((name) => uses.includes(name));

/** Not what the sandbox remembers, which is a table of its own. */
const isOfPaymentsTable = ({ Resource }: Statement) => !JSON.stringify(Resource).includes('SandboxPayments');

describe('an endpoint in AWS', () => {
  let app: Synthesized;
  let constructs: Map<string, ApiEndpoint>;

  beforeAll(async () => {
    app = await synthesize();
    const all = app.app.node.findAll().filter((node) => node instanceof ApiEndpoint);
    constructs = new Map(all.map((construct) => [construct.node.id, construct]));
  });

  const functionOf = (operation: string) => {
    const construct = constructs.get(pascalCase(operation));
    if (!construct) throw new Error(`No Lambda for ${operation}.`);
    return construct.function;
  };

  const routesAt = (stack: string) =>
    app
      .resources('AWS::ApiGatewayV2::Route')
      .filter(({ Properties }) => Properties.ApiId['Fn::ImportValue'].startsWith(`Sluice-prod-${stack}:`))
      .map(({ Properties }) => Properties.RouteKey as string);

  it('has one route of the API and one Lambda each, and there are no others but those of sites and of the canary', () => {
    expect(routesAt('Api').sort()).toEqual(routeKeys.toSorted());
    expect(constructs.size).toBe(endpoints.length);
  });

  it('answers HEAD where it is read without credentials, and nowhere else', () => {
    const open = ['openapi.json', 'health'].map((name) => `HEAD ${apiPrefix}/${name}`);
    const pages = [
      'checkout/{token}',
      'checkout-attempt/{token}',
      'checkout-attempt/{token}/cancel',
      'sandbox-card/{token}',
      'payout/{token}',
    ];
    const paths = [
      '/',
      '/llms.txt',
      '/docs',
      '/docs/{file}',
      '/docs/reference/{file}',
      `${apiPrefix}/openapi-3.0.json`,
    ];
    const docs = paths.map((path) => `HEAD ${path}`);
    const expected = [...open, ...pages.map((page) => `HEAD /p/${page}`), ...docs];
    expect(
      routesAt('Api')
        .filter((key) => key.startsWith('HEAD'))
        .sort(),
    ).toEqual(expected.toSorted());
    expect(
      routesAt('Web')
        .filter((key) => key.startsWith('HEAD'))
        .sort(),
    ).toEqual(expected.filter((key) => !key.includes(apiPrefix)).toSorted());
  });

  it('has another route where CloudFront asks it for the web: a page, a site, or what no path leads to', () => {
    expect(routesAt('Web').sort()).toEqual(webRouteKeys.toSorted());
    expect(app.resources('AWS::ApiGatewayV2::Route')).toHaveLength(routeKeys.length + webRouteKeys.length);
  });

  it('has no second route where nothing is in front', async () => {
    const bare = await synthesize({ stage: 'dev', edge: false });
    expect(bare.resources('AWS::ApiGatewayV2::Route')).toHaveLength(routeKeys.length);
    expect(bare.resources('AWS::ApiGatewayV2::Api')).toHaveLength(1);
  });

  it('is called with payload 2.0, the only one whose path and query arrive as they were signed', () => {
    for (const { Properties } of app.resources('AWS::ApiGatewayV2::Integration')) {
      expect(Properties.PayloadFormatVersion).toBe('2.0');
    }
  });

  it('may be invoked by its own method and path only', () => {
    const sources = app
      .resources('AWS::Lambda::Permission')
      .filter(({ Properties }) => Properties.Principal === 'apigateway.amazonaws.com')
      .map(({ Properties }) => Properties.SourceArn['Fn::Join'][1].at(-1) as string);
    const expected = [...routeKeys, ...webRouteKeys].map((key) => `/*/${key.replace(' ', '')}`);
    expect(sources.sort()).toEqual(expected.sort());
  });

  it('answers what no other route does at the catch-all', () => {
    const catchAll = endpoints.filter(({ declaration }) => routeKey(declaration) === '$default');
    expect(catchAll.map(({ declaration }) => declaration.operation)).toEqual(['routeNotFound']);
  });

  describe.each(operations)('%s', (operation, declaration) => {
    const { tableAccess, callers, index, page, uses = [] } = declaration;
    const bounded = page ? unconditional.write : ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];
    const isBounded = tableAccess === 'read' || (page !== undefined && tableAccess === 'write');
    it(`may do to the table what its declaration says: ${tableAccess}`, () => {
      const statements = statementsOf(functionOf(operation)).filter(isOfPaymentsTable);
      expect(allowed(statements, 'dynamodb')).toEqual(page ? [] : unconditional[tableAccess]);
      expect(allowed(statements, 'dynamodb', true)).toEqual(isBounded ? bounded : []);
    });

    it('writes as a read only its nonce and its rate counter, and as a page only what belongs to its kind', () => {
      const statements = statementsOf(functionOf(operation)).filter(isOfPaymentsTable);
      const conditionsOf = (action: string) =>
        statements.filter(({ Action }) => [Action].flat().includes(action)).map(({ Condition }) => Condition);
      if (page) {
        const pageKeys = pageKeysOf(page);
        const pageWrites = within(...(tableAccess === 'write' ? pageKeys.write : ['RATE#*']));
        expect(conditionsOf('dynamodb:PutItem')).toEqual([pageWrites]);
        expect(conditionsOf('dynamodb:GetItem')).toEqual([within(...pageKeys.read)]);
      } else if (tableAccess === 'read')
        expect(conditionsOf('dynamodb:PutItem')).toEqual([within('NONCE#*', 'RATE#*')]);
    });

    it('reaches the table itself, and no index but the one that it declares', () => {
      const resources = statementsOf(functionOf(operation)).filter(isFor('dynamodb'));
      const indexes = JSON.stringify(resources).match(/\/index\/\w*/g) ?? [];
      expect(indexes).toEqual(index ? [`/index/${index}`] : []);
    });

    it('may do nothing else but log, use the key of the table and read secrets', () => {
      const statements = statementsOf(functionOf(operation));
      const services = new Set(
        statements.flatMap(({ Action }) => [Action].flat()).map((action) => action.split(':')[0]),
      );
      const expected = ['logs', 'secretsmanager', ...(tableAccess === 'none' ? [] : ['dynamodb', 'kms'])];
      expect([...services].sort()).toEqual(expected.sort());
    });

    it('is told where everything is that it may use', () => {
      expect(environmentOf(functionOf(operation))).toEqual([
        ...(readsChains(usesOf(declaration)) ? ['CONNECTIONS_KEY_ARN'] : []),
        'ORIGIN_SECRET_ARN',
        ...(usesOf(declaration).includes('pages') ? ['PAGES_URL'] : []),
        'POWERTOOLS_SERVICE_NAME',
        ...(uses.some((name) => name in memory) ? ['SANDBOX_PAYMENTS_TABLE'] : []),
        ...(usesOf(declaration).includes('sealing') ? ['SEALING_SECRET_ARN'] : []),
        ...(callers.includes('session') ? ['SESSION_CLIENT_ID', 'SESSION_ISSUER'] : []),
        'STAGE',
        'TABLE_NAME',
      ]);
    });
  });
});

const unconditional = {
  none: [],
  read: ['dynamodb:BatchGetItem', 'dynamodb:GetItem', 'dynamodb:Query'],
  write: [
    'dynamodb:BatchGetItem',
    'dynamodb:ConditionCheckItem',
    'dynamodb:DeleteItem',
    'dynamodb:GetItem',
    'dynamodb:PutItem',
    'dynamodb:Query',
    'dynamodb:UpdateItem',
  ],
};

function isFor(service: string) {
  return (statement: Statement) => [statement.Action].flat().some((action) => action.startsWith(`${service}:`));
}
