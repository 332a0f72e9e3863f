import { expect, it } from 'vitest';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { authContract } from '#shared/accounts/auth/contract.ts';
import type { CallRow, Contract } from '#shared/http/contract.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { contracts } from '#shared/product.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

const school = schoolForTests();
const admin = school.as('A1');

it('lets verifiers of other sites read the school’s keys and status lists, and nothing else', async () => {
  const { findCard, readCardStatusList, readDidDocument } = verificationContract;
  expect((await postReports(admin, { posted: 1, date_posted: null })).status).toBe(200);
  const [copy] = await PostedReportEntity.query({ studentId: 'S01' });
  const stranger = new TestClient(school.url);
  const origin = { Origin: 'https://verifier.example' };
  const readable = async <C extends CallRow>(call: C, input: Parameters<typeof stranger.call<C>>[1]) => {
    const { status, headers } = await stranger.call(call, input, origin);
    return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
  };
  expect(await readable(readDidDocument, {})).toEqual([200, '*', null]);
  expect(await readable(readCardStatusList, { list: `${year}-${term}-suspension` })).toEqual([200, '*', null]);
  expect(await readable(findCard, { code: copy?.code ?? '' })).toEqual([200, null, null]);
  expect(await readable(authContract.checkHealth, {})).toEqual([200, null, null]);
  const preflight = { ...origin, 'Access-Control-Request-Method': 'POST' };
  const asked = await stranger.send({ method: 'OPTIONS', path: '/.well-known/did.json', headers: preflight });
  expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([404, null]);
});

it('may read these two calls of all', () => {
  const rows = Object.values(contracts).flatMap((one): [string, CallRow][] => Object.entries(one as Contract));
  const shared = rows.filter(([, { isReadByOtherSites }]) => isReadByOtherSites);
  expect(shared.map(([, { method, path, who }]) => `${method} ${path} ${who}`)).toEqual([
    'GET /.well-known/did.json anyone',
    'GET /api/card-status/{list} anyone',
  ]);
});
