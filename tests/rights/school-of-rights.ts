import { writeAssessment } from '#functions/marks/mark-book/assessments/assessment-store.ts';
import { ClassPostEntity } from '#functions/people/records/store.ts';
import { school as schoolFile } from '#functions/school/records/school.ts';
import { inputsOfOptions } from '#options/tests';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { RunningSchool } from '../../local/school.ts';
import { callExamples } from '../support/callers/call-examples.ts';
import { clientOfAccount, startSchoolOfCallers } from '../support/callers/callers.ts';
import { putRecords } from '../support/school/records.ts';
import { addAccount, term, year, yearId } from '../support/school/small-school.ts';
import { weeklyTestSettings } from '../support/school/weekly-test-settings.ts';
import { keepActsOfKinds } from './kept-acts.ts';
import type { Right } from './rights-table.ts';

export interface SchoolOfRights {
  school: RunningSchool;
  /** What is asked for by a line whose title says more than the call, or which needs something that was made before. */
  inputs: ReadonlyMap<Right['title'], Record<string, unknown>>;
  /** The status of these for those who are let in, where it is not 200. */
  outcomes: ReadonlyMap<Right['title'], number>;
}

/**
 * The school of callers with what every line of `rights.md` asks for: weekly tests are on and there is one, 4A is a
 * music class, an assessment is deleted, and something was done that can be undone. T6 is form teacher and dean of
 * other classes.
 */
export async function startSchoolOfRights(): Promise<SchoolOfRights> {
  const school = await startSchoolOfCallers();
  Object.assign(schoolFile().weeklyTests, weeklyTestSettings);
  schoolFile().musicClasses.push('4A');
  const name = 'Olga Other';
  await Promise.all([
    addAccount({ accountId: 'T6', role: 'teacher', userName: 'olga', name }),
    putRecords(ClassPostEntity, [
      { year, classId: '4B', formLevel: 4, employeeId: 'T6', as: 'form teacher', name },
      { year, classId: '1B', formLevel: 1, employeeId: 'T6', as: 'dean', name },
    ]),
    // The total that a mark of assessment 1 is out of.
    writeAssessment({
      assessment: { page: '2025#1#MATH#L4#T1', number: 1, total: 20 },
      before: undefined,
      by: {
        caller: { accountId: 'T1', name: 'Mona Núñez' },
        request: { now: new Date(), idempotencyKey: 'first-assessment' },
      },
    }),
  ]);

  const [mona, office] = await Promise.all([clientOfAccount(school.url, 'T1'), clientOfAccount(school.url, 'A1')]);
  const done = async <C extends CallRow>(client: typeof mona, call: C, input: Parameters<typeof client.call<C>>[1]) => {
    const answer = await client.call(call, input);
    if (answer.status !== 200) throw new Error(`${call.path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
  await done(office, termReportsContract.remindTeachers, { year, term, employee_ids: ['T1', 'T2', 'T4'] });
  const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term, form_level: 4 };
  const assessment = { ...page, form_classes: ['4A', '4B'] };
  await done(mona, weeklyTestsContract.saveWeeklyTestOfClass, callExamples['weekly-tests'].saveWeeklyTestOfClass.input);
  const ofOtherWeek = { week_end_date: '2024-04-25', form_class_id: '4A', subject_id: 'MATH' };
  await done(mona, weeklyTestsContract.saveWeeklyTestOfClass, ofOtherWeek);
  const { body: deletedTest } = await done(mona, weeklyTestsContract.deleteWeeklyTestOfClass, ofOtherWeek);
  const { body: deleted } = await done(mona, markBookContract.saveAssessment, {
    ...assessment,
    topic: 'Withdrawn',
    date: null,
    total: 10,
  });
  const named = { ...assessment, assesment_number: deleted.assesment_number };
  await done(mona, markBookContract.deleteAssessment, named);
  const { bytes } = await done(mona, markBookContract.downloadMarkBookPage, { ...page, form_level: '4', term: '1' });
  const { body: takenOff } = await done(office, termReportsContract.deleteSubjectRecord, {
    student_id: 'S43',
    subject_id: 'ENGL',
    year,
    term,
  });
  const { body: setting } = await done(office, termReportsContract.setPossibleAttendance, {
    possible_attendance: 119,
    class_id: '4A',
    year,
    term,
  });

  const away = { student_id: 'S42', date: '2025-10-03', am: 'A' as const, why: 'Was away.' };
  await done(office, attendanceContract.correctAttendance, away);
  const { body: removed } = await done(office, attendanceContract.deleteAttendance, {
    records: [{ student_id: 'S42', date_scanned: '2025-10-03' }],
  });

  const { saveTermReport, updateSubjectRecord, printReportCard } = callExamples['term-reports'];
  const { employee_id: _teacher, ...wholeClasses } = callExamples['mark-sheet'].readMarkSheetOfLesson.input;
  const { comment: _remark, ...record } = updateSubjectRecord.input;
  const { studentId: _student, ...ofTerm } = printReportCard.input;
  const { student_id, class_id } = saveTermReport.input;
  const kept = await keepActsOfKinds();
  return {
    school,
    outcomes: new Map(kept.map(({ title, outcome }) => [title, outcome])),
    inputs: new Map<string, Record<string, unknown>>([
      ['GET /api/admin-permissions (one’s own)', {}],
      ['GET /api/teacher-lessons (one’s own)', {}],
      ['GET /api/form-teacher-class (one’s own)', {}],
      ['GET /api/dean-form-classes (one’s own)', {}],
      ['GET /api/teacher-lesson-students (no teacher named)', wholeClasses],
      ['DELETE /api/delete-course-assesment', named],
      [
        'POST /api/upload-course-assesment',
        {
          ...callExamples['mark-book'].previewMarksUpload.input,
          file: new File([bytes as BlobPart], 'page.xlsx'),
        },
      ],
      ['POST /api/table1 (dean’s remarks)', { student_id, class_id, year, term, dcomments: 'Keep it up.' }],
      ['POST /api/update-table2 (mark)', { ...record, exam_mark: 44 }],
      [
        'POST /api/update-table2 (another subject)',
        { ...record, student_id: 'S43', subject_id_old: 'MATH', subject_id_new: 'ENGL' },
      ],
      ['POST /api/undo (a subject taken off)', { undo: takenOff.undo }],
      [
        'GET /api/undo (weekly tests)',
        { of: 'weekly-tests', week_end_date: ofOtherWeek.week_end_date, form_class_id: '4A' },
      ],
      ['POST /api/undo (a weekly test)', { undo: deletedTest.undo }],
      ['POST /api/undo (records of a student)', { undo: removed.undo }],
      [
        'POST /api/attendance-register (reason)',
        { class_id: '4A', date: '2025-10-01', students: [{ student_id: 'S41', reason: 'Unwell' }], why: 'A letter.' },
      ],
      ['POST /api/undo (a setting)', { undo: setting.undo }],
      ['GET /api/completeness (spreadsheet)', { year: String(year), term: String(term), format: 'xlsx' }],
      ['GET /api/office-log (spreadsheet)', { month: '2025-11', day: '2025-11-03', format: 'xlsx' }],
      ['GET /api/undo (terms)', { of: 'terms' }],
      ['GET /api/undo (the plan)', { of: 'promotion-plan' }],
      ['GET /api/undo (files of a student)', { of: 'student-files', student_id: 'S41' }],
      ['GET /api/undo (uploads)', { of: 'student-spreadsheets' }],
      ['GET /api/undo (subjects)', { of: 'student-subjects', place: 'subjects' }],
      ['GET /api/undo (lessons of a teacher)', { of: 'lessons', employee_id: 'T1', academic_year_id: yearId }],
      ['GET /api/undo (a term’s reports)', { of: 'term-reports' }],
      ['GET /api/undo (postings)', { of: 'posting' }],
      ['GET /api/undo (layouts)', { of: 'card-layouts' }],
      ['GET /api/undo (attendance of a student)', { of: 'attendance', student_id: 'S41' }],
      ['GET /api/undo (imports)', { of: 'attendance-imports' }],
      ['GET /api/undo (settings of days)', { of: 'school-days', year: String(year), term: String(term) }],
      ...kept.map(({ title, input }): [string, Record<string, unknown>] => [title, input]),
      ['GET /api/account-sessions (an administrator)', { account_id: 'A2' }],
      ['DELETE /api/account-sessions (an administrator)', { account_id: 'A2' }],
      ['GET /report-card (class)', { ...ofTerm, classId: '4A' }],
      ...(await inputsOfOptions(office)),
    ]),
  };
}
