import { allCalls, type contracts, type Domain } from '#shared/contracts.ts';
import type { CallRow, RawInput } from '#shared/http/contract.ts';
import { studentFieldNames } from '#shared/students/fields.ts';
import { testPictureName } from '../pictures.ts';
import { password, term, year, yearId } from '../school/small-school.ts';

/**
 * One valid input of a call. Every input names class 4A, a student of it, and `mona` (T1) with her lessons there, so that
 * each caller has the same relation to every call: who is let in is said by `tests/rights/rights.md`.
 */
export interface CallExample<C extends CallRow = CallRow> {
  input: RawInput<C>;
  /** The status for those who are let in, where it is not 200. */
  outcome?: number;
}

type Examples = {
  [D in Domain]: {
    [N in keyof (typeof contracts)[D]]: (typeof contracts)[D][N] extends infer C extends CallRow
      ? CallExample<C>
      : never;
  };
};

const attendanceDates = ['2025-09-01', '2025-09-05'];
/** Names no session and no device. */
const noOpening = 'n'.repeat(22);
const credentials = { name: 'mona', password };
const period = { academic_year_id: yearId, term };
const ofStudent = { student_id: 'S41', year, term };
/** Nobody has asked for this. */
const noApproval = '0f8fad5b-d9cb-469f-a165-70867728950e';
const weekly = { week_end_date: '2024-04-18', form_class_id: '4A', subject_id: 'MATH' };
/** The scan that the station of the school of callers could not have taken. */
export const refusedScan = { station_id: 'GATE1', student_id: 'NOBODY', at: '2025-10-01T11:40:00.000Z' };
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

/** Mona's lessons of the year, and one that she has not. */
const ofMona = { employee_id: 'T1', academic_year_id: yearId };
const newLesson = { id: null, subject_id: 'ENGL', form_classes: ['4A'] };

/** An assessment that the school of callers has beside the first five. */
const addedAssessment = { ...page, form_classes: ['4A', '4B'], form_level: 4, assesment_number: 6 };

const uploadedPage = { year: String(year), term: String(term), subjectId: 'MATH', employeeId: 'T1' };
/** Uploads of workbooks are tested with the mark book. */
const noWorkbook = new File(['no workbook'], 'marks.xlsx');

/** A row of a class list, as the confirm table sends it. */
const uploadedRow = {
  ...{ row: 2, id: '', last_name: 'Newcomer', first_name: 'Nia', sea_no: '', class_id: '4A' },
  ...{ date_of_birth: '05-Sep-2012', house_name: '', entry_date: '', more: ['nia@mail.com'] },
};

const someDays = '2026-01-05,2026-02-27';

export const callExamples = {
  auth: {
    setCsrfCookie: { input: {} },
    checkHealth: { input: {} },
    login: { input: credentials },
    adminLogin: { input: { name: 'admin', password } },
    employeeLogin: { input: credentials },
    studentLogin: { input: { name: 'S41', password } },
    // Nobody has shown a one-time password: the entrance's own tests do.
    changeStudentPassword: { input: { name: 'S41', password }, outcome: 401 },
    readEmployeeAccount: { input: { id: 'T1' } },
    readEmployeeByUserName: { input: { userName: 'mona' } },
    // The password that she has: another one would be changed once, and the next example would not know it.
    changeOwnPassword: { input: { ...credentials, current_password: password }, outcome: 422 },
    logout: { input: {} },
    readMyAccount: { input: {} },
    confirmOwner: { input: { current_password: password } },
    // Sessions and devices have tests of their own.
    endOwnSessions: { input: { session_id: noOpening }, outcome: 404 },
    forgetDevice: { input: { device_id: noOpening }, outcome: 404 },
    // Without the step after a right password; steps are tested with the second factor.
    signInWithCode: { input: { code: '123456', kind: 'app', trust_device: false }, outcome: 409 },
    beginDemandedSetUp: { input: {}, outcome: 409 },
    confirmDemandedSetUp: { input: { code: '123456', trust_device: false }, outcome: 409 },
    readSecondFactorState: { input: {} },
    confirmSetUp: { input: { code: '123456' }, outcome: 409 },
    beginSetUp: { input: { current_password: 'Wrong-password-1' }, outcome: 422 },
    makeRecoveryCodes: { input: { current_password: password, code: '123456' }, outcome: 409 },
    endSecondFactor: { input: { current_password: password, code: '123456', kind: 'app' }, outcome: 409 },
    forgetTrustedDevices: { input: {} },
    listSignInLockouts: { input: {} },
    liftSignInLockout: { input: { account_id: 'T1' } },
    changeResetPassword: { input: { student_id: 'S41', reset_password: true } },
    readAdminPermissions: {
      input: { user_admin_id: 'A1' },
    },
  },
  accounts: {
    // Nobody here has one; resets are tested with the second factor.
    resetSecondFactor: { input: { account_id: 'T1' }, outcome: 409 },
    // Of teachers whose sign-in no other example needs.
    addEmployee: {
      input: {
        ...{ teacher_num: 77, first_name: 'Zoë', last_name: 'Newcomer' },
        ...{ date_of_birth: '1990-02-03', post_id: null },
      },
    },
    updateEmployee: { input: { id: 'T2', last_name: 'Aly', was: { last_name: 'Ali' } } },
    resetEmployeePassword: { input: { employee_id: 'T2' } },
    archiveEmployee: { input: { employee_id: 'T7' } },
    restoreEmployee: { input: { employee_id: 'T3' } },
    readEmployeePosts: { input: {} },
    listSignInSlips: { input: {} },
    listAdministrators: { input: {} },
    addAdministrator: {
      input: {
        ...{ name: 'Nora New', user_name: 'nora', user_admin: 'Admin' as const },
        permissions: [{ menu: 'students' as const, action: null }],
      },
    },
    updateAdministrator: {
      input: { user_admin_id: 'A2', permissions: [{ menu: 'reports' as const, action: null }] },
    },
    disableAdministrator: { input: { user_admin_id: 'A2' } },
    enableAdministrator: { input: { user_admin_id: 'A2' } },
    resetAdministratorPassword: { input: { user_admin_id: 'A2' } },
    listAccountSessions: { input: { account_id: 'T2' } },
    endAccountSessions: { input: { account_id: 'T2' } },
  },
  terms: {
    listAcademicTerms: { input: {} },
    saveAcademicTerm: {
      input: {
        ...period,
        possible_attendance: 118,
        date_start: '2025-09-01',
        date_end: '2025-12-12',
        new_term_beginning: '2026-01-05',
        is_current: true,
      },
    },
    readTermOverview: { input: {} },
    setCurrentPeriod: { input: period },
    listTermChoices: { input: {} },
    listAcademicYears: { input: {} },
    // It is the current term, with reports.
    closeTerm: { input: { academic_year_id: '20252026', term: 3 }, outcome: 404 },
    openTerm: { input: { academic_year_id: '20252026', term }, outcome: 409 },
    closeAttendance: { input: { academic_year_id: '20252026', term: 3 }, outcome: 404 },
    openAttendance: { input: { academic_year_id: '20252026', term }, outcome: 409 },
    deleteTerm: { input: { academic_year_id: '20252026', term }, outcome: 409 },
    listUndoableTermActs: { input: {} },
    undoTermAct: { input: { undo: 'A1/no-such-act-here' }, outcome: 404 },
    startTermRegistration: { input: { class_id: '4A' } },
    listRegistrationRuns: { input: {} },
    previewRegistration: { input: {} },
    // Nobody has registered the class by a run.
    undoRegistration: { input: { class_id: '4A' }, outcome: 409 },
    clearFlags: { input: {} },
    listStudentsOfRegistration: { input: {} },
    readPromotionStatus: { input: {} },
    startPromotion: { input: {}, outcome: 409 },
    // The school confirms by the number, and nobody has asked for anything.
    askToPromote: { input: { confirm: 3 }, outcome: 409 },
    listApprovals: { input: {} },
    refuseApproval: { input: { id: noApproval, reason: 'Marks are still missing.' }, outcome: 409 },
    withdrawApproval: { input: { id: noApproval }, outcome: 409 },
    listRecentPromotions: { input: {} },
    undoPromotion: { input: {} },
    fetchPromotionPlan: { input: {} },
    listPromotionFacts: { input: { form_level: '4' } },
    // The student is in another class, and the promotion is over.
    savePromotionPlan: {
      input: { academic_year_id: '20252026', decisions: [{ student_id: 'S42', class_id: '1A', to: '2A', was: null }] },
      outcome: 409,
    },
    listUndoablePlanActs: { input: {} },
    downloadPromotionPlan: { input: {} },
    previewPromotionPlanFile: { input: { file: noWorkbook }, outcome: 422 },
    undoPlanAct: { input: { undo: 'A1/no-such-act-here' }, outcome: 404 },
    readTakeOverStatus: { input: { academic_year_id: '20262027' } },
    // The year has lessons of its own.
    takeOverLessons: { input: { academic_year_id: '20252026', from: '20242025' }, outcome: 409 },
    // Nobody took anything over for that year.
    undoTakeOver: { input: { academic_year_id: '20302031' }, outcome: 409 },
    listRegistrationWindows: { input: {} },
    saveRegistrationWindow: { input: { form_level: 4, open: 1, deadline: '2096-07-31' } },
  },
  people: {
    listTeacherLessons: { input: { employee_id: 'T1', year: String(year) } },
    listTeacherLessonsOfYear: { input: { employee: 'T1', year: String(year) } },
    listEmployees: { input: {} },
    listFormLevels: { input: {} },
    listFormClasses: { input: {} },
    readFormTeacherClass: { input: { employee_id: 'T1', year: String(year) } },
    readDeanFormClasses: { input: { employee_id: 'T1', year: String(year) } },
  },
  subjects: {
    listSubjects: { input: {} },
  },
  'student-subjects': {
    saveSubject: { input: { id: null, title: 'Physics', abbr: 'PHYS' } },
    // Mona teaches it.
    deleteSubject: { input: { id: 'MATH' }, outcome: 409 },
    listStudentsOfSubject: { input: { subject_id: 'MATH', form_level: '4' } },
    readSubjectChoices: { input: { subject_id: 'MATH', form_level: '4' } },
    assignStudents: {
      input: { subject_id: 'MATH', students: ['S41'], employee_id: 'T1', was: { employee_id: null } },
    },
    // Both have it from her already.
    assignBatch: {
      input: { form_level: 4, class_id: '4A', students: ['S41', 'S42'], employee_id: null, subject_id: 'MATH' },
    },
    removeStudentsFromSubject: { input: { subject_id: 'MATH', students: ['S41'] } },
    listUndoableSubjectChanges: { input: { place: 'subjects' } },
    undoSubjectChange: { input: { undo: 'A1/no-such-act-here' }, outcome: 404 },
  },
  students: {
    readStudentPicture: { input: { picture: testPictureName('S41') } },
  },
  'student-spreadsheets': {
    downloadUploadTemplate: { input: {} },
    // Uploads of workbooks are tested with the domain.
    storeRegistrationFile: { input: { file: noWorkbook }, outcome: 422 },
    checkRegistrationRows: { input: { data: [uploadedRow], columns: ['email'] } },
    // A row twice: nothing is begun.
    uploadNewStudents: {
      input: { data: [uploadedRow, uploadedRow].map((row) => ({ ...row, student_id: null })), columns: ['email'] },
      outcome: 422,
    },
    readStudentUpload: { input: { upload: 'A1/no-such-upload' }, outcome: 404 },
    listStudentUploads: { input: {} },
    undoStudentUpload: { input: { undo: 'A1/no-such-upload' }, outcome: 404 },
    downloadRegistrationData: { input: {} },
    downloadFewStudents: { input: { student_ids: 'S41', columns: 'id,first_name' } },
    downloadStudents: { input: { student_ids: ['S41'], columns: ['id', 'first_name'] } },
  },
  'student-register': {
    // Every column there is: the PTA is answered some of them.
    listCurrentStudents: { input: { columns: studentFieldNames.join(',') } },
    listAllStudents: { input: { columns: studentFieldNames.join(',') } },
    readStudentChoices: { input: {} },
    readStudentRecord: { input: { id: 'S41' } },
    saveStudent: {
      input: { id: 'S41', last_name: 'Baptiste', phone_cell: '868-555-0123', was: { phone_cell: null } },
    },
    addStudent: {
      input: {
        ...{ first_name: 'Nadia', last_name: 'Newcomer', date_of_birth: '2014-05-06', class_id: '1A' },
        ...{ birth_certificate_no: '0012345678', house_code: 'Red', is_another: true },
      },
    },
    archiveStudent: { input: { student_id: 'S13', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' } },
    // In the archive of the school of callers.
    restoreStudent: { input: { student_id: 'S40', class_id: '4A' } },
    resetStudentPassword: { input: { student_id: 'S41' } },
    readStudentHistory: { input: { student_id: 'S41' } },
    listStudentActs: { input: {} },
    exportEverythingAboutStudent: { input: { student_id: 'S41' } },
    previewErasure: { input: { student_id: 'S41' } },
    // Is at the school.
    eraseStudent: { input: { student_id: 'S41', confirmation: 'S41' }, outcome: 409 },
    listErasuresDue: { input: {} },
    // One student, and two typed: nothing is begun.
    eraseStudentsDue: { input: { student_ids: ['S41'], confirm: 2 }, outcome: 422 },
    // Of what nobody did.
    undoStudentAct: { input: { undo: 'A1/no-such-act-here' }, outcome: 404 },
    listAddressTowns: { input: {} },
    listParentOccupations: { input: { parent: 'mother' } },
    listHouses: { input: {} },
    readStudentOverview: { input: { student_id: 'S41' } },
    listColumnPresets: { input: {} },
    saveColumnPreset: { input: { name: 'Birthdays', columns: ['date_of_birth'], version: null } },
    deleteColumnPreset: { input: { name: 'Birthdays', version: 1 } },
  },
  'student-files': {
    listStudentFiles: { input: { student_id: 'S41' } },
    openStudentFile: { input: { student_id: 'S41', kind: 'picture' } },
    requestFileUpload: {
      input: { student_id: 'S41', kind: 'file_passport', type: 'application/pdf', bytes: 1000, was: null },
    },
    // Nothing was sent under it.
    confirmFileUpload: { input: { ticket: 'A'.repeat(43) }, outcome: 404 },
    // There is another one by now.
    removeStudentFile: { input: { student_id: 'S41', kind: 'picture', was: 'S41-ffffffffffffffff.png' }, outcome: 409 },
    listStudentFileActs: { input: { student_id: 'S41' } },
    printRegistrationForm: { input: { student_id: 'S41' } },
    printRegistrationFormWithFiles: { input: { student_id: 'S41' } },
    undoFileChange: { input: { undo: 'A1/7d1c4c1e-5a0f-4b7e-9c55-0a1b2c3d4e5f' }, outcome: 404 },
  },
  lessons: {
    saveLesson: { input: { ...ofMona, ...newLesson } },
    saveAdminLesson: { input: { ...ofMona, ...newLesson } },
    readLessonFacts: { input: { ...ofMona, subject_id: 'MATH', classes: '4A,4B' } },
    deleteAdminLesson: { input: { ...ofMona, id: `${year}-MATH-1A` } },
    saveAdminLessons: { input: { ...ofMona, lessons: [newLesson] } },
    deleteAdminLessons: { input: { ...ofMona, ids: [`${year}-MATH-1A`] } },
    previewHandOver: { input: { ...ofMona, to_employee_id: 'T2' } },
    // Of what she does not teach.
    handOverLessons: { input: { ...ofMona, to_employee_id: 'T2', ids: [`${year}-ENGL-1C`] }, outcome: 422 },
    listLessonActs: { input: ofMona },
    // Of what nobody did.
    undoLessonAct: { input: { undo: 'A1/00000000-0000-4000-8000-000000000000' }, outcome: 404 },
    saveFormTeacherClass: { input: { ...ofMona, form_classes: ['1A', '1C'] } },
    saveDeanFormClasses: { input: { ...ofMona, form_classes: ['4A'] } },
    listWorkWithoutTeacher: { input: {} },
  },
  'mark-sheet': {
    readLessonProgress: { input: { employee_id: 'T1', year: String(year), term: String(term) } },
    readClassProgress: { input: { class_id: '4A', year: String(year), term: String(term) } },
    readCommentBank: { input: {} },
    saveBankComment: {
      input: { scope: 'own', subject_id: null, from: 40, to: 60, text: '{name} works steadily.' },
    },
    deleteBankComment: { input: { id: 'no-such-comment', scope: 'own', version: 1 }, outcome: 404 },
    readLastTermMarks: { input: sheet },
    readMarkSheetAt: { input: { ...sheet, at: '2025-10-01T12:00:00.000Z' } },
    restoreMarkSheet: {
      input: {
        ...sheet,
        form_level: 4,
        year,
        term,
        at: '2025-10-01T12:00:00.000Z',
        cells: [{ student_id: 'S41', field: 'comment', now: null }],
      },
    },
    readMarkHistory: {
      input: {
        student_id: 'S41',
        subject_id: 'MATH',
        class_id: '4A',
        year: String(year),
        term: '1',
        field: 'exam_mark',
      },
    },
    readMarkSheetOfLesson: {
      input: {
        employee_id: 'T1',
        subject_id: 'MATH',
        form_classes: '4A,4B',
        form_level: '4',
        year: String(year),
        term: '1',
      },
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
    },
  },
  'mark-book': {
    downloadMarkBookPage: {
      input: { ...page, form_level: '4', term: '1' },
    },
    previewMarksUpload: {
      input: { ...uploadedPage, formLevel: '4', file: noWorkbook },
      outcome: 422,
    },
    makeSpreadsheet: {
      input: { year: String(year), term: String(term), formLevel: '4' },
    },
    downloadSpreadsheet: {
      input: { filePath: 'x'.repeat(43) },
      outcome: 404,
    },
    confirmMarksUpload: {
      input: {
        year,
        term,
        subjectId: 'MATH',
        employeeId: 'T1',
        formLevel: 4,
        changes: [{ student_id: 'S41', assesment_number: 1, was: null, mark: 15 }],
      },
    },
    readMarkBook: {
      input: { ...page, form_classes: '4A,4B', form_level: '4', term: '1' },
    },
    saveMark: { input: { ...page, student_id: 'S41', assesment_number: 1, mark: 15 } },
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
    },
    readMarkBookAt: {
      input: { ...page, form_level: '4', term: '1', at: '2025-10-01T12:00:00.000Z' },
    },
    restoreMarkBook: {
      input: {
        ...page,
        form_level: 4,
        at: '2025-10-01T12:00:00.000Z',
        assesments: [],
        marks: [{ student_id: 'S42', assesment_number: 2, now: null }],
      },
    },
    deleteAssessment: { input: addedAssessment },
    restoreAssessment: { input: addedAssessment },
  },
  attendance: {
    listStudentsForAttendance: { input: {} },
    listAttendanceStations: { input: {} },
    addAttendanceStation: { input: { name: 'Back gate' } },
    endAttendanceStation: { input: { id: 'GATE1' } },
    restoreAttendanceStation: { input: { id: 'GATE1' } },
    readStationStart: { input: {} },
    readOldStationStart: { input: {} },
    // By a clock that is off since 2025: the scan is of today, on which there is no school.
    receiveStationScans: {
      input: {
        sent_at: '2025-10-01T11:50:02.000Z',
        scans: [{ student_id: 'S41', at: '2025-10-01T11:50:00.000Z' }],
      },
    },
    listRefusedScans: { input: {} },
    acceptRefusedScans: { input: { scans: [refusedScan] } },
    dismissRefusedScans: { input: { scans: [refusedScan], dismissed: true } },
    previewImport: { input: { file: new File(['no scans'], 'scans.csv') }, outcome: 422 },
    importScans: { input: { file: new File(['no scans'], 'scans.csv') }, outcome: 422 },
    readImportRun: { input: { import: 'A1/00000000-0000-4000-8000-000000000000' }, outcome: 404 },
    listUndoableScanImports: { input: {} },
    undoImport: { input: { undo: 'A1/no-such-import' }, outcome: 404 },
    printAttendanceCards: { input: { class_id: '4A' } },
    // Nobody was scanned in the last two minutes.
    readStationPicture: { input: { student_id: 'S41' }, outcome: 404 },
    listAttendanceClasses: { input: {} },
    readAttendanceRegister: { input: { class_id: '4A', date: '2025-10-01' } },
    saveAttendanceRegister: {
      input: {
        ...{ class_id: '4A', date: '2025-10-01', why: 'The list was found.' },
        students: [{ student_id: 'S41', am: 'A', was: { am: null } }],
      },
    },
    correctAttendance: { input: { student_id: 'S41', date: '2025-10-02', pm: 'P', why: 'Was in the library.' } },
    readAttendanceHistory: { input: { student_id: 'S41', date: '2025-10-02' } },
    // Nothing is recorded of that day.
    deleteAttendance: { input: { records: [{ student_id: 'S41', date: '2025-09-02' }] }, outcome: 404 },
    listUndoableAttendanceChanges: { input: { student_id: 'S41' } },
    undoAttendance: { input: { undo: 'A1/no-such-act' }, outcome: 404 },
    listAbsenceNotices: { input: { class_id: '4A' } },
    // No term is set so far ahead.
    addAbsenceNotice: {
      input: { student_id: 'S41', from: '2099-01-05', to: '2099-01-06', reason: 'A journey', excused: 'excused' },
      outcome: 422,
    },
    withdrawAbsenceNotice: { input: { student_id: 'S41', id: 'A1/no-such-absence' }, outcome: 404 },
    printClassAttendance: { input: { classId: '4A', dates: attendanceDates } },
    downloadClassAttendance: { input: { classId: '4A', dates: attendanceDates } },
    printStudentAttendance: { input: { studentId: 'S41', from: '2025-09-01', to: '-' } },
    downloadStudentAttendance: { input: { studentId: 'S41', from: '-', to: '-' } },
    printLateList: { input: { dates: attendanceDates } },
    downloadLateList: { input: { dates: attendanceDates } },
    printAttendanceSummary: { input: { dates: attendanceDates } },
    downloadAttendanceSummary: { input: { dates: attendanceDates } },
    readAttendanceSummary: { input: { dates: attendanceDates } },
    readAttendanceOfStudent: { input: { id: 'S41' } },
    previewArchive: { input: {} },
    // No job is begun: nothing is old enough.
    archiveAttendance: { input: {}, outcome: 409 },
    readTermDates: { input: {} },
    saveTermDates: {
      input: { year, term, term_start: '2025-09-01', term_end: '2025-12-11', was: { term_end: '2025-12-12' } },
    },
    readDaysOfTerm: { input: { year: String(year), term: String(term) } },
    previewSchoolDays: { input: { from: '2025-10-01', to: '2025-10-02', held: 'am', title: null, limits: null } },
    // No term is set so far ahead.
    setSchoolDays: {
      input: { from: '2099-01-05', to: '2099-01-06', held: 'none', title: 'Flood', limits: null },
      outcome: 422,
    },
    recalculateDays: { input: { year, term } },
    listUndoableDayChanges: { input: { year: String(year), term: String(term) } },
    undoSchoolDays: { input: { undo: 'A1/no-such-act' }, outcome: 404 },
    previewTermReportsUpdate: { input: { class_id: '4A' } },
    // No job is begun: there is no such class, and nothing to undo.
    updateTermReports: { input: { class_id: '9Z', with_typed: false }, outcome: 422 },
    writeAttendanceIntoReport: { input: { student_id: 'S41' } },
    undoTermReportsUpdate: { input: { class_id: '4A' }, outcome: 409 },
  },
  'weekly-tests': {
    readMarksOfWeeklyTest: { input: weekly },
    listWeeklyTestsOfClass: { input: { week_end_date: '2024-04-18', form_class_id: '4A' } },
    saveWeeklyTestOfClass: { input: { ...weekly, max_mark: 50 } },
    deleteWeeklyTestOfClass: { input: weekly },
    importWeeklyTests: { input: { ...weekly, marks: [{ student_id: 'S41', mark: 40 }] } },
    listSubjectsOfTeacher: { input: {} },
  },
  'term-reports': {
    listClassesWithReports: { input: {} },
    downloadCompleteness: { input: { year: String(year), term: String(term), class_ids: ['4A'] } },
    readCompleteness: { input: { year: String(year), term: String(term) } },
    readClassTermReports: { input: { class_id: '4A', year: String(year), term: '1' } },
    readPostingState: { input: {} },
    // No report of that year: nothing is printed, and nothing works on while the next caller is looked at.
    printReportCards: { input: { year: 2019, term: 1 }, outcome: 409 },
    listReportCardFiles: { input: { year: '2019', term: '1' } },
    checkPosting: { input: { year: String(year), term: '1' } },
    printPostedReport: { input: { student_id: 'S41', year: String(year), term: '1' } },
    issueReportAgain: { input: { student_id: 'S41', year, term, reason: 'A mark was late.' }, outcome: 409 },
    // Nothing is posted: posting itself would work on while the next caller is looked at.
    listPostingChanges: { input: { year: String(year), term: '1' }, outcome: 409 },
    postTermReports: { input: { year, term, title: 'Term 1', posted: 0, date_posted: null }, outcome: 409 },
    askToPost: { input: { year, term, posted: 1, date_posted: null, confirm: 3 }, outcome: 409 },
    listRecentPostings: { input: {} },
    undoPosting: { input: { undo: 'A1/no-such-act-here' }, outcome: 404 },
    printMarkSheet: { input: { classId: '4A', year: String(year), term: '1' } },
    printRankSheet: { input: { classId: '4A', year: String(year), term: '1' } },
    downloadMarkSheet: { input: { classId: '4A', year: String(year), term: '1' } },
    listReportSubjects: { input: {} },
    listRegisteredStudents: { input: { class_id: '4A', year: String(year), term: '1' } },
    listStudentSubjectRecords: { input: { student_id: 'S41', year: String(year), term: '1' } },
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
    },
    updateSubjectRecord: {
      input: { ...ofStudent, class_id: '4A', subject_id_old: 'ENGL', subject_id_new: 'ENGL', comment: 'Reads widely.' },
    },
    deleteSubjectRecord: {
      input: { student_id: 'S42', year, term, subject_id: 'ENGL', class_id: '4A' },
    },
    deleteTermReport: { input: { student_id: 'S44', year, term } },
    listCoCurriculars: { input: {} },
    listMusicClasses: { input: {} },
    listClassesForMove: { input: {} },
    changeClassSubjects: { input: { student_id: 'S43', class_id: '4B' } },
    changeClass: { input: { student_id: 'S43', class_id: '4B' } },
    readClassTermSettings: { input: { year: String(year), term: '1' } },
    setPossibleAttendance: { input: { possible_attendance: 118, class_id: '4A', year, term } },
    setNewTermBeginning: { input: { new_term_beginning: '2026-01-12', class_id: null, year, term } },
    listUndoableReportChanges: { input: {} },
    // Of what nobody did.
    undoReportChange: {
      input: { undo: 'A1/00000000-0000-4000-8000-000000000000' },
      outcome: 404,
    },
    printReportCard: { input: { studentId: 'S41', year: String(year), term: '1' } },
  },
  reports: {
    printStudentSubjects: { input: { form_level: '4', subject_id: 'MATH' } },
    downloadStudentSubjects: { input: { form_level: '4', subject_id: 'MATH' } },
    printReportCardAccessLog: {
      input: { year: String(year), term: '1', form_level: '4', class_id: '4A', date_range: someDays },
    },
    downloadReportCardAccessLog: {
      input: { year: String(year), term: '1', form_level: '4', class_id: '4A', date_range: someDays },
    },
    printFailedLogins: { input: { date_range: someDays } },
    downloadFailedLogins: { input: { date_range: '2026-01-05' } },
    readOfficeLog: { input: { month: '2025-11', kind: 'terms', student_id: 'S41' } },
    downloadOfficeLog: { input: { month: '2025-11', day: '2025-11-03' } },
    printStudentsWithoutLogin: { input: {} },
    downloadStudentsWithoutLogin: { input: {} },
  },
  families: {
    readFamilyAccounts: { input: {} },
    listFamilyAccounts: { input: { class_id: '4A' } },
    makeFamilyAccounts: { input: {} },
    listFamilyAccountActs: { input: {} },
    // No accounts were made.
    undoFamilyAccounts: { input: { undo: 'A1/11111111' }, outcome: 404 },
    printFamilyLetters: { input: { class_id: '4A', site: 'http://localhost:3000' } },
    listMyReports: { input: {} },
    // Nothing is posted; the table of rights posts a report first.
    readMyReport: { input: { year: String(year), term: '1' }, outcome: 404 },
    printMyReport: { input: { year: String(year), term: '1' }, outcome: 404 },
  },
} satisfies Examples;

/** The example of a call of `allCalls`; undefined when the table above has no row for it. */
export const findExample = ({ domain, name }: { domain: string; name: string }): CallExample | undefined =>
  (callExamples as unknown as Record<string, Record<string, CallExample>>)[domain]?.[name];

/** Every call that has an example, with it. */
export const exampleEntries = allCalls.flatMap((entry) => {
  const example = findExample(entry);
  return example ? [{ ...entry, example, input: example.input as Record<string, unknown> }] : [];
});
export type ExampleEntry = (typeof exampleEntries)[number];
