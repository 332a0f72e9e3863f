import { termReportsContract } from '#shared/term-reports/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  termReportsContract,
  {
    changeClass: () => import('./more-options/change-class.ts'),
    changeClassSubjects: () => import('./more-options/change-class-subjects.ts'),
    classTermReports: () => import('./class-term-reports.ts'),
    classTermSettings: () => import('./more-options/class-term-settings.ts'),
    completeness: () => import('./completeness/completeness.ts'),
    coCurriculars: () => import('./lists/school-lists.ts'),
    deleteSubjectRecord: () => import('./editing/delete-subject-record.ts'),
    deleteTermReport: () => import('./more-options/delete-term-report.ts'),
    formClasses: () => import('./lists/form-classes.ts'),
    formClassesChangeClass: () => import('./lists/school-lists.ts'),
    issueReportAgain: () => import('./posting/issue-report-again.ts'),
    musicClasses: () => import('./lists/school-lists.ts'),
    postedReport: () => import('./posting/posted-report.ts'),
    postTermReports: () => import('./posting/post-term-reports.ts'),
    printReportCards: () => import('./documents/print-report-cards.ts'),
    askToPost: () => import('./posting/ask-to-post.ts'),
    recentPostings: () => import('./posting/undo-posting.ts'),
    reportSubjects: () => import('./lists/school-lists.ts'),
    saveTermReport: () => import('./editing/save-term-report.ts'),
    setNewTermBeginning: () => import('./more-options/change-setting.ts'),
    setPossibleAttendance: () => import('./more-options/change-setting.ts'),
    studentSubjectRecords: () => import('./lists/student-subject-records.ts'),
    studentsRegistered: () => import('./lists/students-registered.ts'),
    termReportsPosted: () => import('./posting/term-reports-posted.ts'),
    undoableActs: () => import('./more-options/undoable-acts.ts'),
    undoPosting: () => import('./posting/undo-posting.ts'),
    undoChange: () => import('./more-options/undo-change.ts'),
    updateSubjectRecord: () => import('./editing/update-subject-record.ts'),
  },
  authenticator,
);
