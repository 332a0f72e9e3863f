import { afterAll, beforeAll, expect, it } from 'vitest';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import { verificationContract } from '#shared/options/signed-cards/contract.ts';
import { demoPassword } from '../../../../local/demo-school/demo-credentials.ts';
import type { RunningSchool } from '../../../../local/school.ts';
import { clientWithSession } from '../../../support/callers/callers.ts';
import { TestClient } from '../../../support/callers/client.ts';
import { readPrintedPdf } from '../../../support/files/printed-pdf.ts';
import { startServer } from '../../../support/school/server.ts';

let server: RunningSchool;
beforeAll(async () => {
  server = await startServer({ site: 'none', today: new Date('2026-11-21T02:00:00Z') });
}, 120_000);
afterAll(() => server?.stop());

it('begins with a posted term, opened reports, links, absence notes and registrations, at the office and at a student’s', async () => {
  const office = await new TestClient(server.url).signIn('admin', demoPassword);
  const { body } = await office.call(familiesContract.readFamilyAccounts, {});
  expect(body.counted?.title).toBe('Term 2, 2025-2026');
  const counts = body.classes.find(({ class_id }) => class_id === '2A');
  expect(counts).toMatchObject({ accounts: 8, signed_in: 6, opened: 5, opened_by_link: 4, links: 10 });
  const { body: families } = await office.call(familiesContract.listFamilyAccounts, { class_id: '2A' });
  expect(families.filter(({ link_opened_at }) => link_opened_at !== null)).toHaveLength(4);
  const [student] = families.filter(({ opened_at }) => opened_at !== null);
  const phone = await clientWithSession(server.url, undefined);
  const name = student?.student_id ?? '';
  expect((await phone.call(entranceContract.studentLogin, { name, password: demoPassword })).status).toBe(200);
  const { reports } = (await phone.call(familiesContract.listMyReports, {})).body;
  expect(reports.map(({ title }) => title)).toEqual(['Term 2, 2025-2026']);
  expect(Number(reports[0]?.average)).toBeGreaterThan(20);
  const card = await phone.call(familiesContract.printMyReport, { year: '2025', term: '2' });
  const printed = await readPrintedPdf(card.bytes);
  expect(printed.title).toContain(student?.name);
  // It is signed: its foot says where it is checked, and the code is one that the school knows.
  const foot = printed.pages[0]?.texts.map(({ text }) => text).join(' ') ?? '';
  expect(foot).toContain('Check this card at');
  const code = /Code ([0-9A-Z]{5})-([0-9A-Z]{5})/.exec(foot)?.slice(1).join('') ?? '';
  const { status, body: known } = await phone.call(verificationContract.findCard, { code });
  expect([status, (known.card ?? '').length > 0]).toEqual([200, true]);

  const notes = await office.call(familiesContract.listFamilyNotes, { class_id: '2A' });
  expect(notes.body.map(({ state }) => state).toSorted()).toEqual(['asked', 'sent']);

  const { students } = (await office.call(familiesContract.listRegistrations, {})).body;
  const begun = students.filter(({ state }) => state !== 'none');
  expect(begun.map(({ class_id, state }) => `${class_id} ${state}`).toSorted()).toEqual([
    ...['2A draft', '2A handed in', '2A handed in', '2A handed in', '2A sent back'],
  ]);
  const { parts, conflicts, registrations } = (await office.call(familiesContract.previewRegistrations, {})).body;
  expect([registrations.length, conflicts.length]).toEqual([3, 0]);
  expect(parts.map(({ part }) => part)).toEqual(expect.arrayContaining(['picture', 'phone_cell']));
});
