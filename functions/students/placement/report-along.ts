import { reportSays } from '../../marks/class-of-term.ts';
import { ClassRegistration, type ReportKey, TermReport, termReportKey } from '../../marks/term-report.ts';
import type { Action } from '../../platform/table/direct-write.ts';
import { readItems } from '../../platform/table/table.ts';
import { currentTerm } from '../../reference/closed-terms.ts';
import { promotedKey } from './promotion.ts';

interface Going {
  from: string;
  place: { classId: string; formLevel: number };
}

/** The report goes to the place, and the student from one class's list to the other's. */
export const reportActions = ({ studentId, year, term }: ReportKey, { from, place }: Going): Action[] => [
  {
    Update: TermReport.patch({ studentId, year, term })
      .set(place)
      .where(({ classId }, { eq }) => eq(classId, from))
      .params(),
  },
  {
    Update: ClassRegistration.update({ year, term, classId: from })
      .delete({ studentIds: [studentId] })
      .params(),
  },
  {
    Update: ClassRegistration.update({ year, term, classId: place.classId })
      .add({ studentIds: [studentId], movedIds: [studentId] })
      .params(),
  },
];

/**
 * What takes the current term's report of a student out of the archive, or back into it, from one class to another. Nothing in a closed
 * term, and after a promotion, whose terms keep their lists (rule 45). Two requests where the classes differ.
 */
export async function reportAlong(studentId: string, going: Going): Promise<Action[]> {
  if (going.from === going.place.classId) return [];
  const { open } = await currentTerm();
  if (!open) return [];
  const key = { studentId, ...open };
  const { report, promoted } = await readItems({
    report: termReportKey(key),
    promoted: promotedKey(open.year, studentId),
  });
  if (promoted) return [];
  return report?.classId === going.from ? reportActions(key, going) : [reportSays(key, report)];
}
