import { describe, expect, it } from 'vitest';
import { sessionLimits } from '#shared/accounts/auth/session-limits.ts';
import { uploadLimit } from '#shared/http/upload-limit.ts';
import { allCalls } from '#shared/product.ts';
import { defaultBodyLimit } from '../../../functions/platform/requests/input.ts';
import { countResources, resourceQuota } from '../../../infra/api/api-definition.ts';
import { throttling } from '../../../infra/api/api-stage.ts';
import { readProjectFile } from './project-pages.ts';

const resources = countResources(allCalls.map(({ call }) => call.path));

const minutes = (milliseconds: number) => milliseconds / 60_000;
const hours = (milliseconds: number) => minutes(milliseconds) / 60;
const { staff, admin } = sessionLimits;

describe('a number of the pages', () => {
  it.each<[page: string, sentence: string]>([
    ['docs/operations/something-is-wrong.md', `A JSON body: ${defaultBodyLimit / 1024} KB`],
    ['docs/operations/something-is-wrong.md', `A file that is sent to a function: ${uploadLimit / 1024 ** 2} MB`],
    ['docs/operations/something-is-wrong.md', `${throttling.rate} calls a second, ${throttling.burst} at once`],
    ['docs/operations/another-school.md', `${throttling.rate} calls a second for a whole day`],
    [
      'docs/operations/something-is-wrong.md',
      `API Gateway takes ${resourceQuota} resources (path prefixes) an API; ${allCalls.length} calls have ${resources}`,
    ],
    ['docs/security.md', `| Teachers | ${minutes(staff.idle)} minutes | ${hours(staff.absolute)} hours |`],
    ['docs/security.md', `| Office | ${hours(admin.idle)} hours | ${hours(admin.absolute)} hours |`],
  ])('%s says “%s”, as the code does', (page, sentence) => {
    expect(readProjectFile(page)).toContain(sentence);
  });
});
