import { undoableFamilyAccounts } from '#functions/options/families/accounts/account-acts.ts';
import { undoableAcceptances } from '#functions/options/families/registration/acceptance-acts.ts';
import { undoableMoves } from '#functions/options/move-in/acts.ts';
import { signAction } from '#functions/options/sign-off/records/report-signatures.ts';
import { readReportsToSign } from '#functions/options/sign-off/records/reports-of-class.ts';
import { nameOfContents } from '#functions/options/sign-off/records/signed-contents.ts';
import { undoableEarlierMarks } from '#functions/options/transcripts/records/earlier-marks.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { entranceContract } from '#shared/options/families/entrance/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { postReportOfStudent } from '../../support/school/posted-report.ts';
import { executeActionOfTest } from '../../support/school/records.ts';
import { term, year } from '../../support/school/small-school.ts';
import type { Keep, KeptAct } from '../keep-act.ts';

/** Acts of options that can be undone. */
export const keepActsOfOptions = (keep: Keep): Promise<KeptAct>[] => [
  keep('families-undo (accounts)', 404, undoableFamilyAccounts, { kind: 'accounts made', details: { students: 1 } }),
  keep('move-in-undo (move-in)', 200, undoableMoves, {
    kind: 'moved in',
    details: { run: 'A1/00000000-0000-4000-8000-000000000009', kinds: ['students'], file: 'school.xlsx' },
  }),
  keep('transcripts-undo (earlier-marks)', 200, undoableEarlierMarks, {
    kind: 'earlier marks imported',
    details: { students: 1, marks: 1 },
  }),
  keep('families-undo (registrations)', 404, undoableAcceptances, {
    kind: 'registrations accepted',
    details: { students: 1 },
  }),
];

/** The form teacher is done with a report. @returns what the report says */
async function doneByFormTeacher(studentId: string, classId: string): Promise<string> {
  const report = (await readReportsToSign({ year, term, classId })).get(studentId);
  if (!report) throw new Error(`${studentId} has no report in ${classId}`);
  const signature = { accountId: 'T4', by: 'Fiona Fox', at: '2025-11-03T12:00:00.000Z', of: report.contents };
  await executeActionOfTest(
    signAction(
      { year, term, classId, studentId },
      { stage: 'form teacher', signature, read: undefined, asRead: ['form teacher'] },
    ),
  );
  return nameOfContents(report.contents);
}

/** What the lines of options ask for, as `startSchoolOfRights` has it of the core. */
export async function inputsOfOptions(office: TestClient): Promise<[string, Record<string, unknown>][]> {
  const ofPosted = { year: year - 1, term };
  const done = async <C extends CallRow>(call: C, input: Parameters<typeof office.call<C>>[1]) => {
    const answer = await office.call(call, input);
    if (answer.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  const linkTo = async (studentId: string) => {
    await postReportOfStudent(studentId, ofPosted);
    const date_of_birth = '2010-05-17';
    await executeActionOfTest(StudentEntity.update({ studentId }, { set: { dateOfBirth: date_of_birth } }));
    const { body } = await done(familiesContract.makeReportLink, { student_id: studentId, ...ofPosted });
    return { link: body.address.split('#')[1] ?? '', date_of_birth };
  };
  const linked = await linkTo('S41');
  const { opening } = (await done(entranceContract.openReportLink, linked)).body;
  const openingOf = { link: linked.link, opening };
  const ofReport = { year: String(year - 1), term: String(term) };
  return [
    ['GET /api/families-undo (registrations)', { of: 'registrations' }],
    [
      'POST /api/report-signatures (as the dean)',
      {
        year,
        term,
        class_id: '4A',
        as: 'dean',
        reports: [{ student_id: 'S41', contents: await doneByFormTeacher('S41', '4A') }],
      },
    ],
    ['GET /api/class-council (one’s own)', { year: String(year), term: String(term) }],
    ['POST /api/class-council (the meeting)', { year, term, class_id: '4A', held_on: '2025-12-01' }],
    // The students were promoted: nothing else can be decided than what is so already.
    ['POST /api/class-council (a decision)', { year, term, class_id: '4A', student_id: 'S41', decision: null }],
    ['DELETE /api/report-signatures (as the dean)', { year, term, class_id: '4A', as: 'dean', student_ids: ['S41'] }],
    ['POST /api/report-link-slips', { class_id: '4A', ...ofPosted }],
    ['POST /api/report-link', { student_id: 'S41', ...ofPosted }],
    // Opened by everybody: a link holds some openings alone.
    ['POST /api/report-link-open', await linkTo('S43')],
    ['POST /api/linked-report', openingOf],
    ['POST /api/linked-report-card', openingOf],
    ['GET /api/my-report', ofReport],
    ['GET /my-report-card', ofReport],
  ];
}
