import { expect, it, vi } from 'vitest';
import { TermReportEntity } from '#functions/marks/records/term-report.ts';
import { PostedReportEntity } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { unpackCard } from '#shared/options/signed-cards/signed-card.ts';
import { statusListLength } from '#shared/options/signed-cards/status-list.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { executeActionOfTest, readEveryRecord } from '../../../support/school/records.ts';
import { schoolForTests } from '../../../support/school/school-for-tests.ts';
import { studentIdsOfClasses, term, year } from '../../../support/school/small-school.ts';
import { postReports } from '../../term-reports/report-cards/post-reports.ts';

/** As many as cards are signed below: cards that are placed without regard to each other share one. */
const places = 30;

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, randomInt: (max: number) => crypto.randomInt(max === statusListLength ? places : max) };
});

const school = schoolForTests();
const admin = school.as('A1');

it('gives no two cards one place in the status lists when reports of several classes are posted again at once', async () => {
  expect((await postReports(admin, { posted: 1, date_posted: null })).status).toBe(200);
  const changed = Object.values(studentIdsOfClasses).flat();
  for (const studentId of changed)
    await executeActionOfTest(
      TermReportEntity.update({ studentId, year, term }, { set: { formTeacherComments: 'Kind to everybody.' } }),
    );
  const state = (await admin.call(termReportsContract.readPostingState, {})).body.find((row) => row.term === term);
  expect((await postReports(admin, { posted: 1, date_posted: state?.date_posted ?? null })).status).toBe(200);
  const cards = (await readEveryRecord(PostedReportEntity)).map(({ signed = '' }) =>
    unpackCard(Buffer.from(signed, 'base64url')),
  );
  expect(cards).toHaveLength(2 * changed.length);
  expect(new Set(cards.map((card) => card?.statusIndex)).size).toBe(cards.length);
});
