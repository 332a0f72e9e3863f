import type { ReportAttribute } from '../../term-reports/fields.ts';

/** Who signs a report, in this order (rule 65). */
export const stages = ['form teacher', 'dean', 'principal'] as const;
export type Stage = (typeof stages)[number];

/** How a stage of a report is: `fell back` where something of what was signed is not as it was signed. */
export const stageStates = ['open', 'signed', 'fell back'] as const;
export type StageState = (typeof stageStates)[number];

/** What a subject has that is signed for. */
export const subjectFields = [
  'course',
  'exam',
  'total',
  'timesLate',
  'timesAbsent',
  'application',
  'conduct',
  'comment',
] as const;
export type SignedSubjectField = (typeof subjectFields)[number];

/** What a form teacher does not sign for: the dean writes it afterwards. */
export const afterFormTeacher: readonly ReportAttribute[] = ['deanComments'];
