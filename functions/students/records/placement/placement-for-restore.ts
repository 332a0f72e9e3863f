import type { TermPlacement } from '../../../marks/records/subject-record.ts';
import type { ReportKey } from '../../../marks/records/term-report.ts';
import { storedValuesCheck } from '../../../platform/table/action.ts';
import { readItems } from '../../../platform/table/table.ts';
import { currentPeriodKey } from '../../../school/records/periods.ts';
import { studentKey } from '../store.ts';
import { promotedKey } from './promoted-student.ts';

/**
 * The class for a report that is restored to a term: in the current term the student's present class, unless the
 * student was promoted out of that year; else the class that the report was in. One request.
 */
export async function decidePlacementForRestore(
  { studentId, year, term }: ReportKey,
  was: { classId: string; formLevel: number },
): Promise<TermPlacement> {
  const { student, current, promoted } = await readItems({
    student: studentKey(studentId),
    current: currentPeriodKey(),
    promoted: promotedKey(year, studentId),
  });
  const isOfToday = current?.year === year && current.term === term && promoted === undefined;
  const { classId, formLevel } = isOfToday && student?.status === 'current' ? student : was;
  const checks = student
    ? [storedValuesCheck(studentKey(studentId), { classId: student.classId, status: student.status })]
    : [];
  return { classId, formLevel, checks };
}
