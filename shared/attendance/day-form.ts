import * as z from 'zod/mini';
import { day, text } from '../http/fields.ts';
import { type DayChoice, dayChoice, heldChoices, type LimitTimes } from './day-choice.ts';
import { clock } from './limits.ts';

const time = () => z.nullable(clock);

/** What the office says of one day or several, as a form. */
export const dayForm = () =>
  z
    .strictObject({
      held: z.literal(['file', ...heldChoices]),
      /** The last day of those that are set. */
      to: day,
      title: text(60),
      times: z.literal(['usual', 'own']),
      ...{ lateAfter: time(), amUntil: time(), pmFrom: time(), pmLateAfter: time(), pmUntil: time() },
    })
    .check(
      z.refine(({ held, title }) => held !== 'none' || (title ?? '').trim() !== '', {
        error: 'Say why the day is closed.',
        path: ['title'],
      }),
    );
export type DayForm = z.output<ReturnType<typeof dayForm>>;

/** What a form says of its days. */
export function choiceOfForm({ held, title, times, ...form }: DayForm): DayChoice {
  if (held === 'file') return { held: null, title: null, limits: null };
  const { lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil } = form;
  const own = times === 'own' && held !== 'none';
  return {
    held,
    title: title?.trim() || null,
    limits: own ? ({ lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil } as LimitTimes) : null,
  };
}

/** Why a form cannot be saved as a whole, or null. */
export function faultOf(form: DayForm): string | null {
  const { success, error } = dayChoice().safeParse(choiceOfForm(form));
  return success ? null : (error.issues[0]?.message ?? 'Not valid.');
}
