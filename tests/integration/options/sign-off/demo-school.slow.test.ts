import { afterAll, beforeAll, expect, it } from 'vitest';
import { signOffContract } from '#shared/options/sign-off/contract.ts';
import { demoPassword } from '../../../../local/demo-school/demo-credentials.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { startServer } from '../../../support/school/server.ts';

let server: RunningSchool;
beforeAll(async () => {
  server = await startServer({ site: 'none', today: new Date('2026-11-21T02:00:00Z') });
}, 120_000);
afterAll(() => server?.stop());

it('begins with reports at every stage, and one that has changed since', async () => {
  const office = await new TestClient(server.url).signIn('admin', demoPassword);
  const ofTerm = { year: '2026', term: '1' as const };
  const { body } = await office.call(signOffContract.countSignatures, { ...ofTerm, form_level: '1' });
  const [first, second, third, ...others] = body.classes;
  expect(first?.signed).toBeGreaterThan(10);
  expect(first?.awaits).toMatchObject({ dean: 0, principal: 0 });
  expect(second).toMatchObject({ signed: 0, fell_back: 1 });
  expect(second?.awaits.principal).toBeGreaterThan(10);
  expect(third).toMatchObject({ signed: 0, fell_back: 0 });
  expect(third?.awaits.dean).toBeGreaterThan(10);
  for (const { reports, awaits } of others) expect(awaits.form_teacher).toBe(reports);
  const list = await office.call(signOffContract.listSignatures, { ...ofTerm, class_id: first?.class_id ?? '' });
  const signers = new Set(list.body.students.flatMap(({ stages }) => stages.flatMap(({ by }) => by ?? [])));
  const { people } = first ?? {};
  expect([...signers].toSorted()).toEqual(
    [...(people?.form_teacher ?? []), ...(people?.dean ?? []), ...(people?.principal ?? [])].toSorted(),
  );
});
