import { authContract } from '#shared/accounts/auth/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { TestClient } from '../../../tests/support/callers/client.ts';

/** Whose day it is: a form teacher who also teaches the class, and somebody in the office. */
export interface SchoolOfDay {
  url: string;
  teacher: TestClient;
  office: TestClient;
  /** The teacher's. */
  employeeId: string;
  userName: string;
  password: string;
  classId: string;
  formLevel: number;
  subjectId: string;
  studentId: string;
  year: number;
  term: 1 | 2 | 3;
  /** A school day of the term, yyyy-MM-dd. */
  date: string;
}

export interface DailyCall {
  what: string;
  /** Requests to AWS that may wait for one another. */
  stages: number;
  /** Makes it for the nth time. */
  play: (time: number) => Promise<{ status: number }>;
}

/**
 * What everybody does all day, with how many requests may wait for one another. The last stage of a document is the
 * event of its opening.
 */
export function dailyPath(of: SchoolOfDay): DailyCall[] {
  const { teacher, office, employeeId, classId, subjectId, studentId, year, term, date } = of;
  const ofTerm = { year: String(year), term: String(term) };
  const ofLesson = { employee_id: employeeId, subject_id: subjectId, form_level: String(of.formLevel) };
  const ofMark = { employee_id: employeeId, subject_id: subjectId, academic_year_id: `${year}${year + 1}`, term };
  const call = (
    what: string,
    stages: number,
    { by, row, input }: { by: TestClient; row: CallRow; input: (time: number) => object },
  ): DailyCall => ({ what, stages, play: (time) => by.call(row, input(time) as never) });
  const known = new TestClient(of.url);
  return [
    signIn('A sign-in in a new browser', of, () => new TestClient(of.url)),
    signIn('A sign-in in a browser that is known', of, () => known),
    call('The lessons of a teacher', 2, {
      by: teacher,
      row: peopleContract.listTeacherLessons,
      input: () => ({ employee_id: employeeId, year: ofTerm.year }),
    }),
    call('A mark sheet', 2, {
      by: teacher,
      row: markSheetContract.readMarkSheetOfLesson,
      input: () => ({ ...ofLesson, ...ofTerm, class_id: classId }),
    }),
    call('A saved line of a mark sheet', 2, {
      by: teacher,
      row: markSheetContract.saveSubjectRecord,
      input: (time) => ({
        student_id: studentId,
        year,
        term,
        subject_id: subjectId,
        class_id: classId,
        exam_mark: 40 + (time % 20),
      }),
    }),
    call('A mark book', 2, {
      by: teacher,
      row: markBookContract.readMarkBook,
      input: () => ({
        ...ofLesson,
        academic_year_id: ofMark.academic_year_id,
        form_classes: classId,
        term: ofTerm.term,
      }),
    }),
    call('A saved mark', 2, {
      by: teacher,
      row: markBookContract.saveMark,
      input: (time) => ({
        ...ofMark,
        form_class_id: classId,
        student_id: studentId,
        assesment_number: 1,
        mark: 1 + (time % 2),
      }),
    }),
    call('The term reports of a class', 2, {
      by: teacher,
      row: termReportsContract.readClassTermReports,
      input: () => ({ class_id: classId, ...ofTerm }),
    }),
    call('The register of a day', 3, {
      by: teacher,
      row: attendanceContract.readAttendanceRegister,
      input: () => ({ class_id: classId, date }),
    }),
    call('The list of students', 2, {
      by: office,
      row: studentRegisterContract.listCurrentStudents,
      input: () => ({}),
    }),
    call('A student’s record', 2, {
      by: office,
      row: studentRegisterContract.readStudentRecord,
      input: () => ({ id: studentId }),
    }),
    call('A rank sheet', 3, {
      by: office,
      row: termReportsContract.printRankSheet,
      input: () => ({ classId, ...ofTerm }),
    }),
  ];
}

const signIn = (what: string, { userName, password }: SchoolOfDay, browser: () => TestClient): DailyCall => ({
  what,
  stages: 4,
  play: async () => {
    const client = browser();
    if (client.cookies.size === 0) await client.call(authContract.setCsrfCookie, {});
    return client.call(authContract.login, { name: userName, password });
  },
});
