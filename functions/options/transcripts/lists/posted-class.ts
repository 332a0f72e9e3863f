import type { ReportCard } from '../../../term-reports/report-cards/report-card.ts';

/** A student of a posted term, as the card has it. */
export interface PostedStudent {
  id: string;
  name: string;
  classId: string;
  formLevel: number;
  /** As printed, without the percent sign. */
  average: string | null;
  /** Totals that are numbers, as printed, by the title of the subject. */
  totals: ReadonlyMap<string, string>;
}

/** What lists take from a card. Words such as Abs are no total. */
export const toPostedStudent = ({ student, average, subjects }: ReportCard): PostedStudent => ({
  id: student.id,
  name: student.name,
  classId: student.classId,
  formLevel: student.formLevel,
  average: average.text,
  totals: new Map(
    subjects.flatMap(({ title, total }) => (total !== null && /^\d/.test(total) ? [[title, total] as const] : [])),
  ),
});
