import { academicYearTitle, startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { decisionText, leavesSchool } from '#shared/school/promotion.ts';
import type { PlannedStudent, StudentFacts } from '#shared/school/promotion-calls.ts';
import { promotionWordings, termWordings } from '#shared/school/wordings.ts';
import { callHandler, documentToSave } from '../../platform/requests/call-handler.ts';
import type { ListReport } from '../../term-reports/report-cards/print/list-report.ts';
import { readPromotionFacts } from '../promotion/promotion-facts.ts';
import { readPromotionPlan } from '../promotion/promotion-plan.ts';
import { school } from '../records/school.ts';
import { planFileColumns } from './plan-file.ts';

export const downloadPromotionPlan = callHandler(termsContract.downloadPromotionPlan, {
  handle: async ({ request: { now } }) => {
    // exceljs takes long to load; only a workbook waits for it.
    const [{ renderListWorkbook }, plan, facts] = await Promise.all([
      import('../../term-reports/report-cards/print/list-workbook.ts'),
      readPromotionPlan(),
      readPromotionFacts(school().formClasses),
    ]);
    const factsOf = new Map(facts.map((one) => [one.student_id, one]));
    const about = academicYearTitle(startYearOf(plan.academic_year_id) + 1);
    const report: ListReport = {
      name: 'Class Lists',
      about,
      note: `Where each student goes as it is decided, else by the rule of the class. Facts are of Term ${plan.term}.`,
      columns: planFileColumns,
      rows: plan.students
        .map((student) => ({ student, coming: comingClass(student) }))
        .sort((a, b) => a.coming.localeCompare(b.coming, 'en', { numeric: true }))
        .map(({ student, coming }) => toLine(student, coming, factsOf.get(student.student_id))),
      nothing: promotionWordings.noStudents,
    };
    return documentToSave(
      await renderListWorkbook({ school: school(), report, printedAt: now }),
      termWordings.classListsFile(about),
    );
  },
});

/** The class of the coming year, or in words why there is none. */
function comingClass({ class_id, rule_to, decision }: PlannedStudent): string {
  if (decision && decision.from_class !== class_id) return 'Decide again';
  const to = decision?.to ?? rule_to;
  return to === leavesSchool ? 'Leaves' : (to ?? 'Not known');
}

function toLine(
  { student_id, name, class_id, decision }: PlannedStudent,
  coming: string,
  facts: StudentFacts | undefined,
): ListReport['rows'][number] {
  const proposal = facts?.proposal;
  return [
    ...[coming, student_id, name, class_id, facts?.average ?? null],
    facts && facts.entered > 0 ? `${facts.passed} of ${facts.entered}` : null,
    facts?.attendance === undefined || facts.attendance === null ? null : `${facts.attendance} %`,
    proposal ? decisionText(proposal.to, class_id) : null,
    proposal?.reasons.join('; ') ?? null,
    decision ? decisionText(decision.to, decision.from_class ?? class_id) : null,
    decision?.by ?? null,
  ];
}
