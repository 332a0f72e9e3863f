import { describe, expect, it } from 'vitest';
import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { uploadLimit } from '#shared/http/upload-limit.ts';
import { allCalls } from '#shared/product.ts';
import { defaultBodyLimit } from '../../../functions/platform/requests/input.ts';
import { isForStrangers, peopleThrottle, strangerThrottle } from '../../../infra/api/api-stage.ts';
import { type Quota, quotas } from '../../../infra/quotas/quotas.ts';
import { loadSchool } from '../../../infra/school.ts';
import { costInDollars, prices } from '../../../tools/cost/prices.ts';
import { supportedBrowsers } from '../../../web/supported-browsers.ts';
import { readProjectFile } from './project-pages.ts';

const written = ({ value }: Pick<Quota, 'value'>) => value.toLocaleString('en');

const minutes = (milliseconds: number) => milliseconds / 60_000;
const hours = (milliseconds: number) => minutes(milliseconds) / 60;
const { staff, admin } = sessionLimits;
const { chrome, firefox, safari } = supportedBrowsers;

const school = loadSchool('demo');
const [people, stranger] = [peopleThrottle(school), strangerThrottle(school)];
const strangers = stranger.rate * allCalls.filter(({ call }) => isForStrangers(call)).length;
/** What so many calls a second cost in a day. */
const dollars = (rate: number) => Math.round(costInDollars('API Gateway calls', rate * 86_400, false));

/** What so much costs, `0.10`. */
const of = (what: keyof typeof prices, amount: number) => costInDollars(what, amount, false).toFixed(2);

describe('a number of the pages', () => {
  it.each<[page: string, sentence: string]>([
    ['README.md', `Chrome or Edge ${chrome}, Firefox ${firefox}, or Safari ${safari}`],
    ['docs/operations/something-is-wrong.md', `A JSON body: ${defaultBodyLimit / 1024} KB`],
    ['docs/operations/something-is-wrong.md', `A file that is sent to a function: ${uploadLimit / 1024 ** 2} MB`],
    [
      'docs/operations/something-is-wrong.md',
      `With ${school.formClasses.length} classes ${people.rate} calls a second, ${people.burst} at once, for a whole school, and ${stranger.rate} a second, ${stranger.burst} at once, for each call without a session`,
    ],
    [
      'docs/operations/another-school.md',
      `${people.rate} calls a second of its people and ${strangers} of strangers for a whole day would cost some ${dollars(people.rate + strangers)} dollars`,
    ],
    [
      'docs/operations/something-is-wrong.md',
      `API Gateway takes ${quotas.apiResources.value} resources (path prefixes) an API;`,
    ],
    [
      'docs/operations/something-is-wrong.md',
      `CloudFront takes ${quotas.headersPolicies.value} response headers policies and ${quotas.edgeFunctions.value} functions an account`,
    ],
    ['docs/operations/another-school.md', `It costs ${prices.Firewalls.dollars} dollars a\nmonth`],
    ['docs/operations/another-school.md', `An account takes ${quotas.firewalls.value} web ACLs`],
    ['docs/operations/first-school.md', `${of('Trail records', 100_000)} a 100,000 reads and writes`],
    [
      'docs/operations/first-school.md',
      `${of('Guarded events', 1_000_000)} a million events of the account, ${of('Guarded file events', 1_000_000)} a million of S3`,
    ],
    [
      'docs/operations/first-school.md',
      `${prices['Customer keys'].dollars} dollar a month and ${of('Key requests', 10_000)} a 10,000 signatures`,
    ],
    ['docs/operations/something-is-wrong.md', `CloudFormation takes ${quotas.stackResources.value} resources a stack`],
    [
      'docs/operations/first-school.md',
      `may send ${quotas.sandboxDay.value} e-mails a day, one a second, to verified addresses alone`,
    ],
    ['docs/operations/first-school.md', `Concurrent executions, ${written(quotas.concurrency)}*`],
    ['docs/operations/first-school.md', `(0; ${quotas.samplingRules.value} schools of a region)`],
    [
      'docs/operations/another-school.md',
      `an account takes ${quotas.userUpdates.value} to ${quotas.newUsers.value} a second (Service Quotas, *UserCreation*, *UserUpdate*)`,
    ],
    [
      'docs/aws-facts.md',
      `An account has ${quotas.headersPolicies.value} response headers policies and ${quotas.edgeFunctions.value} functions of CloudFront`,
    ],
    ['docs/aws-facts.md', `An account has ${written(quotas.roles)} roles, a region ${quotas.rules.value} rules`],
    [
      'docs/aws-facts.md',
      `${quotas.stackResources.value} resources a stack, 1 MB a template, ${written(quotas.stacks)} stacks`,
    ],
    ['docs/aws-facts.md', `| ${quotas.apiResources.value} resources an API`],
    ['docs/aws-facts.md', `at most ${quotas.sandboxDay.value} e-mails a day and one a second`],
    ['docs/aws-facts.md', `fewer than ${written(quotas.concurrency)} concurrent executions`],
    ['docs/aws-facts.md', `CloudFront takes a shared part on ${quotas.ofHeadersPolicy.value} distributions`],
    ['docs/security.md', `| Teachers | ${minutes(staff.idle)} minutes | ${hours(staff.absolute)} hours |`],
    ['docs/security.md', `| Office | ${hours(admin.idle)} hours | ${hours(admin.absolute)} hours |`],
  ])('%s says “%s”, as the code does', (page, sentence) => {
    expect(readProjectFile(page)).toContain(sentence);
  });
});
