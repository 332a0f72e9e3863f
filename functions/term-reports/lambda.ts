import { cardProofParts } from '#options/functions/card-proof';
import { postingGuardParts } from '#options/functions/posting-guards';
import { cardReaderParts } from '#options/functions/readers-of-cards';
import { cardSignatureParts } from '#options/functions/signatures-of-cards';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';
import { readersOfCards } from './report-access.ts';
import { cardProofs } from './report-cards/card-proofs.ts';
import { postingGuards } from './report-cards/certain-faults.ts';
import { signaturesOfCards } from './report-cards/layouts/signed-layout.ts';

signaturesOfCards.fill(cardSignatureParts);
cardProofs.fill(cardProofParts);
readersOfCards.fill(cardReaderParts);
postingGuards.fill(postingGuardParts);

export const handler = apiHandler(
  termReportsContract,
  {
    changeClass: () => import('./more-options/change-class.ts'),
    changeClassSubjects: () => import('./more-options/change-class-subjects.ts'),
    listCardLayouts: () => import('./layouts/list-card-layouts.ts'),
    saveCardLayout: () => import('./layouts/save-card-layout.ts'),
    deleteCardLayout: () => import('./layouts/delete-card-layout.ts'),
    readClassTermReports: () => import('./read-class-term-reports.ts'),
    listClassTermSettings: () => import('./more-options/list-class-term-settings.ts'),
    remindTeachers: () => import('./completeness/reminders.ts'),
    readOwnReminder: () => import('./completeness/reminders.ts'),
    listCoCurriculars: () => import('./lists/school-lists.ts'),
    deleteSubjectRecord: () => import('./editing/delete-subject-record.ts'),
    deleteTermReport: () => import('./more-options/delete-term-report.ts'),
    listClassesWithReports: () => import('./lists/list-classes-with-reports.ts'),
    listClassesForMove: () => import('./lists/school-lists.ts'),
    issueReportAgain: () => import('./posting/issue-report-again.ts'),
    listMusicClasses: () => import('./lists/school-lists.ts'),
    printPostedReport: () => import('./posting/print-posted-report.ts'),
    postTermReports: () => import('./posting/post-term-reports.ts'),
    startPrintingReportCards: () => import('./documents/print-report-cards.ts'),
    listReportSubjects: () => import('./lists/school-lists.ts'),
    saveTermReport: () => import('./editing/save-term-report.ts'),
    setNewTermBeginning: () => import('./more-options/change-setting.ts'),
    setPossibleAttendance: () => import('./more-options/change-setting.ts'),
    listStudentSubjectRecords: () => import('./lists/list-student-subject-records.ts'),
    listRegisteredStudents: () => import('./lists/list-registered-students.ts'),
    readPostingState: () => import('./posting/read-posting-state.ts'),
    updateSubjectRecord: () => import('./editing/update-subject-record.ts'),
  },
  authenticator,
);
