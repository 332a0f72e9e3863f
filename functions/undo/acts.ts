import { type ListOfActs, type UndoableActsName, undoContract } from '#shared/undo/contract.ts';
import { listActsHandler, type UndoableKinds, undoHandler } from '../platform/undo/undo-calls.ts';

/** What undoing means of each name's acts, from their own modules: of one call a single one is loaded. */
const undos: { readonly [N in UndoableActsName]: () => Promise<UndoableKinds<ListOfActs<N>>> } = {
  terms: async () => (await import('../school/periods/undo-term-act.ts')).termActs,
  'promotion-plan': async () => (await import('../school/promotion/undo-plan-act.ts')).planActs,
  'student-register': async () => (await import('../students/register/record/student-acts.ts')).registerActs,
  'student-files': async () => (await import('../students/files/undo.ts')).fileActs,
  'student-spreadsheets': async () => (await import('../students/spreadsheets/undo.ts')).uploadActs,
  'student-subjects': async () => (await import('../subjects/assignment/undo.ts')).subjectActs,
  lessons: async () => (await import('../people/lessons/lesson-acts.ts')).lessonActs,
  'term-reports': async () => (await import('../term-reports/more-options/undo-report-change.ts')).reportActs,
  posting: async () => (await import('../term-reports/undo.ts')).postingActs,
  'card-layouts': async () => (await import('../term-reports/undo-layout-act.ts')).layoutActs,
  attendance: async () => (await import('../attendance/undo.ts')).attendanceActs,
  'school-days': async () => (await import('../attendance/undo.ts')).schoolDayActs,
  'attendance-imports': async () => (await import('../attendance/undo.ts')).importActs,
  'weekly-tests': async () => (await import('../marks/weekly-tests/undo.ts')).weeklyTestActs,
};

export const undoAct = undoHandler(undoContract.undoAct, undos);
export const listActs = listActsHandler(undoContract.listActs, undos);
