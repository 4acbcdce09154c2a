import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discoverEndpoints } from '../../../functions/discover.ts';
import type { Link } from '../../../shared/checkout/links/link.ts';
import { textsOf } from '../../../shared/checkout/page/texts.ts';
import { rateLimits } from '../../../shared/contract/rate-classes.ts';
import { languages } from '../../../shared/pages/language.ts';
import { addLink } from '../../support/checkout/links.ts';
import type { TestOrganization } from '../../support/journey.ts';
import { type Answer, TestService } from '../../support/service.ts';

let service: TestService;
let organization: TestOrganization;
let path: string;
let link: Link;

beforeAll(async () => {
  service = await TestService.start({ pagesUrl: 'https://pay.example' });
});

beforeEach(async () => {
  organization = await service.organization();
  ({ path, link } = await addLink(service.runtime, organization, { fromName: 'Secret Shop' }));
});

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const unknown = () => path.replace(/[0-9a-f]{32}$/, '0'.repeat(32));
const titleOf = ({ text }: Answer) => /<h1>(.*?)<\/h1>/.exec(text)?.[1];

function submit(target: string, headers: Record<string, string>, of = service, sourceIp = '203.0.113.7') {
  return of.send('POST', `${target}/card`, `view=${'0'.repeat(32)}`, { ...form, ...headers }, sourceIp);
}

/** Nothing of the merchant, nor whether the link is one of the sandbox, nor of what the page's address opens. */
function expectToTellNothing({ text }: Answer): void {
  for (const told of ['Secret Shop', 'Example', link.linkId, organization.organizationId, '0'.repeat(32)])
    expect(text).not.toContain(told);
  for (const language of languages) expect(text).not.toContain(textsOf[language].testMode);
}

describe.each(languages)('in %s', (language) => {
  const headers = { 'accept-language': language };
  const { notFoundTitle, refusedTitle, tooManyTitle, faultTitle } = textsOf[language];

  test('an address that opens nothing is told so, alike for all', async () => {
    const answers = [await service.send('GET', unknown(), '', headers), await submit(unknown(), headers)];
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expect(answer.text).toContain(`<html lang="${language}">`);
      expect(titleOf(answer)).toBe(notFoundTitle);
      expectToTellNothing(answer);
    }
  });

  test('a form that is none, or another site’s, is refused', async () => {
    const none = await service.send('POST', `${path}/card`, 'view=<script>', { ...form, ...headers }, '203.0.113.8');
    expect(none.status).toBe(400);
    const foreign = await submit(path, { ...headers, 'sec-fetch-site': 'cross-site' });
    expect(foreign.status).toBe(403);
    for (const answer of [none, foreign]) {
      expect(titleOf(answer)).toBe(refusedTitle);
      expect(answer.text).not.toContain('<script>');
      expectToTellNothing(answer);
    }
  });

  test('who has submitted too often is told to wait', async () => {
    const address = `198.51.100.${languages.indexOf(language) + 1}`;
    const most = rateLimits['page-address'];
    const answers: Answer[] = [];
    for (let index = 0; index <= most; index += 1) answers.push(await submit(path, headers, service, address));
    const refused = answers.at(-1) as Answer;
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } });
    expect(titleOf(refused)).toBe(tooManyTitle);
    expectToTellNothing(refused);
  });

  test('a fault of ours is said to be ours, with the request’s id', async () => {
    const broken = service.process(async (call, send) => {
      if (call.name === 'BatchGet') throw new Error('the table is gone');
      return send();
    });
    const answer = await broken.send('GET', path, '', headers);
    expect(answer.status).toBe(500);
    expect(titleOf(answer)).toBe(faultTitle);
    expect(answer.text).toContain(answer.headers['x-request-id']);
    expect(answer.text).not.toContain('the table is gone');
    expectToTellNothing(answer);
  });
});

test('a failure keeps the language that the address asks for, whatever else it has', async () => {
  const headers = { 'accept-language': 'fr' };
  const inGerman = await service.send('GET', `${unknown()}?lang=de`, '', headers);
  expect(titleOf(inGerman)).toBe(textsOf.de.notFoundTitle);
  for (const lang of ['xx', '<script>', '%', 'd'.repeat(5_000)]) {
    const answer = await service.send('GET', `${unknown()}?lang=${lang}`, '', headers);
    expect(titleOf(answer)).toBe(textsOf.fr.notFoundTitle);
    expect(answer.text).not.toContain('<script>');
  }
});

test('its style is what the policy names', async () => {
  const { headers, text } = await service.send('GET', unknown(), '', {});
  expect(text).toContain('<style>');
  expect(headers['content-security-policy']).toMatch(/style-src 'sha256-[^']+'/);
});

test('every page for people has it', async () => {
  const pages = (await discoverEndpoints()).flatMap(({ declaration: { operation, page } }) =>
    page?.errorsAs === 'html' ? [{ operation, has: page.failurePage !== undefined }] : [],
  );
  expect(pages.length).toBeGreaterThan(6);
  expect(pages.filter(({ has }) => !has)).toEqual([]);
});
