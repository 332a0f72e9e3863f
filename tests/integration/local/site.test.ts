import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningSchool } from '../../../local/school.ts';
import { TestClient } from '../../support/client.ts';
import { startServer } from '../../support/server.ts';

describe('addresses of the site on one machine', () => {
  let school: RunningSchool;
  let client: TestClient;

  beforeAll(async () => {
    school = await startServer({ isDemo: false });
    client = new TestClient(school.url);
  });
  afterAll(() => school.stop());

  const status = async (path: string) => (await client.send({ method: 'GET', path })).status;

  it.each(['/', '/admin', '/term-reports', '/school.json'])('find %s', async (path) => {
    expect(await status(path)).toBe(200);
  });

  it.each([
    '//',
    '//elsewhere.example/',
    '/%',
    '/%ff',
    '/%00',
    '/nothing-here',
    '/%2e%2e/package.json',
    '/..%2fpackage.json',
  ])('answer 404 to %s, and never more than the site', async (path) => {
    expect(await status(path)).toBe(404);
  });
});
