import { beforeAll, expect, it } from 'vitest';
import { EmployeeEntity } from '#functions/people/records/store.ts';
import { school } from '#functions/school/records/school.ts';
import { accountsContract } from '#shared/accounts/contract.ts';
import { attendanceContract } from '#shared/attendance/contract.ts';
import type { CallRow, Input, RawInput } from '#shared/http/contract.ts';
import { markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { peopleContract } from '#shared/people/contract.ts';
import { lessonsContract } from '#shared/people/lessons/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { studentRegisterContract } from '#shared/students/register/contract.ts';
import { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { subjectsContract } from '#shared/subjects/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import type { TestClient } from '../../support/callers/client.ts';
import { changeRecordOfTest } from '../../support/school/records.ts';
import { schoolForTests } from '../../support/school/school-for-tests.ts';
import { term, year, yearId } from '../../support/school/small-school.ts';
import { restoreAfterEach } from '../../support/school/table-content.ts';
import { weeklyTestSettings } from '../../support/school/weekly-test-settings.ts';

/**
 * What a documented call answers, the documented call after it takes, each row as it is, with nothing left
 * out.
 */
const server = schoolForTests();
const [office, mona] = [server.as('A1'), server.as('T1')];
restoreAfterEach();

const ofTerm = { year: String(year), term: String(term) };
const page = { employee_id: 'T1', subject_id: 'MATH', form_class_id: '1A', academic_year_id: yearId, term };
const test = { week_end_date: '2025-11-06', form_class_id: '1A', subject_id: 'MATH' };

beforeAll(async () => {
  Object.assign(school().weeklyTests, { ...weeklyTestSettings, from: '2025-09-01', to: '2025-12-12' });
});

const read = async <C extends CallRow>(client: TestClient, row: C, input: RawInput<C>) => {
  const { status, body } = await client.call(row, input as never);
  expect(status).toBe(200);
  return body;
};
const send = <C extends CallRow>(client: TestClient, row: C, body: object) =>
  client.call(row, body as Input<C> as never);

const ofMona = { employee_id: 'T1', academic_year_id: yearId };
const lessonsOfMona = () =>
  read(office, peopleContract.listTeacherLessonsOfYear, { employee: 'T1', year: String(year) });
const studentsOfMaths = async () => {
  await office.call(studentSubjectsContract.assignStudents, {
    subject_id: 'MATH',
    students: ['S41', 'S42'],
    employee_id: null,
  });
  const students = await read(office, studentSubjectsContract.listStudentsOfSubject, {
    subject_id: 'MATH',
    form_level: '4',
  });
  expect(students.map(({ student_id }) => student_id)).toEqual(expect.arrayContaining(['S41', 'S42']));
  return students;
};

const pairs: Record<string, () => Promise<{ status: number; error: unknown }>> = {
  'academic-term-details': async () =>
    send(office, termsContract.saveAcademicTerm, (await read(office, termsContract.listAcademicTerms, {}))[0] ?? {}),
  'current-period': async () =>
    send(
      office,
      termsContract.setCurrentPeriod,
      (await read(office, termsContract.readTermOverview, {})).current_term ?? {},
    ),
  'student-registration-all, student-registration': async () =>
    send(
      office,
      termsContract.saveFormLevelRegistration,
      (await read(office, termsContract.listRegistrationWindows, {}))[0] ?? {},
    ),
  'term-reports-posted, post-term-reports': async () =>
    send(office, termReportsContract.postTermReports, {
      ...(await read(office, termReportsContract.readPostingState, {}))[0],
      posted: 1,
    }),
  'employees, update-employee': async () => {
    await changeRecordOfTest(EmployeeEntity, { employeeId: 'T2' }, { dateOfBirth: '1980-04-05' });
    return send(
      office,
      accountsContract.updateEmployee,
      (await read(office, peopleContract.listEmployees, {})).find(({ id }) => id === 'T2') ?? {},
    );
  },
  'teacher-lessons, teacher-lesson': async () =>
    send(
      office,
      lessonsContract.saveLesson,
      (await read(office, peopleContract.listTeacherLessonsOfYear, { employee: 'T1', year: String(year) }))[0] ?? {},
    ),
  'teacher-lessons, admin-teacher-lesson': async () =>
    send(
      office,
      lessonsContract.saveAdminLesson,
      (await read(office, peopleContract.listTeacherLessonsOfYear, { employee: 'T1', year: String(year) }))[0] ?? {},
    ),
  'teacher-lessons, admin-teacher-lessons': async () =>
    send(office, lessonsContract.saveAdminLessons, { ...ofMona, lessons: await lessonsOfMona() }),
  'teacher-lessons, DELETE admin-teacher-lesson': async () =>
    send(office, lessonsContract.deleteAdminLesson, (await lessonsOfMona())[0] ?? {}),
  'teacher-lessons, DELETE admin-teacher-lessons': async () =>
    send(office, lessonsContract.deleteAdminLessons, { ...ofMona, ids: await lessonsOfMona() }),
  'form-teacher-class': async () => {
    const form_classes = await read(office, peopleContract.readFormTeacherClass, { employee_id: 'T1' });
    expect(form_classes).not.toEqual([]);
    return send(office, lessonsContract.saveFormTeacherClass, { ...ofMona, form_classes });
  },
  'dean-form-classes': async () => {
    await office.call(lessonsContract.saveDeanFormClasses, { ...ofMona, form_classes: ['1A'] });
    const form_classes = await read(office, peopleContract.readDeanFormClasses, { employee_id: 'T1' });
    expect(form_classes).toEqual([{ form_class_id: '1A', class_name: '1A', form_level: 1 }]);
    return send(office, lessonsContract.saveDeanFormClasses, { ...ofMona, form_classes });
  },
  'subject-students, DELETE subject-students': async () =>
    send(office, studentSubjectsContract.removeStudentsFromSubject, {
      subject_id: 'MATH',
      students: await studentsOfMaths(),
    }),
  'subject-students, subject-students': async () =>
    send(office, studentSubjectsContract.assignStudents, {
      subject_id: 'MATH',
      employee_id: null,
      students: await studentsOfMaths(),
    }),
  'subject-students, subject-students-batch': async () =>
    send(office, studentSubjectsContract.assignBatch, {
      subject_id: 'MATH',
      form_level: 4,
      class_id: null,
      employee_id: null,
      students: await studentsOfMaths(),
    }),
  'subjects, DELETE subject': async () => {
    await office.call(studentSubjectsContract.saveSubject, { id: null, title: 'Drama', abbr: 'DRAM' });
    const drama = (await read(office, subjectsContract.listSubjects, {})).find(({ abbr }) => abbr === 'DRAM');
    return send(office, studentSubjectsContract.deleteSubject, drama ?? {});
  },
  'student-attendance, DELETE student-attendance': async () => {
    await office.call(attendanceContract.saveAttendanceRegister, {
      class_id: '1A',
      date: '2025-10-02',
      students: [{ student_id: 'S01', am: 'A' }],
      why: 'Entered later.',
    });
    const { terms } = await read(office, attendanceContract.readAttendanceOfStudent, { id: 'S01' });
    const records = terms.flatMap(({ attendance_records: days }) => days).filter((one) => one.is_recorded);
    expect(records).toHaveLength(1);
    return send(office, attendanceContract.deleteAttendance, { records });
  },
  'subjects, subject': async () =>
    send(office, studentSubjectsContract.saveSubject, (await read(office, subjectsContract.listSubjects, {}))[0] ?? {}),
  'admin-students, student': async () =>
    send(
      office,
      studentRegisterContract.saveStudent,
      (await read(office, studentRegisterContract.listAllStudents, {})).current_students?.find(
        ({ id }) => id === 'S01',
      ) ?? {},
    ),
  'teacher-lesson-students, table2': async () => {
    await office.call(studentRegisterContract.archiveStudent, {
      student_id: 'S03',
      date_of_leaving: '2025-11-12',
      reason: null,
    });
    const { data } = await read(mona, markSheetContract.readMarkSheetOfLesson, {
      employee_id: 'T1',
      subject_id: 'MATH',
      class_id: '1A',
      form_level: '1',
      ...ofTerm,
    });
    return send(mona, markSheetContract.saveSubjectRecord, { ...data[2], exam_mark: 40 });
  },
  'class records, table1': async () => {
    await office.call(studentRegisterContract.archiveStudent, {
      student_id: 'S03',
      date_of_leaving: '2025-11-12',
      reason: null,
    });
    const { data } = await read(office, termReportsContract.readClassTermReports, { class_id: '1A', ...ofTerm });
    return send(office, termReportsContract.saveTermReport, { ...data[2], comments: 'Kind.' });
  },
  'student-table2-records, update-table2': async () => {
    const of = { student_id: 'S01', year, term };
    await mona.call(markSheetContract.saveSubjectRecord, { ...of, subject_id: 'MATH', exam_mark: 40 });
    const { table2_records: rows } = await read(office, termReportsContract.listStudentSubjectRecords, {
      student_id: 'S01',
      ...ofTerm,
    });
    const row = rows.find(({ subject_id }) => subject_id === 'MATH');
    return send(office, termReportsContract.updateSubjectRecord, {
      ...of,
      ...row,
      subject_id_old: 'MATH',
      subject_id_new: 'MATH',
      exam_mark: 41,
    });
  },
  'student-table2-records, table2-record-delete': async () => {
    const of = { student_id: 'S01', year, term };
    await mona.call(markSheetContract.saveSubjectRecord, { ...of, subject_id: 'MATH', exam_mark: 40 });
    const { table2_records: rows } = await read(office, termReportsContract.listStudentSubjectRecords, {
      student_id: 'S01',
      ...ofTerm,
    });
    const row = rows.find(({ subject_id }) => subject_id === 'MATH');
    return send(office, termReportsContract.deleteSubjectRecord, { ...of, ...row });
  },
  'class records, DELETE table1': async () => {
    const { data } = await read(office, termReportsContract.readClassTermReports, { class_id: '1A', ...ofTerm });
    return send(office, termReportsContract.deleteTermReport, data[0] ?? {});
  },
  'mark-book, delete-course-assesment': async () => {
    const of = { ...page, form_level: 1 };
    const { body: added } = await mona.call(markBookContract.saveAssessment, {
      ...of,
      topic: 'Sixth',
      date: '2025-10-02',
      total: 20,
    });
    const { assesments } = await read(mona, markBookContract.readMarkBook, {
      ...page,
      form_level: '1',
      term: String(term),
    });
    const sixth = assesments.find((one) => one.assesment_number === added.assesment_number);
    expect(sixth?.topic).toBe('Sixth');
    return send(mona, markBookContract.deleteAssessment, { ...of, ...sixth });
  },
  'mark-book, mark-book-assesment': async () => {
    const { assesments } = await read(mona, markBookContract.readMarkBook, {
      ...page,
      form_level: '1',
      term: String(term),
    });
    return send(mona, markBookContract.saveAssessment, { ...page, form_level: 1, ...assesments[0], total: 20 });
  },
  'weekly-test-subjects, weekly-test-subject': async () => {
    await mona.call(weeklyTestsContract.saveWeeklyTestOfClass, test);
    const [row] = await read(mona, weeklyTestsContract.listWeeklyTestsOfClass, {
      week_end_date: test.week_end_date,
      form_class_id: '1A',
    });
    return send(mona, weeklyTestsContract.saveWeeklyTestOfClass, { ...test, ...row, max_mark: 40 });
  },
  'weekly-test-subjects, DELETE weekly-test-subject': async () => {
    await mona.call(weeklyTestsContract.saveWeeklyTestOfClass, test);
    const [row] = await read(mona, weeklyTestsContract.listWeeklyTestsOfClass, {
      week_end_date: test.week_end_date,
      form_class_id: '1A',
    });
    return send(mona, weeklyTestsContract.deleteWeeklyTestOfClass, { ...test, ...row });
  },
  'weekly-test, import-weekly-tests': async () => {
    await mona.call(weeklyTestsContract.saveWeeklyTestOfClass, test);
    await office.call(studentRegisterContract.archiveStudent, {
      student_id: 'S03',
      date_of_leaving: '2025-11-12',
      reason: null,
    });
    const { students } = await read(mona, weeklyTestsContract.readMarksOfWeeklyTest, test);
    return send(mona, weeklyTestsContract.importWeeklyTests, {
      ...test,
      marks: students.map((student) => ({ ...student, mark: 12 })),
    });
  },
};

it.each(Object.entries(pairs))('%s: what the first answers, the second takes', async (_names, exchange) => {
  const { status, error } = await exchange();
  expect([status, error]).toEqual([200, undefined]);
});
