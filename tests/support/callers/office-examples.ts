import { studentFieldNames } from '#shared/students/fields.ts';
import { testPictureName } from '../pictures.ts';
import { password, term, year, yearId } from '../school/small-school.ts';
import type { WrittenExamples } from './made-examples.ts';

/** Names no session and no device. */
const noOpening = 'n'.repeat(22);
const credentials = { name: 'mona', password };
/** Nobody has asked for this. */

/** Mona's lessons of the year, and one that she has not. */
const ofMona = { employee_id: 'T1', academic_year_id: yearId };
const newLesson = { id: null, subject_id: 'ENGL', form_classes: ['4A'] };

/** A row of a class list, as the confirm table sends it. */
const uploadedRow = {
  row: 2,
  id: '',
  last_name: 'Newcomer',
  first_name: 'Nia',
  sea_no: '',
  class_id: '4A',
  date_of_birth: '05-Sep-2012',
  house_name: '',
  entry_date: '',
  more: ['nia@mail.com'],
};

/** Of sign-ins and accounts, terms, people, subjects, students and lessons. */
export const officeExamples = {
  auth: {
    login: { input: credentials },
    adminLogin: { input: { name: 'admin', password } },
    employeeLogin: { input: credentials },
    readEmployeeAccount: { input: { id: 'T1' } },
    readEmployeeByUserName: { input: { userName: 'mona' } },
    // The password that she has: another one would be changed once, and the next example would not know it.
    changeOwnPassword: { input: { ...credentials, current_password: password }, outcome: 422 },
    confirmOwner: { input: { current_password: password } },
    // Sessions and devices have tests of their own.
    endOwnSessions: { input: { session_id: noOpening }, outcome: 404 },
    forgetDevice: { input: { device_id: noOpening }, outcome: 404 },
    // Without the step after a right password; steps are tested with the second factor.
    signInWithCode: { input: { code: '123456', kind: 'app', trust_device: false }, outcome: 409 },
    beginDemandedSetUp: { outcome: 409 },
    confirmDemandedSetUp: { input: { code: '123456', trust_device: false }, outcome: 409 },
    confirmSetUp: { input: { code: '123456' }, outcome: 409 },
    beginSetUp: { input: { current_password: 'Wrong-password-1' }, outcome: 422 },
    makeRecoveryCodes: { input: { current_password: password, code: '123456' }, outcome: 409 },
    endSecondFactor: { input: { current_password: password, code: '123456', kind: 'app' }, outcome: 409 },
    liftSignInLockout: { input: { account_id: 'T1' } },
    changeResetPassword: { input: { student_id: 'S41', reset_password: true } },
    readAdminPermissions: { input: { user_admin_id: 'A1' } },
  },
  accounts: {
    // Nobody here has one; resets are tested with the second factor.
    resetSecondFactor: { input: { account_id: 'T1' }, outcome: 409 },
    // Of teachers whose sign-in no other example needs.
    addEmployee: {
      input: { teacher_num: 77, first_name: 'Zoë', last_name: 'Newcomer', date_of_birth: '1990-02-03', post_id: null },
    },
    updateEmployee: { input: { id: 'T2', last_name: 'Aly', was: { last_name: 'Ali' } } },
    resetEmployeePassword: { input: { employee_id: 'T2' } },
    archiveEmployee: { input: { employee_id: 'T7' } },
    restoreEmployee: { input: { employee_id: 'T3' } },
    addAdministrator: {
      input: {
        name: 'Nora New',
        user_name: 'nora',
        user_admin: 'Admin' as const,
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
    saveAcademicTerm: {
      input: {
        academic_year_id: yearId,
        term,
        possible_attendance: 118,
        is_current: true,
        date_start: '2025-09-01',
        date_end: '2025-12-12',
        new_term_beginning: '2026-01-05',
      },
    },
    // It is the current term, with reports.
    closeTerm: { input: { academic_year_id: '20252026', term: 3 }, outcome: 404 },
    openTerm: { outcome: 409 },
    closeAttendance: { input: { academic_year_id: '20252026', term: 3 }, outcome: 404 },
    openAttendance: { outcome: 409 },
    deleteTerm: { outcome: 409 },
    // Nobody has registered the class by a run.
    undoRegistration: { outcome: 409 },
    clearFlags: { input: {} },
    startPromotion: { outcome: 409 },
    // The student is in another class, and the promotion is over.
    savePromotionPlan: {
      input: { academic_year_id: '20252026', decisions: [{ student_id: 'S42', class_id: '1A', to: '2A', was: null }] },
      outcome: 409,
    },
    readTakeOverStatus: { input: { academic_year_id: '20262027' } },
    // The year has lessons of its own.
    takeOverLessons: { input: { academic_year_id: '20252026', from: '20242025' }, outcome: 409 },
    // Nobody took anything over for that year.
    undoTakeOver: { input: { academic_year_id: '20302031' }, outcome: 409 },
    saveFormLevelRegistration: { input: { form_level: 4, open: 1, deadline: '2096-07-31' } },
  },
  people: {
    listTeacherLessonsOfYear: { input: { employee: 'T1', year: String(year) } },
  },
  'student-subjects': {
    saveSubject: { input: { id: null, title: 'Physics', abbr: 'PHYS' } },
    // Mona teaches it.
    deleteSubject: { input: { id: 'MATH' }, outcome: 409 },
    assignStudents: {
      input: { subject_id: 'MATH', students: ['S41'], employee_id: 'T1', was: { employee_id: null } },
    },
    // Both have it from her already.
    assignBatch: {
      input: { form_level: 4, class_id: '4A', students: ['S41', 'S42'], employee_id: null, subject_id: 'MATH' },
    },
    removeStudentsFromSubject: { input: { subject_id: 'MATH', students: ['S41'] } },
  },
  students: {
    readStudentPicture: { input: { picture: testPictureName('S41') } },
  },
  'student-spreadsheets': {
    checkRegistrationRows: { input: { data: [uploadedRow], columns: ['email'] } },
    // A row twice: nothing is begun.
    applyStudentUpload: {
      input: { data: [uploadedRow, uploadedRow].map((row) => ({ ...row, student_id: null })), columns: ['email'] },
      outcome: 422,
    },
    readStudentUploadProgress: { input: { upload: 'A1/no-such-upload' }, outcome: 404 },
    downloadFewStudents: { input: { student_ids: 'S41', columns: 'id,first_name' } },
    downloadStudents: { input: { student_ids: ['S41'], columns: ['id', 'first_name'] } },
  },
  'student-register': {
    // Every column there is: the PTA is answered some of them.
    listCurrentStudents: { input: { columns: studentFieldNames.join(',') } },
    listAllStudents: { input: { columns: studentFieldNames.join(',') } },
    readStudentRecord: { input: { id: 'S41' } },
    saveStudent: {
      input: { id: 'S41', last_name: 'Baptiste', phone_cell: '868-555-0123', was: { phone_cell: null } },
    },
    addStudent: {
      input: {
        first_name: 'Nadia',
        last_name: 'Newcomer',
        date_of_birth: '2014-05-06',
        class_id: '1A',
        birth_certificate_no: '0012345678',
        house_code: 'Red',
        is_another: true,
      },
    },
    archiveStudent: { input: { student_id: 'S13', date_of_leaving: '2025-11-20', reason: 'Moved to Tobago.' } },
    // In the archive of the school of callers.
    restoreStudent: { input: { student_id: 'S40', class_id: '4A' } },
    // Is at the school.
    eraseStudent: { input: { student_id: 'S41', confirmation: 'S41' }, outcome: 409 },
    // One student, and two typed: nothing is begun.
    eraseStudentsDue: { input: { student_ids: ['S41'], confirm: 2 }, outcome: 422 },
    saveColumnPreset: { input: { name: 'Birthdays', columns: ['date_of_birth'], version: null } },
    deleteColumnPreset: { input: { name: 'Birthdays', version: 1 } },
  },
  'student-files': {
    openStudentFile: { input: { student_id: 'S41', kind: 'picture' } },
    requestFileUpload: {
      input: { student_id: 'S41', kind: 'file_passport', type: 'application/pdf', bytes: 1000, was: null },
    },
    // Nothing was sent under it.
    confirmFileUpload: { input: { ticket: 'A'.repeat(43) }, outcome: 404 },
    // There is another one by now.
    removeStudentFile: { input: { student_id: 'S41', kind: 'picture', was: 'S41-ffffffffffffffff.png' }, outcome: 409 },
    printRegistrationForm: { input: { student_id: 'S41' } },
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
    saveFormTeacherClass: { input: { ...ofMona, form_classes: ['1A', '1C'] } },
    saveDeanFormClasses: { input: { ...ofMona, form_classes: ['4A'] } },
  },
} satisfies Partial<WrittenExamples>;
