import { randomUUID } from 'node:crypto';
import { saveAssessment } from '#functions/marks/mark-book/assessments/save-assessment.ts';
import { confirmMarksUpload } from '#functions/marks/mark-book/confirm-marks-upload.ts';
import { restoreMarkBook } from '#functions/marks/mark-book/history/restore-mark-book.ts';
import { saveMark } from '#functions/marks/mark-book/save-mark.ts';
import { restoreMarkSheet } from '#functions/marks/mark-sheet/restore-mark-sheet.ts';
import { saveSubjectRecord } from '#functions/marks/mark-sheet/save-subject-record.ts';
import { AssessmentEntity } from '#functions/marks/records/course-work.ts';
import { LessonEntity } from '#functions/people/records/store.ts';
import type { Caller } from '#functions/platform/requests/caller.ts';
import { readItems } from '#functions/platform/table/table.ts';
import { promoteStudentsWorker, undoPromotionWorker } from '#functions/school/jobs/promotion-worker.ts';
import { registerStudentsWorker, undoRegistrationWorker } from '#functions/school/jobs/registration-worker.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { assignStudents } from '#functions/subjects/assignment/assigning/assign-students.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { deleteSubjectRecord } from '#functions/term-reports/editing/delete-subject-record.ts';
import { saveTermReport } from '#functions/term-reports/editing/save-term-report.ts';
import { updateSubjectRecord } from '#functions/term-reports/editing/update-subject-record.ts';
import { changeClass } from '#functions/term-reports/more-options/change-class.ts';
import { deleteTermReport } from '#functions/term-reports/more-options/delete-term-report.ts';
import { undoAct } from '#functions/undo/acts.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { executeActionOfTest, putRecords } from '../../../support/school/records.ts';
import { term, year, yearId } from '../../../support/school/small-school.ts';
import type { SavedValue } from './placement-faults.ts';

const period = { year, term };
const pageOf = (classId: string) => `${year}#${term}#ENGL#${classId}`;
const everything = [{ menu: 'termReports' as const, action: 'editTermReports' }];
const office: Caller = {
  accountId: 'A1',
  name: 'Ada Office',
  userName: 'admin',
  role: 'Admin',
  permissions: everything,
  sessionHash: '',
};
const eric: Caller = {
  accountId: 'T2',
  name: 'Eric Ali',
  userName: 'eric',
  role: 'teacher',
  permissions: [],
  sessionHash: '',
};

/** As the server names a request of the office: a key belongs to an account. */
const newKey = (): string => `${office.accountId}/${randomUUID()}`;

const calls = {
  ...markSheetContract,
  ...markBookContract,
  ...termReportsContract,
  ...studentSubjectsContract,
  ...undoContract,
};

interface Handler {
  prefetch?: (input: never, callerId: string, now: Date) => object;
  handle: (context: never) => Promise<unknown>;
}

/**
 * The acts that place a student and those that write for one, as the functions carry them out, without the way over the
 * gateway. English is taught by one teacher in 1A and 1B; nobody but an admin writes in 4A.
 */
export async function placementActs() {
  const handlers = {
    saveSubjectRecord,
    restoreMarkSheet,
    saveMark,
    confirmMarksUpload,
    restoreMarkBook,
    saveAssessment,
    saveTermReport,
    updateSubjectRecord,
    deleteSubjectRecord,
    changeClass,
    deleteTermReport,
    undoAct,
    assignStudents,
  };
  async function call(name: keyof typeof handlers, values: object, { caller = office, key = newKey() } = {}) {
    const { prefetch, handle } = handlers[name] as Handler;
    const input = calls[name].input().parse(values);
    const found = prefetch ? await readItems(prefetch(input as never, caller.accountId, new Date()) as never) : {};
    return handle({ input, caller, found, request: { now: new Date(), idempotencyKey: key } } as never);
  }
  async function work(worker: typeof promoteStudentsWorker, studentId: string): Promise<void> {
    const job = {
      run: randomUUID(),
      input: period,
      startedBy: 'A1',
      startedByName: 'Ada Office',
      startedAt: new Date().toISOString(),
      key: String(year),
      name: 'by hand',
    };
    await worker.workBatch({ job: job as never, batch: 0, rows: [studentId] });
  }
  /** A save that tells what it has saved. */
  const saving = (value: SavedValue, save: () => Promise<unknown>) => async (): Promise<SavedValue[]> => {
    await save();
    return [value];
  };
  const placing = (act: () => Promise<unknown>) => async (): Promise<SavedValue[]> => {
    await act();
    return [];
  };

  await executeActionOfTest(SubjectEntity.put({ subjectId: 'FREN', title: 'French', abbr: 'FREN' }));
  for (const classId of ['1A', '1B', '2A', '4A']) {
    const formLevel = Number(classId[0]);
    await executeActionOfTest(LessonEntity.put({ employeeId: 'T2', year, subjectId: 'FREN', classId, formLevel }));
  }
  for (const classId of ['1A', '1B']) {
    await executeActionOfTest(AssessmentEntity.put({ page: pageOf(classId), number: 1, topic: 'Essay', total: 100 }));
    await executeActionOfTest(AssessmentEntity.put({ page: pageOf(classId), number: 2, topic: 'Play', total: 100 }));
  }

  /** A new student of 1A, registered and with marks. */
  async function newStudent(studentId: string, { isRegistered }: { isRegistered: boolean }): Promise<void> {
    const student = { studentId, firstName: 'Pat', lastName: studentId, classId: '1A', formLevel: 1 };
    await executeActionOfTest(StudentEntity.put({ ...student, status: 'current' }));
    await putRecords(
      StudentSubjectAssignmentEntity,
      ['MATH', 'ENGL', 'HIST', 'SCIE', 'ARTS'].map((subjectId) => ({ ...student, subjectId })),
    );
    if (isRegistered) await work(registerStudentsWorker, studentId);
  }

  /** Every act by name, for one student. */
  function actsOf(studentId: string) {
    const ofStudent = { student_id: studentId, ...period };
    const record = (subjectId: string, input: object) =>
      call('saveSubjectRecord', { ...ofStudent, subject_id: subjectId, ...input });
    const mark = { employee_id: 'T2', subject_id: 'ENGL', academic_year_id: yearId, term, student_id: studentId };
    const ofPage = { employeeId: 'T2', subjectId: 'ENGL', ...period };
    const markOn = (classId: string, number: number, value: number): SavedValue => ({
      subjectId: 'ENGL',
      field: `assessment ${number}`,
      page: pageOf(classId),
      value,
    });
    const undo = (key: string) => () => call('undoAct', { undo: key });
    const keys = { move: newKey(), report: newKey(), record: newKey() };
    const then = new Date().toISOString();
    /** The moment that is brought back, once there is something to bring back. */
    const at = { at: then };
    const isPrepared = () => at.at !== then;

    const placers = {
      'change class to 1B': placing(() => call('changeClass', { student_id: studentId, class_id: '1B' })),
      'change class to 4A': placing(() => call('changeClass', { student_id: studentId, class_id: '4A' })),
      'change class back to 1A': placing(() => call('changeClass', { student_id: studentId, class_id: '1A' })),
      'undo a change of class': placing(undo(keys.move)),
      promote: placing(() => work(promoteStudentsWorker, studentId)),
      'undo the promotion': placing(() => work(undoPromotionWorker, studentId)),
      register: placing(() => work(registerStudentsWorker, studentId)),
      'undo the registration': placing(() => work(undoRegistrationWorker, studentId)),
      'delete the term report': placing(() => call('deleteTermReport', ofStudent)),
      'restore the term report': placing(undo(keys.report)),
    };
    const writers = {
      'save an exam mark': saving({ subjectId: 'MATH', field: 'exam', value: 51 }, () =>
        record('MATH', { exam_mark: 51 }),
      ),
      'save a comment': saving({ subjectId: 'MATH', field: 'comment', value: 'Good.' }, () =>
        record('MATH', { comment: 'Good.' }),
      ),
      'save as the teacher': saving({ subjectId: 'ENGL', field: 'exam', value: 44 }, () =>
        call(
          'saveSubjectRecord',
          { ...ofStudent, subject_id: 'ENGL', class_id: '1A', exam_mark: 44 },
          { caller: eric },
        ),
      ),
      'save a mark of 1A': saving(markOn('1A', 1, 71), () =>
        call('saveMark', { ...mark, form_class_id: '1A', assesment_number: 1, mark: 71 }, { caller: eric }),
      ),
      'upload marks of 1B': async (): Promise<SavedValue[]> => {
        const changes = [{ student_id: studentId, assesment_number: 2, was: null, mark: 62 }];
        const done = (await call('confirmMarksUpload', { ...ofPage, classId: '1B', changes })) as { saved: number };
        return done.saved === 1 ? [markOn('1B', 2, 62)] : [];
      },
      'raise a total': placing(() =>
        call('saveAssessment', {
          employee_id: 'T2',
          subject_id: 'ENGL',
          academic_year_id: yearId,
          form_class_id: '1A',
          form_level: 1,
          term,
          assesment_number: 1,
          topic: 'Essay',
          date: null,
          total: 100 + Math.floor(Math.random() * 50),
        }),
      ),
      'save the term report': saving({ subjectId: null, field: 'deanComments', value: 'Fine.' }, () =>
        call('saveTermReport', { ...ofStudent, dcomments: 'Fine.' }),
      ),
      'correct a subject row': saving({ subjectId: 'MATH', field: 'conduct', value: 'B' }, () =>
        call('updateSubjectRecord', { ...ofStudent, subject_id_old: 'MATH', subject_id_new: 'MATH', con: 'B' }),
      ),
      'make the row another subject': saving({ subjectId: 'GEOG', field: 'exam', value: 33 }, () =>
        call('updateSubjectRecord', { ...ofStudent, subject_id_old: 'SCIE', subject_id_new: 'GEOG', exam_mark: 33 }),
      ),
      'take one subject more': placing(() =>
        call('assignStudents', { subject_id: 'FREN', students: [studentId], employee_id: null }),
      ),
      'delete a subject row': placing(() => call('deleteSubjectRecord', { ...ofStudent, subject_id: 'HIST' })),
      'restore a subject row': saving({ subjectId: 'ARTS', field: 'exam', value: 22 }, undo(keys.record)),
      'restore the mark sheet': async (): Promise<SavedValue[]> => {
        const sheet = { subject_id: 'ENGL', class_id: '1A', form_level: 1, ...period };
        const cells = [{ student_id: studentId, field: 'late', now: 7 }];
        const done = (await call('restoreMarkSheet', { ...sheet, ...at, cells })) as { restored: number };
        return isPrepared() && done.restored === 1 ? [{ subjectId: 'ENGL', field: 'timesLate', value: 3 }] : [];
      },
      'restore the mark book': async (): Promise<SavedValue[]> => {
        const page = { employee_id: 'T2', subject_id: 'ENGL', academic_year_id: yearId, form_class_id: '1A' };
        const marks = [{ student_id: studentId, assesment_number: 2, now: 9 }];
        const input = { ...page, form_level: 1, term, ...at, assesments: [], marks };
        const done = (await call('restoreMarkBook', input)) as { restored: number };
        return isPrepared() && done.restored === 1 ? [markOn('1A', 2, 5)] : [];
      },
    };
    const before = {
      'in 1A': () => Promise.resolve(),
      'came from 1B': async () => {
        await call('changeClass', { student_id: studentId, class_id: '1B' });
        await call('changeClass', { student_id: studentId, class_id: '1A' }, { key: keys.move });
      },
      'report deleted': async () => {
        await call('deleteTermReport', ofStudent, { key: keys.report });
      },
      'with a mark of 1B': async () => {
        await call('changeClass', { student_id: studentId, class_id: '1B' });
        await call('saveMark', { ...mark, form_class_id: '1B', assesment_number: 1, mark: 55 });
        await call('changeClass', { student_id: studentId, class_id: '1A' });
      },
      promoted: () => work(promoteStudentsWorker, studentId),
      'with marks': async () => {
        await record('MATH', { late: 1 });
        await record('HIST', { late: 2 });
        await call('saveMark', { ...mark, form_class_id: '1A', assesment_number: 1, mark: 70 });
      },
      'with something to restore': async () => {
        await record('ARTS', { exam_mark: 22 });
        await call('deleteSubjectRecord', { ...ofStudent, subject_id: 'ARTS' }, { key: keys.record });
        await record('ENGL', { late: 3 });
        await call('saveMark', { ...mark, form_class_id: '1A', assesment_number: 2, mark: 5 });
        await pause();
        at.at = new Date().toISOString();
        await pause();
        await record('ENGL', { late: 7 });
        await call('saveMark', { ...mark, form_class_id: '1A', assesment_number: 2, mark: 9, was: 5 });
      },
    };
    return { placers, writers, before, ofPage1B: { ...markOn('1B', 1, 55), outOf: 100 } };
  }
  const pause = () => new Promise((resolve) => setTimeout(resolve, 3));

  return { newStudent, actsOf };
}
