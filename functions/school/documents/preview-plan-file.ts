import { termsContract } from '#shared/school/contract.ts';
import { decisionText, leavesSchool, parsePromotionTarget } from '#shared/school/promotion.ts';
import { maxListedRefusals, type PlanFilePreview, type PlannedStudent } from '#shared/school/promotion-calls.ts';
import { noSuchClass, promotionWordings } from '#shared/school/wordings.ts';
import { spreadsheetWordings } from '#shared/spreadsheets.ts';
import { createIdFinder, unambiguousId } from '#shared/students/id-finder.ts';
import { ConflictError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formulaNote } from '../../platform/xlsx/read-sheet.ts';
import { readPromotionPlan } from '../promotion/promotion-plan.ts';
import { type PlanFileRow, readPlanFile } from './plan-file.ts';

export const previewPromotionPlanFile = callHandler(termsContract.previewPromotionPlanFile, {
  handle: async ({ input: { file, sheet } }) => {
    const { rows, sheets, notes } = await readPlanFile(new Uint8Array(await file.arrayBuffer()), sheet);
    const plan = await readPromotionPlan();
    if (plan.closed !== null) throw new ConflictError(plan.closed);
    const students = new Map(plan.students.map((student) => [student.student_id, student]));
    const classes = new Map(plan.classes.map(({ class_id }) => [class_id.toLowerCase(), class_id]));
    const rowOf = new Map<string, number>();
    const preview: PlanFilePreview = {
      academic_year_id: plan.academic_year_id,
      changes: [],
      unchanged: 0,
      refused: [],
      refused_count: 0,
      notes,
      sheets,
    };
    const find = createIdFinder(students.keys());
    for (const read of rows) {
      const row = { ...read, studentId: unambiguousId(find(read.studentId)) ?? read.studentId };
      const student = students.get(row.studentId);
      const before = rowOf.get(row.studentId);
      const judged =
        before === undefined ? judge(row, student, classes) : { reason: spreadsheetWordings.studentInRow(before) };
      if (row.studentId !== '') rowOf.set(row.studentId, before ?? row.row);
      if (judged === 'unchanged') preview.unchanged += 1;
      else if ('reason' in judged) {
        preview.refused_count += 1;
        const { reason } = judged;
        if (preview.refused.length < maxListedRefusals)
          preview.refused.push({ row: row.row, student: student?.name ?? row.studentId.slice(0, 60), reason });
      } else {
        preview.changes.push({ row: row.row, ...judged });
        if (row.studentId !== read.studentId)
          preview.notes.push(spreadsheetWordings.studentReadAs(row.row, read.studentId, row.studentId, judged.name));
        if (row.isFormula) preview.notes.push(formulaNote(`Row ${row.row}`, row.coming));
      }
    }
    return preview;
  },
});

type Judged = Omit<PlanFilePreview['changes'][number], 'row'> | 'unchanged' | { reason: string };

/**
 * What a row decides. The column Decision has what was decided when the file was downloaded: a student who was not
 * changed in the file stays as is, whatever others have decided since, and one who was changed in both is refused.
 */
function judge(row: PlanFileRow, student: PlannedStudent | undefined, classes: ReadonlyMap<string, string>): Judged {
  if (row.reason !== undefined) return { reason: row.reason };
  if (!student) return { reason: promotionWordings.notCurrentStudent };
  const { student_id, name, class_id, rule_to, decision } = student;
  const said = parsePromotionTarget(row.coming);
  if (said === undefined) return 'unchanged';
  const known = (to: string | null) => (to === null || to === leavesSchool ? to : classes.get(to.toLowerCase()));
  const to = known(said);
  if (to === undefined) return { reason: noSuchClass(row.coming.slice(0, 60)) };
  const stored = decision?.to ?? null;
  // A decision about an earlier class is void: the row decides again.
  const isOutdated = decision !== null && decision.from_class !== class_id;
  const seen = row.decision === undefined ? stored : known(parsePromotionTarget(row.decision) ?? null);
  // For an undecided student the file has the class of the rule.
  const isAsDownloaded = to === seen || (seen === null && to === rule_to);
  if (!isOutdated && (isAsDownloaded || to === stored)) return 'unchanged';
  if (row.classId && row.classId.toLowerCase() !== class_id.toLowerCase())
    return { reason: promotionWordings.inClassNow(class_id, row.classId.slice(0, 60)) };
  if (seen !== stored) {
    const by = decision?.by ? `, by ${decision.by}` : '';
    return { reason: promotionWordings.decidedSinceDownload(decisionText(stored, class_id), by) };
  }
  return { student_id, name, class_id, was: stored, to };
}
