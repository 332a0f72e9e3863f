import type { Page } from 'playwright-core';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { demoPassword } from '../../tests/support/callers/sign-in.ts';
import { makePostedCard, postReportOfStudent } from '../../tests/support/school/posted-report.ts';

let reportsPosted: Promise<string> | undefined;

/**
 * The first term of last year of the demo school's first student with an account, posted once beside what the school
 * has posted. Returns the student's id.
 */
async function postReports(): Promise<string> {
  const { readLastStudentSignIns } = await import('#functions/sessions/student-access.ts');
  const { readStudentNames } = await import('#functions/students/records/store.ts');
  const [studentId = ''] = [...(await readLastStudentSignIns()).keys()].sort();
  const period = { year: 2025, term: 1 } as const;
  const { student } = makePostedCard(studentId, period);
  const name = (await readStudentNames([studentId])).get(studentId) ?? studentId;
  await postReportOfStudent(studentId, period, {
    change: { student: { ...student, name, classId: '1A', formLevel: 1 } },
  });
  return studentId;
}

/** Posts one card of a term of which nothing is posted. Returns the code that is printed on it. */
export async function postSignedCard(): Promise<string> {
  const { freezeCards, PostedReportEntity } = await import(
    '#functions/term-reports/report-cards/posting/posted-reports.ts'
  );
  const { writePosting } = await import('#functions/term-reports/report-cards/posting/postings.ts');
  const { school } = await import('#functions/school/records/school.ts');
  const { cardProofs } = await import('#functions/term-reports/report-cards/card-proofs.ts');
  const { cardProofParts } = await import('#options/functions/card-proof');
  cardProofs.fill(cardProofParts);
  const period = { year: 2023, term: 2 } as const;
  const edition = { ...period, version: 1, postedAt: '2024-03-22T15:00:00.000Z' };
  const by = (idempotencyKey: string) => ({
    caller: { accountId: 'admin', name: 'Ada Office' },
    request: { now: new Date(), idempotencyKey },
  });
  const { student } = makePostedCard('20230001', period);
  const card = makePostedCard('20230001', period, { student: { ...student, name: 'Baptiste, Anaïs' } });
  const cards = [{ card, layout: standardLayout }];
  await freezeCards({ ...edition, base: 1 }, { school: school(), cards }, by('signed-card-copy'));
  await writePosting(
    { ...edition, isPosted: true, postedBy: 'Ada Office' },
    { before: undefined, what: 'posted', by: by('signed-card-posted') },
  );
  const [copy] = await PostedReportEntity.query({ studentId: card.student.id });
  return copy?.code ?? '';
}

/** Asks for a card of the term that is posted for the class with accounts: signed, with its code. */
export async function queryOfPostedCard(now: Date): Promise<string> {
  const { schoolDay } = await import('#functions/school/records/school.ts');
  const { earlierTerm } = await import('../../local/options/families/earlier-term.ts');
  const { readLastStudentSignIns } = await import('#functions/sessions/student-access.ts');
  const [studentId = ''] = [...(await readLastStudentSignIns()).keys()].sort();
  const { year, term } = earlierTerm(schoolDay(now));
  return new URLSearchParams({ studentId, year: `${year}`, term: `${term}`, as: 'posted' }).toString();
}

/** Signs a student in who has posted reports; leaves the page at the list of them. */
export async function signInAsStudent(page: Page, url: string): Promise<void> {
  reportsPosted ??= postReports();
  await submitStudentSignIn(page, url, await reportsPosted);
}

/** Signs a student in whose family has begun a registration (`seed-registrations.ts`). */
export async function signInAsFamily(page: Page, url: string): Promise<void> {
  const { readLastStudentSignIns } = await import('#functions/sessions/student-access.ts');
  const [, , , begun = ''] = [...(await readLastStudentSignIns()).keys()].sort();
  await submitStudentSignIn(page, url, begun);
  await page.getByRole('link', { name: 'My registration' }).waitFor();
}

async function submitStudentSignIn(page: Page, url: string, studentId: string): Promise<void> {
  await page.goto(`${url}/student`);
  await page.getByLabel('Student ID').fill(studentId);
  await page.getByLabel('Password').fill(demoPassword);
  await page.getByRole('button', { name: 'LOGIN' }).click();
}
