import { termsContract } from '#shared/terms/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  termsContract,
  {
    academicTermDetails: () => import('./periods/academic-term-details.ts'),
    academicTerms: () => import('./periods/academic-terms.ts'),
    academicYears: () => import('./periods/academic-years.ts'),
    currentPeriod: () => import('./periods/current-period.ts'),
    saveAcademicTermDetails: () => import('./periods/save-academic-term-details.ts'),
    deleteTerm: () => import('./periods/delete-term.ts'),
    undoableTermActs: () => import('./periods/undoable-term-acts.ts'),
    undoTermAct: () => import('./periods/undo-term-act.ts'),
    setCurrentPeriod: () => import('./periods/set-current-period.ts'),
    registerStudents: () => import('./registration/register-students.ts'),
    registrationRuns: () => import('./registration/registration-runs.ts'),
    registrationPreview: () => import('./registration/registration-preview.ts'),
    undoRegistration: () => import('./registration/undo-registration.ts'),
    clearFlags: () => import('./registration/clear-flags.ts'),
    studentsRegistered: () => import('./registration/students-registered.ts'),
    promotionStatus: () => import('./promotion/promotion-status.ts'),
    promote: () => import('./promotion/promote.ts'),
    askToPromote: () => import('./promotion/ask-to-promote.ts'),
    recentPromotions: () => import('./promotion/recent-promotions.ts'),
    undoPromotion: () => import('./promotion/undo-promotion.ts'),
    takeOverLessons: () => import('./new-year/take-over-lessons.ts'),
    takeOverStatus: () => import('./new-year/take-over-status.ts'),
    undoTakeOver: () => import('./new-year/undo-take-over.ts'),
    approvals: () => import('./approvals/approvals.ts'),
    refuseApproval: () => import('./approvals/refuse-approval.ts'),
    withdrawApproval: () => import('./approvals/withdraw-approval.ts'),
    registrationWindows: () => import('./windows/registration-windows.ts'),
    saveRegistrationWindow: () => import('./windows/save-registration-window.ts'),
  },
  authenticator,
);
