import { termsContract } from '#shared/school/contract.ts';
import { apiHandler } from '../platform/requests/pipeline.ts';
import { authenticator } from '../sessions/authenticator.ts';

export const handler = apiHandler(
  termsContract,
  {
    listAcademicTerms: () => import('./periods/academic-terms.ts'),
    listTermChoices: () => import('./periods/current-period.ts'),
    listAcademicYears: () => import('./periods/current-period.ts'),
    readTermOverview: () => import('./periods/current-period.ts'),
    saveAcademicTerm: () => import('./periods/academic-terms.ts'),
    deleteTerm: () => import('./periods/delete-term.ts'),
    closeTerm: () => import('./periods/close-term.ts'),
    openTerm: () => import('./periods/close-term.ts'),
    closeAttendance: () => import('./periods/close-term.ts'),
    openAttendance: () => import('./periods/close-term.ts'),
    setCurrentPeriod: () => import('./periods/current-period.ts'),
    startTermRegistration: () => import('./registration/start-term-registration.ts'),
    listRegistrationRuns: () => import('./registration/registration-runs.ts'),
    previewRegistration: () => import('./registration/start-term-registration.ts'),
    undoRegistration: () => import('./registration/start-term-registration.ts'),
    clearFlags: () => import('./registration/registration-runs.ts'),
    listStudentsOfRegistration: () => import('./registration/start-term-registration.ts'),
    readPromotionStatus: () => import('./promotion/promotion-status.ts'),
    startPromotion: () => import('./promotion/start-promotion.ts'),
    listRecentPromotions: () => import('./promotion/promotion-status.ts'),
    undoPromotion: () => import('./promotion/start-promotion.ts'),
    fetchPromotionPlan: () => import('./promotion/promotion-plan.ts'),
    listPromotionFacts: () => import('./promotion/promotion-facts.ts'),
    savePromotionPlan: () => import('./promotion/save-promotion-plan.ts'),
    takeOverLessons: () => import('./new-year/take-over-lessons.ts'),
    readTakeOverStatus: () => import('./new-year/take-over-status.ts'),
    undoTakeOver: () => import('./new-year/take-over-lessons.ts'),
    listRegistrationWindows: () => import('./registration/registration-windows.ts'),
    saveFormLevelRegistration: () => import('./registration/registration-windows.ts'),
  },
  authenticator,
);
