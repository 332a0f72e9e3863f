import { allCalls, type contracts, type Domain } from '#shared/contracts.ts';
import type { CallRow, Request } from '#shared/http/contract.ts';
import { type Kind, type TeacherKind, teacherKinds } from './callers.ts';
import { pictureNameOf } from './pictures.ts';
import { password, term, year, yearId } from './small-school.ts';

/**
 * One valid input of a call, and whose data it names: what the contract row cannot say of who is let in. Every input names
 * class 4A and `mona`'s lessons there, so that each kind of caller stands in the same relation to every call.
 */
export interface CallExample<C extends CallRow = CallRow> {
  input: Request<C>;
  /** Of the teachers, those whose data the input names; the others are refused. Absent: it names nobody's. */
  teachers?: readonly TeacherKind[];
  /** Where another rule than role, menu and the line above decides: the status by kind of caller. */
  statuses?: Partial<Record<Kind, number>>;
}

type Examples = {
  [D in Domain]: { [N in keyof (typeof contracts)[D]]: CallExample<(typeof contracts)[D][N] & CallRow> };
};

const credentials = { name: 'mona', password };
const everyPost = ['form teacher', 'dean'] as const;
const own = ['own teacher'] as const;
/** The dean of other classes has a post with spreadsheet access, which lets its holder enter any teacher's marks (SPEC §6). */
const ownOrAnyone = ['own teacher', 'dean of other classes'] as const;
/** Of their own page alone; nobody's else for anybody. */
const ownPassword: CallExample['statuses'] = {
  anonymous: 401,
  'unknown session': 401,
  'session left alone too long': 401,
  'session open too long': 401,
  'session after logout': 401,
  'session after a password change': 401,
  'disabled account': 401,
  'other teacher': 403,
  'form teacher': 403,
  dean: 403,
  'dean of other classes': 403,
  'Admin with every menu': 403,
  'Admin without the menu': 403,
  PTA: 403,
  'PTA with every menu': 403,
};
/** Of the staff, the office reads others with the Teachers menu alone. */
const withTeachersMenu: CallExample['statuses'] = { 'Admin without the menu': 403 };

const period = { academic_year_id: yearId, term };
const ofStudent = { student_id: 'S41', year, term };
/** The demo school's file leaves weekly tests off; `weekly-tests.test.ts` turns them on. */
const noWeeklyTests: CallExample['statuses'] = {
  'own teacher': 404,
  'other teacher': 404,
  'form teacher': 404,
  dean: 404,
  'dean of other classes': 404,
};
const weekly = { week_end_date: '2024-04-18', form_class_id: '4A', subject_id: 'MATH' };
/** Mona's sheet of 4A and 4B. */
const sheet = {
  employee_id: 'T1',
  subject_id: 'MATH',
  form_classes: '4A,4B',
  form_level: '4',
  year: String(year),
  term: '1',
};
const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term };

/** An assessment that the school of callers has beside the first five. */
const addedAssessment = { ...page, form_classes: ['4A', '4B'], form_level: 4, assesment_number: 6 };

/** Whose post gives spreadsheet access. */
const spreadsheetPost = ['dean of other classes'] as const;
const uploadedPage = { year: String(year), term: String(term), subjectId: 'MATH', employeeId: 'T1' };
/** Who is let in is told that this is no workbook: what a workbook does is told by the tests of the mark book. */
const noWorkbook = new File(['no workbook'], 'marks.xlsx');
const ownFileIsNone: CallExample['statuses'] = { 'own teacher': 422, 'Admin with every menu': 422 };

export const callExamples: Examples = {
  auth: {
    csrfCookie: { input: {} },
    login: { input: credentials },
    adminLogin: { input: { name: 'admin', password } },
    employeeLogin: { input: credentials },
    employee: { input: { id: 'T1' }, teachers: own, statuses: withTeachersMenu },
    userEmployee: { input: { userName: 'mona' }, teachers: own, statuses: withTeachersMenu },
    employeeChangePassword: { input: { ...credentials, current_password: password }, statuses: ownPassword },
    logout: { input: {} },
    changeResetPassword: { input: { student_id: 'S41', reset_password: true } },
    adminPermissions: {
      input: { user_admin_id: 'A1' },
      statuses: { 'Admin without the menu': 403, PTA: 403, 'PTA with every menu': 403 },
    },
  },
  terms: {
    academicTermDetails: { input: {} },
    saveAcademicTermDetails: {
      input: {
        ...period,
        possible_attendance: 118,
        date_start: '2025-09-01',
        date_end: '2025-12-12',
        new_term_beginning: '2026-01-05',
        is_current: true,
      },
    },
    currentPeriod: { input: {} },
    setCurrentPeriod: { input: period },
    academicTerms: { input: {} },
    academicYears: { input: {} },
    registerStudents: { input: { class_id: '4A' } },
    registrationRuns: { input: {} },
    registrationPreview: { input: {} },
    undoRegistration: { input: { class_id: '4A' } },
    clearFlags: { input: {} },
    studentsRegistered: { input: {} },
    promotionStatus: { input: {} },
    promote: { input: {}, statuses: { 'Admin with every menu': 409 } },
    undoPromotion: { input: {} },
    registrationWindows: { input: {} },
    saveRegistrationWindow: { input: { form_level: 4, open: 1, deadline: '2026-07-31' } },
  },
  people: {
    teacherLessons: { input: { employee_id: 'T1', year: String(year) }, teachers: ownOrAnyone },
    teacherLessonsOfYear: { input: { employee: 'T1', year: String(year) }, teachers: ownOrAnyone },
    employees: { input: {}, teachers: ['dean of other classes'] },
    formLevels: { input: {} },
    formClassesList: { input: {} },
    formTeacherClass: { input: {} },
    deanFormClasses: { input: {} },
  },
  subjects: {
    subjects: { input: {} },
  },
  students: {
    studentPicture: { input: { picture: pictureNameOf('S41') }, teachers: [...ownOrAnyone, ...everyPost] },
  },
  'mark-sheet': {
    markSheetAt: { input: { ...sheet, at: '2025-10-01T12:00:00.000Z' }, teachers: ownOrAnyone },
    restoreMarkSheet: {
      input: {
        ...sheet,
        form_level: 4,
        year,
        term,
        at: '2025-10-01T12:00:00.000Z',
        cells: [{ student_id: 'S41', field: 'comment', now: null }],
      },
      teachers: ownOrAnyone,
    },
    markHistory: {
      input: {
        student_id: 'S41',
        subject_id: 'MATH',
        class_id: '4A',
        year: String(year),
        term: '1',
        field: 'exam_mark',
      },
      teachers: [...ownOrAnyone, ...everyPost],
    },
    teacherLessonStudents: {
      input: {
        employee_id: 'T1',
        subject_id: 'MATH',
        form_classes: '4A,4B',
        form_level: '4',
        year: String(year),
        term: '1',
      },
      teachers: ownOrAnyone,
    },
    saveSubjectRecord: {
      input: {
        student_id: 'S41',
        subject_id: 'MATH',
        year,
        term,
        class_id: '4A',
        exam_mark: 50,
        late: 1,
        absent: 2,
        app: 'A',
        con: 'B',
        comment: 'Steady.',
      },
      teachers: ownOrAnyone,
    },
  },
  'mark-book': {
    downloadMarkBookPage: {
      input: { ...page, form_level: '4', term: '1' },
      teachers: own,
    },
    uploadMarks: {
      input: { ...uploadedPage, formLevel: '4', file: noWorkbook },
      teachers: own,
      statuses: ownFileIsNone,
    },
    spreadsheet: {
      input: { year: String(year), term: String(term), formLevel: '4' },
      teachers: spreadsheetPost,
    },
    spreadsheetDownload: {
      input: { filePath: 'x'.repeat(43) },
      teachers: spreadsheetPost,
      statuses: { 'dean of other classes': 404, 'Admin with every menu': 404 },
    },
    confirmUpload: {
      input: {
        year,
        term,
        subjectId: 'MATH',
        employeeId: 'T1',
        formLevel: 4,
        changes: [{ student_id: 'S41', assesment_number: 1, was: null, mark: 15 }],
      },
      teachers: own,
    },
    markBook: {
      input: { ...page, form_classes: '4A,4B', form_level: '4', term: '1' },
      teachers: own,
    },
    saveMark: { input: { ...page, student_id: 'S41', assesment_number: 1, mark: 15 }, teachers: own },
    saveAssessment: {
      input: {
        ...page,
        form_classes: ['4A', '4B'],
        form_level: 4,
        assesment_number: 1,
        topic: 'Surds',
        date: '2025-10-02',
        total: 20,
      },
      teachers: own,
    },
    markBookAt: {
      input: { ...page, form_level: '4', term: '1', at: '2025-10-01T12:00:00.000Z' },
      teachers: own,
    },
    restoreMarkBook: {
      input: {
        ...page,
        form_level: 4,
        at: '2025-10-01T12:00:00.000Z',
        assesments: [],
        marks: [{ student_id: 'S42', assesment_number: 2, now: null }],
      },
      teachers: own,
    },
    deleteAssessment: { input: addedAssessment, teachers: own },
    restoreAssessment: { input: addedAssessment, teachers: own },
  },
  'weekly-tests': {
    weeklyTest: { input: weekly, statuses: noWeeklyTests },
    weeklyTestSubjects: { input: { week_end_date: '2024-04-18', form_class_id: '4A' }, statuses: noWeeklyTests },
    saveWeeklyTestSubject: { input: { ...weekly, max_mark: 50 }, statuses: noWeeklyTests },
    deleteWeeklyTestSubject: { input: weekly, statuses: noWeeklyTests },
    importWeeklyTests: { input: { ...weekly, marks: [{ student_id: 'S41', mark: 40 }] }, statuses: noWeeklyTests },
    teacherSubjects: { input: {}, statuses: noWeeklyTests },
  },
  'term-reports': {
    formClasses: { input: {} },
    classTermReports: { input: { class_id: '4A', year: String(year), term: '1' }, teachers: everyPost },
    termReportsPosted: { input: {} },
    // No report of that year: nothing is printed, and nothing works on while the next caller is looked at.
    printReportCards: { input: { year: 2019, term: 1 }, statuses: { 'Admin with every menu': 409 } },
    reportCardFiles: { input: { year: '2019', term: '1' } },
    postingCheck: { input: { year: String(year), term: '1' } },
    // Nothing is posted: posting itself would work on while the next caller is looked at.
    postTermReports: { input: { year, term, title: 'Term 1', posted: 0, date_posted: null } },
    markSheet: { input: { classId: '4A', year: String(year), term: '1' }, teachers: everyPost },
    rankSheet: { input: { classId: '4A', year: String(year), term: '1' }, teachers: everyPost },
    markSheetExcel: { input: { classId: '4A', year: String(year), term: '1' }, teachers: everyPost },
    reportSubjects: { input: {} },
    studentsRegistered: { input: { class_id: '4A', year: String(year), term: '1' }, teachers: everyPost },
    studentSubjectRecords: { input: { student_id: 'S41', year: String(year), term: '1' }, teachers: everyPost },
    saveTermReport: {
      input: {
        ...ofStudent,
        class_id: '4A',
        times_absent: 3,
        times_late: 1,
        auth: 'A',
        resp: 'B',
        coop: null,
        comments: 'A pleasing term.',
      },
      teachers: ['form teacher'],
    },
    updateSubjectRecord: {
      input: { ...ofStudent, class_id: '4A', subject_id_old: 'ENGL', subject_id_new: 'ENGL', comment: 'Reads widely.' },
      teachers: ['dean'],
    },
    deleteSubjectRecord: {
      input: { student_id: 'S42', year, term, subject_id: 'ENGL', class_id: '4A' },
      teachers: [],
    },
    deleteTermReport: { input: { student_id: 'S44', year, term } },
    coCurriculars: { input: {} },
    musicClasses: { input: {} },
    formClassesChangeClass: { input: {} },
    changeClass: { input: { student_id: 'S43', class_id: '4B' } },
    classTermSettings: { input: { year: String(year), term: '1' } },
    setPossibleAttendance: { input: { possible_attendance: 118, class_id: '4A', year, term } },
    setNewTermBeginning: { input: { new_term_beginning: '2026-01-12', class_id: null, year, term } },
    // Of what nobody did.
    undoChange: {
      input: { undo: 'A1/00000000-0000-4000-8000-000000000000' },
      teachers: [],
      statuses: { 'Admin with every menu': 404 },
    },
    reportCard: { input: { studentId: 'S41', year: String(year), term: '1' }, teachers: everyPost },
  },
};

/** The example of a call of `allCalls`; undefined when the table above has no row for it. */
export const exampleOf = ({ domain, name }: { domain: string; name: string }): CallExample | undefined =>
  (callExamples as Record<string, Record<string, CallExample>>)[domain]?.[name];

/** Every call that has an example, with it. */
export const exampleEntries = allCalls.flatMap((entry) => {
  const example = exampleOf(entry);
  return example ? [{ ...entry, example, input: example.input as Record<string, unknown> }] : [];
});
export type ExampleEntry = (typeof exampleEntries)[number];

/** An account that is let in; where anyone is, not the one that the example signs in. */
export function welcomeAccount({ call }: (typeof allCalls)[number], example: CallExample): string {
  if (call.who === 'anyone') return example.statuses ? 'T1' : 'T2';
  if (!call.who.includes('teacher')) return call.who.includes('Admin') ? 'A1' : 'A3';
  return teacherKinds[example.teachers?.[0] ?? 'own teacher'];
}
