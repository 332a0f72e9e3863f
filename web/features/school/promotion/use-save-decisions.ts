import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { Output } from '#shared/http/contract.ts';
import { nameWithId } from '#shared/people/shared-names.ts';
import { pluralize } from '#shared/pluralize.ts';
import { termsContract } from '#shared/school/contract.ts';
import { maxDecisionsPerSave } from '#shared/school/promotion.ts';
import type { PromotionPlan, SavedDecision } from '#shared/school/promotion-calls.ts';
import { undoContract } from '#shared/undo/contract.ts';
import { useAct } from '../../../acts/use-act.ts';
import { call } from '../../../api/call.ts';
import { ApiError, messageOf } from '../../../api/errors.ts';
import { queryKeyOf, queryOf } from '../../../api/query.ts';
import { momentText } from '../../../ui/fields/dates/school-clock.ts';
import { confirm } from '../../../ui/overlays/modal.tsx';
import { snackbar } from '../../../ui/overlays/snackbar.tsx';
import { offerUndo, undoOf } from '../../../undo/offer-undo.ts';

const planKey = queryKeyOf(termsContract.fetchPromotionPlan, {});

/**
 * Saves decisions. For each student that somebody else has decided about meanwhile, the user chooses; all of it can be
 * undone.
 */
export function useSaveDecisions() {
  const client = useQueryClient();
  const failure = useRef<unknown>(undefined);
  const { act, isBusy } = useAct({ onFailed: (error) => (failure.current = error) });

  const readAgain = async (): Promise<PromotionPlan | undefined> => {
    for (const row of [termsContract.readPromotionStatus, undoContract.listActs])
      void client.invalidateQueries({ queryKey: queryKeyOf(row) });
    await client.invalidateQueries({ queryKey: planKey });
    return client.getQueryData(planKey);
  };

  /** Puts what is decided now into the plan that shows. */
  const show = (saved: Output<typeof termsContract.savePromotionPlan>['decisions']) => {
    const byId = new Map(saved.map(({ student_id, ...decision }) => [student_id, decision]));
    client.setQueryData<PromotionPlan>(planKey, (plan) => {
      if (!plan) return plan;
      const students = plan.students.map((student) => {
        const decision = byId.get(student.student_id);
        return decision ? { ...student, decision: decision.to === null ? null : decision } : student;
      });
      return { ...plan, students };
    });
    for (const row of [termsContract.readPromotionStatus, undoContract.listActs])
      void client.invalidateQueries({ queryKey: queryKeyOf(row) });
  };

  /**
   * The next attempt after a conflict: with the stored decision as seen, or without that student. Null: it was no
   * conflict.
   */
  const settle = async (error: unknown, wanted: readonly SavedDecision[]): Promise<SavedDecision[] | null> => {
    if (!(error instanceof ApiError) || error.status !== 409) return null;
    const plan = await readAgain();
    const { conflict } = error;
    if (!conflict) return null;
    const student = plan?.students.find(({ student_id }) => student_id === conflict.field);
    const when = conflict.at === null ? '' : ` on ${momentText(conflict.at)}`;
    const isMine = await confirm({
      title: `${student ? nameWithId(student) : conflict.field}: somebody has decided otherwise`,
      text: `${conflict.by ?? 'Somebody'}${when}: ${conflict.theirs}. Yours: ${conflict.yours}.`,
      confirmLabel: 'Keep mine',
      closeLabel: 'Take theirs',
      openedBy: 'answer',
    });
    return wanted.flatMap((one) => {
      if (one.student_id !== conflict.field) return [one];
      return isMine ? [{ ...one, was: student?.decision?.to ?? null }] : [];
    });
  };

  /**
   * Saves as many decisions as a call takes; gives their number and the undo, which is null where nothing was changed.
   */
  const savePart = async (academicYearId: string, part: readonly SavedDecision[]) => {
    let wanted = [...part];
    while (wanted.length > 0) {
      try {
        const saved = await call(termsContract.savePromotionPlan, {
          academic_year_id: academicYearId,
          decisions: wanted,
        });
        show(saved.decisions);
        return { count: saved.decisions.length, undo: saved.undo };
      } catch (error) {
        const next = await settle(error, wanted);
        if (next === null) throw error;
        wanted = next;
      }
    }
    return { count: 0, undo: null };
  };

  /**
   * Resolves to whether everything was saved; shows why not.
   * @param remark said beside: one notice, for a second would take the place of the first and of its Undo
   */
  const decide = async (
    academicYearId: string,
    decisions: readonly SavedDecision[],
    remark?: string,
  ): Promise<boolean> => {
    const undos: string[] = [];
    let decided = 0;
    failure.current = undefined;
    const isSaved = await act(async () => {
      for (let first = 0; first < decisions.length; first += maxDecisionsPerSave) {
        const { count, undo } = await savePart(academicYearId, decisions.slice(first, first + maxDecisionsPerSave));
        if (undo === null) continue;
        undos.push(undo);
        decided += count;
      }
    });
    const why = failure.current;
    const beside = [why === undefined ? undefined : messageOf(why), remark].filter((text) => text !== undefined);
    const tone = why === undefined ? {} : { tone: 'error' as const };
    if (undos.length > 0) {
      offerUndo({
        message: [`Decided: ${pluralize(decided, 'student')}.`, ...beside].join(' '),
        ...tone,
        undo: undoOf(undos),
        onDone: () => void readAgain(),
      });
    } else if (beside.length > 0) snackbar(beside.join(' '), tone);
    return isSaved;
  };
  return { decide, isBusy, readAgain };
}

/** The plan: others decide while the office looks, so each opening and each return to the window reads it again. */
export const promotionPlanQuery = {
  ...queryOf(termsContract.fetchPromotionPlan, {}),
  staleTime: 0,
  refetchOnWindowFocus: true,
} as const;
