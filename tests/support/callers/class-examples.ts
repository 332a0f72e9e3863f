import { toLayoutText } from '#shared/term-reports/layouts/layout-text.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { term, year, yearId } from '../school/small-school.ts';
import { noWorkbook, type WrittenExamples } from './made-examples.ts';

const ofStudent = { student_id: 'S41', year, term };
const layout = toLayoutText(standardLayout);
const weekly = { week_end_date: '2024-04-18', form_class_id: '4A', subject_id: 'MATH' };
const ofTerm = { year: String(year), term: '1' };
/** Mona's sheet of 4A and 4B. */
const sheet = { employee_id: 'T1', subject_id: 'MATH', form_classes: '4A,4B', form_level: '4', ...ofTerm };
const page = { employee_id: 'T1', subject_id: 'MATH', academic_year_id: yearId, term };
const pageInPath = { ...page, form_level: '4', term: '1' };
const uploadedPage = { subjectId: 'MATH', employeeId: 'T1' };
const moment = '2025-10-01T12:00:00.000Z';

/** An assessment that the school of callers has beside the first five. */
const addedAssessment = { ...page, form_classes: ['4A', '4B'], form_level: 4, assesment_number: 6 };

/** Of marks, term reports, attendance and the reports menu. */
export const classExamples = {
  'mark-sheet': {
    saveBankComment: {
      input: { scope: 'own', subject_id: null, from: 40, to: 60, text: '{name} works steadily.' },
    },
    deleteBankComment: { input: { id: 'no-such-comment', scope: 'own', version: 1 }, outcome: 404 },
    readLastTermMarks: { input: sheet },
    readMarkSheetAt: { input: { ...sheet, at: moment } },
    restoreMarkSheet: {
      input: {
        ...sheet,
        form_level: 4,
        year,
        term,
        at: moment,
        cells: [{ student_id: 'S41', field: 'comment', now: null }],
      },
    },
    readMarkHistory: {
      input: { student_id: 'S41', subject_id: 'MATH', class_id: '4A', ...ofTerm, field: 'exam_mark' },
    },
    readMarkSheetOfLesson: { input: sheet },
    saveSubjectRecord: {
      input: {
        ...ofStudent,
        subject_id: 'MATH',
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
    downloadMarkBookPage: { input: pageInPath },
    previewMarksUpload: { input: { ...uploadedPage, ...ofTerm, formLevel: '4', file: noWorkbook }, outcome: 422 },
    makeSpreadsheet: { input: { ...ofTerm, formLevel: '4' } },
    downloadSpreadsheet: { input: { filePath: 'x'.repeat(43) }, outcome: 404 },
    confirmMarksUpload: {
      input: {
        ...uploadedPage,
        year,
        term,
        formLevel: 4,
        changes: [{ student_id: 'S41', assesment_number: 1, was: null, mark: 15 }],
      },
    },
    readMarkBook: { input: { ...pageInPath, form_classes: '4A,4B' } },
    saveMark: { input: { ...page, student_id: 'S41', assesment_number: 1, mark: 15 } },
    saveAssessment: {
      input: { ...addedAssessment, assesment_number: 1, topic: 'Surds', date: '2025-10-02', total: 20 },
    },
    readMarkBookAt: { input: { ...pageInPath, at: moment } },
    restoreMarkBook: {
      input: {
        ...page,
        form_level: 4,
        at: moment,
        assesments: [],
        marks: [{ student_id: 'S42', assesment_number: 2, now: null }],
      },
    },
    deleteAssessment: { input: addedAssessment },
    restoreAssessment: { input: addedAssessment },
  },
  'weekly-tests': {
    saveWeeklyTestOfClass: { input: { ...weekly, max_mark: 50 } },
    importWeeklyTests: { input: { ...weekly, marks: [{ student_id: 'S41', mark: 40 }] } },
  },
  'term-reports': {
    readCompleteness: { input: ofTerm },
    remindTeachers: { input: { year, term, employee_ids: ['T1'] } },
    // No report of that year: nothing is printed, and nothing works on while the next caller is looked at.
    startPrintingReportCards: { input: { year: 2019, term: 1 }, outcome: 409 },
    listReportCardFiles: { input: { year: '2019', term: '1' } },
    issueReportAgain: { input: { student_id: 'S41', year, term, reason: 'A mark was late.' }, outcome: 409 },
    // Nothing is posted: posting itself would work on while the next caller is looked at.
    listPostingChanges: { outcome: 409 },
    postTermReports: { input: { year, term, title: 'Term 1', posted: 0, date_posted: null }, outcome: 409 },
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
    deleteSubjectRecord: { input: { student_id: 'S42', year, term, subject_id: 'ENGL', class_id: '4A' } },
    deleteTermReport: { input: { student_id: 'S44', year, term } },
    changeClassSubjects: { input: { student_id: 'S43', class_id: '4B' } },
    changeClass: { input: { student_id: 'S43', class_id: '4B' } },
    setPossibleAttendance: { input: { possible_attendance: 118, class_id: '4A', year, term } },
    setNewTermBeginning: { input: { new_term_beginning: '2026-01-12', class_id: null, year, term } },
    saveCardLayout: { input: { layout, levels: [4], terms: [term], saves: 0 } },
    deleteCardLayout: { input: { layout_id: 'L1', saves: 1 }, outcome: 404 },
    publishCardLayout: { input: { layout_id: 'L1', saves: 1 }, outcome: 404 },
    addCrest: { input: { file: noWorkbook }, outcome: 422 },
    checkCardLayout: { input: { layout_id: 'L1', saves: '1', form_level: '4' }, outcome: 404 },
    previewCardLayout: { input: { layout_id: 'L1', saves: '1', student_id: 'S41' }, outcome: 404 },
    printReportCard: { input: { studentId: 'S41', ...ofTerm } },
  },
  attendance: {
    readImportRun: { input: { import: 'A1/00000000-0000-4000-8000-000000000000' }, outcome: 404 },
    saveAttendanceRegister: {
      input: {
        class_id: '4A',
        date: '2025-10-01',
        why: 'The list was found.',
        students: [{ student_id: 'S41', am: 'A', was: { am: null } }],
      },
    },
    correctAttendance: { input: { student_id: 'S41', date: '2025-10-02', pm: 'P', why: 'Was in the library.' } },
    readAttendanceHistory: { input: { student_id: 'S41', date: '2025-10-02' } },
    // Nothing is recorded of that day.
    deleteAttendance: { input: { records: [{ student_id: 'S41', date_scanned: '2025-09-02' }] }, outcome: 404 },
    // No term is set so far ahead.
    addAbsenceNotice: {
      input: { student_id: 'S41', from: '2099-01-05', to: '2099-01-06', reason: 'A journey', excused: 'excused' },
      outcome: 422,
    },
    withdrawAbsenceNotice: { input: { student_id: 'S41', id: 'A1/no-such-absence' }, outcome: 404 },
    // The rules of notes are in their own test.
    printStudentAttendance: { input: { studentId: 'S41', from: '2025-09-01', to: '-' } },
    readAttendanceOfStudent: { input: { id: 'S41' } },
    // No job is begun: nothing is old enough.
    archiveAttendance: { outcome: 409 },
    saveTermDates: {
      input: { year, term, term_start: '2025-09-01', term_end: '2025-12-11', was: { term_end: '2025-12-12' } },
    },
    previewSchoolDays: { input: { from: '2025-10-01', to: '2025-10-02', held: 'am', title: null, limits: null } },
    // No term is set so far ahead.
    setSchoolDays: {
      input: { from: '2099-01-05', to: '2099-01-06', held: 'none', title: 'Flood', limits: null },
      outcome: 422,
    },
    // No job is begun: there is no such class, and nothing to undo.
    updateTermReports: { input: { class_id: '9Z', with_typed: false }, outcome: 422 },
    undoTermReportsUpdate: { outcome: 409 },
  },
  undo: { listActs: { input: { of: 'student-register' } } },
  reports: {
    readOfficeLog: { input: { month: '2025-11', kind: 'terms', student_id: 'S41' } },
  },
} satisfies Partial<WrittenExamples>;
