import { computeAverage } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { termsContract } from '#shared/school/contract.ts';
import { targetByRule } from '#shared/school/promotion.ts';
import type { StudentFacts } from '#shared/school/promotion-calls.ts';
import { type PromotionFacts, proposePromotion } from '#shared/school/promotion-proposal.ts';
import { readClassEntries } from '../../marks/records/class-entries.ts';
import { computeSubjectLines, type MarkedRecord } from '../../marks/records/subject-lines.ts';
import type { TermReportItem } from '../../marks/records/term-report.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readItems } from '../../platform/table/table.ts';
import { listStudentsOfClasses } from '../../students/records/rosters/read-rosters.ts';
import { periodKey, settingsOfClass } from '../records/periods.ts';
import { school } from '../records/school.ts';
import { readYearToPromote } from './promotion-status.ts';

export const listPromotionFacts = callHandler(termsContract.listPromotionFacts, {
  handle: ({ input }) =>
    readPromotionFacts(school().formClasses.filter(({ form_level }) => form_level === input.form_level)),
});

/**
 * What the report cards of the current term say of the present students of these classes. One query for the students,
 * and one request for each fifty classes' kept entries, which are those of the report's class.
 */
export async function readPromotionFacts(
  classes: readonly { id: string; form_level: number; next_class_id: string | null }[],
): Promise<StudentFacts[]> {
  const { year, term } = await readYearToPromote();
  const [{ period }, entries, students] = await Promise.all([
    readItems({ period: periodKey(year, term) }),
    readClassEntries({ year, term, classIds: classes.map(({ id }) => id) }),
    listStudentsOfClasses(classes.map(({ id }) => id)),
  ]);
  const { formClasses, markingScheme, promotion } = school();
  const known = new Map(formClasses.map((formClass) => [formClass.id, formClass]));
  const reportOf = new Map(entries.flatMap(({ reports }) => reports).map((report) => [report.studentId, report]));
  const recordsOf = Map.groupBy(
    entries.flatMap(({ records }) => records),
    ({ studentId }) => studentId,
  );
  return students.map((student) => {
    const { studentId, classId, formLevel } = student;
    const report = reportOf.get(studentId);
    const facts = computePromotionFacts(
      { report, records: recordsOf.get(studentId) ?? [] },
      {
        scheme: schemeFor(markingScheme, formLevel, term),
        passMark: promotion.passMark,
        sessions: settingsOfClass(period, report?.classId ?? classId).possibleAttendance,
      },
    );
    const to = targetByRule(student, known);
    return {
      student_id: studentId,
      ...facts,
      proposal: to === null ? null : proposePromotion({ classId, ruleTo: to }, facts, promotion),
    };
  });
}

/** What a report card says of the term: its average, its subjects, and the sessions. Pure. */
export function computePromotionFacts(
  {
    report,
    records,
  }: { report: Pick<TermReportItem, 'subjectIds' | 'timesAbsent'> | undefined; records: readonly MarkedRecord[] },
  { scheme, passMark, sessions }: { scheme: ReturnType<typeof schemeFor>; passMark: number; sessions: number | null },
): PromotionFacts {
  const lines = computeSubjectLines(report, records, scheme);
  const { text, entered, of } = computeAverage(lines.map(({ total }) => total));
  const absent = report?.timesAbsent;
  return {
    average: text,
    entered,
    of,
    // By the rounded total of the card: nobody fails with a total that is printed as the pass mark.
    passed: lines.filter(({ total }) => typeof total === 'number' && total >= passMark).length,
    attendance:
      absent === undefined || sessions === null || sessions === 0
        ? null
        : Math.max(0, Math.floor(((sessions - absent) * 100) / sessions)),
  };
}
