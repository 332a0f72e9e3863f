import type { Output } from '#shared/http/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { termsContract } from '#shared/school/contract.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { type Decisions, decideStudents } from './decide-students.ts';

export const savePromotionPlan = callHandler(termsContract.savePromotionPlan, {
  handle: async ({ input: { academic_year_id, decisions }, caller, request }) => {
    const by = { caller, request };
    const { stored, undo } = await decideStudents({ year: startYearOf(academic_year_id), decisions, by });
    const ids = decisions.map(({ student_id }) => student_id);
    return answerOf(ids, stored, undo);
  },
});

type SavedPlan = Output<typeof termsContract.savePromotionPlan>;

const answerOf = (ids: readonly string[], stored: Decisions, undo: string | null): SavedPlan => ({
  decisions: ids.map((studentId) => {
    const item = stored.get(studentId);
    return {
      student_id: studentId,
      to: item?.to ?? null,
      from_class: item?.fromClass ?? null,
      by: item?.by ?? null,
      at: item?.at ?? null,
    };
  }),
  undo,
});
