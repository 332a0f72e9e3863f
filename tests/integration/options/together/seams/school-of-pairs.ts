import { vi } from 'vitest';
import { readAttendanceOfDay } from '#functions/attendance/records/read-records.ts';
import { SubjectRecordEntity } from '#functions/marks/records/subject-record.ts';
import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { JobEntity } from '#functions/platform/jobs/store.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { StudentEntity, studentKey } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity } from '#functions/subjects/records/store.ts';
import { readPosting } from '#functions/term-reports/report-cards/posting/postings.ts';
import { readPrintableCardsOfClass } from '#functions/term-reports/report-cards/printable-cards.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow, Output, RawInput } from '#shared/http/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { scanStationsContract } from '#shared/options/scan-stations/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { allJobs, lambdaSourcePath } from '#shared/product.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSpreadsheetsContract } from '#shared/students/spreadsheets/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { clientOfAccount, clientOfStation, startSchoolOfCallers } from '../../../../support/callers/callers.ts';
import type { TestClient } from '../../../../support/callers/client.ts';
import { callDirectly } from '../../../../support/callers/direct-client.ts';
import { executeActionOfTest } from '../../../../support/school/records.ts';
import { term, year, yearId } from '../../../../support/school/small-school.ts';
import { saveTableForRestore } from '../../../../support/school/table-content.ts';
import { startSteppedExecutions } from '../../../../support/step-by-step/stepped-executions.ts';

/** The day of every pair: a Wednesday of the term. */
export const dateOfPairs = '2025-12-10';
const thisTerm = { academic_year_id: yearId, term };

/**
 * Who acts in a pair: the office (Ada), the form teacher of 1A (Mona), the teacher of English in it (Eric), the station
 * at the gate.
 */
type Person = 'ada' | 'mona' | 'eric' | 'gate';

interface JobAnswer {
  state?: 'running' | 'finished' | 'failed';
  left?: readonly unknown[];
  rows?: readonly { message: string | null }[];
}

/**
 * The school of callers on that day, in which two people act at once. S01 of 1A has 61 in the Mathematics exam; the
 * year is not promoted yet. An act works the job that it begins, to its end, and tells what it came to: 'done', with
 * what it left, or the status and sentence of its refusal.
 */
export async function startSchoolOfPairs() {
  const school = await startSchoolOfCallers();
  const executions = await startSteppedExecutions();
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${dateOfPairs}T14:00:00Z`) });
  const clients: Record<Person, TestClient> = {
    ada: await clientOfAccount(school.url, 'A1'),
    mona: await clientOfAccount(school.url, 'T1'),
    eric: await clientOfAccount(school.url, 'T2'),
    gate: clientOfStation(school.url),
  };

  /**
   * @param run the job that the call begins, a part of that run's key where two may run at once, and where another call
   * tells its end, that call
   */
  async function act<C extends CallRow>(
    who: Person,
    call: C,
    input: RawInput<C>,
    run?: { job: string; keyOf?: (begun: Output<C>) => string; end?: (begun: Output<C>) => [CallRow, object] },
  ): Promise<string> {
    const key = crypto.randomUUID();
    const begun = await callDirectly(clients[who], call, input, key);
    if (begun.status !== 200) return `${begun.status} ${begun.message}`;
    if (!run) return 'done';
    const { handler } = await import(`#functions/${lambdaSourcePath(allJobs[run.job]?.domain ?? 'terms', 'jobs')}`);
    await executions.runJob(run.job, handler, run.keyOf?.(begun.body));
    const [asked, about] = run.end?.(begun.body) ?? [call, input];
    const ended = await callDirectly(clients[who], asked, about as never, key);
    if (ended.status !== 200) return `${ended.status} ${ended.message}`;
    const { state, left = [], rows = [] } = ended.body as JobAnswer;
    const told = [...left.map((one) => JSON.stringify(one)), ...rows.flatMap(({ message }) => message ?? [])];
    return [state === 'finished' ? 'done' : state, ...told].join('; ');
  }

  const rowOf = (cells: object) => ({
    row: 2,
    id: '',
    first_name: '',
    last_name: '',
    sea_no: '',
    class_id: '',
    date_of_birth: '',
    house_name: '',
    entry_date: '',
    more: [],
    student_id: null,
    ...cells,
  });
  const upload = (row: object) =>
    act(
      'ada',
      studentSpreadsheetsContract.applyStudentUpload,
      { data: [rowOf(row)], columns: [] },
      {
        job: 'upload-students',
        keyOf: ({ upload }) => upload,
        end: (begun) => [studentSpreadsheetsContract.readStudentUploadProgress, { upload: begun.upload }],
      },
    );

  /** Every act by the name that the list of pairs has for it, about that student where it is about one. */
  const acts = {
    post: () =>
      act(
        'ada',
        termReportsContract.postTermReports,
        { year, term, title: 'Term 1', posted: 1, date_posted: null, confirm: 100 },
        { job: 'post-term-reports' },
      ),
    close: () => act('ada', termsContract.closeTerm, thisTerm),
    closeAttendance: () => act('ada', termsContract.closeAttendance, thisTerm),
    promote: (confirm = 15) => act('ada', termsContract.startPromotion, { confirm }, { job: 'promote-students' }),
    changeClass: (student_id = 'S01', class_id = '1B') =>
      act('ada', termReportsContract.changeClass, { student_id, class_id, was: { class_id: '1A' } }),
    archive: (student_id = 'S01') =>
      act('ada', studentRegisterContract.archiveStudent, { student_id, date_of_leaving: dateOfPairs, reason: null }),
    restore: (student_id = 'S01', class_id = '1B') =>
      act('ada', studentRegisterContract.restoreStudent, { student_id, class_id }),
    handOver: (to_employee_id = 'T2') =>
      act(
        'ada',
        lessonsContract.handOverLessons,
        { employee_id: 'T1', academic_year_id: yearId, to_employee_id, ids: ['2025-MATH-1A'] },
        { job: 'hand-over-lessons' },
      ),
    register: (class_id: string | null = '1A') =>
      act(
        'ada',
        termsContract.startTermRegistration,
        { class_id },
        { job: 'register-students', keyOf: () => class_id ?? '*' },
      ),
    attend: (student_id = 'S01', am: 'P' | 'A' = 'A', who: Person = 'mona', class_id = '1A') =>
      act(who, attendanceContract.saveAttendanceRegister, {
        class_id,
        date: dateOfPairs,
        // As the register showed it when it was opened: nothing was said of the day yet.
        students: [{ student_id, am, was: { am: null } }],
      }),
    scan: async (student_id = 'S01') => {
      const at = `${dateOfPairs}T11:50:00.000Z`;
      const input = { sent_at: new Date().toISOString(), scans: [{ student_id, at }] };
      const { status, body, message } = await callDirectly(
        clients.gate,
        scanStationsContract.receiveStationScans,
        input,
      );
      return status === 200 ? String(body.scans[0]?.outcome) : `${status} ${message}`;
    },
    /** A row of a class list that changes a student who is there. */
    uploadChange: (student_id: string, was: Record<string, string>, now: object) =>
      upload({ id: student_id, student_id, was, ...now }),
    uploadNew: (now: object) => upload(now),
    erase: (student_id: string) =>
      act(
        'ada',
        studentRegisterContract.eraseStudent,
        { student_id, confirmation: student_id },
        { job: 'erase-student' },
      ),
    mark: (student_id: string, exam_mark: number, who: Person = 'mona') =>
      act(who, markSheetContract.saveSubjectRecord, { student_id, subject_id: 'MATH', year, term, exam_mark }),
  };

  await executeActionOfTest(
    StudentSubjectAssignmentEntity.update({ studentId: 'S01', subjectId: 'MATH' }, { set: { employeeId: 'T1' } }),
  );
  await executeActionOfTest(JobEntity.delete({ name: 'promote-students', key: String(year) }));
  if ((await acts.mark('S01', 61)) !== 'done') throw new Error('The mark of S01 was refused.');
  const bringBack = await saveTableForRestore();

  /** What a pair begins with, besides the school. */
  const givens = {
    /** S01 has neither report nor mark, and is on no list of the term. */
    unregistered: async () => {
      await executeActionOfTest(TermReportEntity.delete({ studentId: 'S01', year, term }));
      await executeActionOfTest(SubjectRecordEntity.delete({ studentId: 'S01', year, term, subjectId: 'MATH' }));
      await executeActionOfTest(
        ClassTermRegistrationEntity.upsert({ year, term, classId: '1A' }, { removeFrom: { studentIds: ['S01'] } }),
      );
    },
    /** S01 left the school in 2015, and nothing was changed since. */
    longGone: async () => {
      for (const subjectId of ['MATH', 'ENGL'])
        await executeActionOfTest(StudentSubjectAssignmentEntity.delete({ studentId: 'S01', subjectId }));
      const facts = { firstName: 'Pupil S01', lastName: 'Lastname S01', classId: '1A', formLevel: 1 };
      await executeActionOfTest(
        StudentEntity.put({ studentId: 'S01', ...facts, status: 'archived', date_of_leaving: '2015-07-03' }),
      );
    },
  };
  return {
    acts,
    clients,
    ...givens,
    /** The school as it was first, and no job of before at work. */
    async asFirst() {
      executions.endAll();
      await bringBack();
    },
    async stop() {
      vi.useRealTimers();
      await executions.stop();
      await school.stop();
    },
  };
}

/**
 * Where a student stands, in one line that can be written by hand: the class of today; in which class the term has the
 * report, the lists and the Mathematics mark; what is taken in which class and who teaches it; on which classes' cards
 * the mark is; the day at the gate and in the register.
 */
export async function describeStudent(studentId: string): Promise<string> {
  const { student } = await readItems({ student: studentKey(studentId) });
  const period = { studentId, year, term };
  const posting = await readPosting({ year, term });
  const classIds = ['1A', '1B', '2A', '2B'];
  const [report, mark, taken, [day], lists, cards] = await Promise.all([
    TermReportEntity.get(period),
    SubjectRecordEntity.get({ ...period, subjectId: 'MATH' }),
    StudentSubjectAssignmentEntity.query({ studentId }),
    readAttendanceOfDay([studentId], dateOfPairs),
    Promise.all(classIds.map((classId) => ClassTermRegistrationEntity.get({ year, term, classId }))),
    Promise.all(classIds.map((classId) => readPrintableCardsOfClass({ classId, year, term }, posting))),
  ]);
  const listed = lists.flatMap((list) => (list?.studentIds?.includes(studentId) ? [list.classId] : []));
  const takes = [...new Set(taken.map(({ classId }) => classId))];
  const teacher = taken.find(({ subjectId }) => subjectId === 'MATH')?.employeeId;
  const printed = cards.flatMap(({ cards: ofClass }, index) =>
    ofClass
      .filter(({ card }) => card.student.id === studentId)
      .map(({ card, posted }) => {
        const exam = card.subjects.find(({ title }) => title === 'Mathematics')?.exam ?? '–';
        return `${classIds[index]} ${exam}${posted ? '' : ' draft'}`;
      }),
  );
  const says = (name: string, values: readonly (string | number | undefined)[]) =>
    `${name} ${values.filter((one) => one !== undefined).join('+') || '–'}`;
  return [
    student ? `${student.classId} ${student.status}` : 'nobody',
    says('report', [report?.classId]),
    says('list', listed),
    says('mark', mark ? [`${mark.exam} ${mark.classId}`] : []),
    says('takes', takes.length > 0 ? [`${takes.join('+')}${teacher ? ` of ${teacher}` : ''}`] : []),
    says('card', printed),
    ...(day
      ? [`day ${day.am} in ${day.classId}${day.amBy ? ` by ${day.amBy}` : ''}${day.scans ? ', scanned' : ''}`]
      : []),
  ].join(', ');
}
