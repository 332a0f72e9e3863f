import type { Output } from '#shared/http/contract.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import { toAcademicYearId } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { targetByRule } from '#shared/school/promotion.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { readCurrentStudents } from '../../students/records/rosters/read-rosters.ts';
import { school } from '../records/school.ts';
import { readAllDecisions, whyPlanClosed } from './plan-store.ts';
import { readYearToPromote } from './promotion-status.ts';

export const fetchPromotionPlan = callHandler(termsContract.fetchPromotionPlan, { handle: readPromotionPlan });

/**
 * The plan of the current academic year: a query for each megabyte of students, one for the decisions. Students by
 * class and name.
 */
export async function readPromotionPlan(): Promise<Output<typeof termsContract.fetchPromotionPlan>> {
  const { year, term } = await readYearToPromote();
  const [closed, students, decisions] = await Promise.all([
    whyPlanClosed(year),
    readCurrentStudents(),
    readAllDecisions(year),
  ]);
  const { formClasses, promotion } = school();
  const classes = new Map(formClasses.map((formClass) => [formClass.id, formClass]));
  return {
    academic_year_id: toAcademicYearId(year),
    term,
    closed,
    classes: formClasses.map(({ id, form_level, next_class_id }) => ({ class_id: id, form_level, next_class_id })),
    rules: {
      average_below: promotion.averageBelow,
      pass_mark: promotion.passMark,
      fewest_passes: promotion.fewestPasses,
      attendance_below: promotion.attendanceBelow,
    },
    students: students
      .map((student) => {
        const decided = decisions.get(student.studentId);
        return {
          student_id: student.studentId,
          name: lastFirst(student),
          class_id: student.classId,
          rule_to: targetByRule(student, classes),
          decision: decided ? { to: decided.to, from_class: decided.fromClass, by: decided.by, at: decided.at } : null,
        };
      })
      .sort(
        (a, b) => compare(a.class_id, b.class_id) || compare(a.name, b.name) || compare(a.student_id, b.student_id),
      ),
  };
}

const { compare } = new Intl.Collator('en');
