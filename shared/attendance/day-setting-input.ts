import * as z from 'zod/mini';
import { day, limitedText } from '../http/fields.ts';
import { type AttendanceSession, timeOfDay } from './limits.ts';
import { attendanceWordings } from './wordings.ts';

/** The limits of a day's scans, in the order of the day. The office may set them for a day. */
export const limitTimeNames = ['lateAfter', 'amUntil', 'pmFrom', 'pmLateAfter', 'pmUntil'] as const;
type LimitTimes = Record<(typeof limitTimeNames)[number], string>;

/** Times in the order of a day. */
export const limitTimes = () =>
  z
    .strictObject({
      lateAfter: timeOfDay,
      amUntil: timeOfDay,
      pmFrom: timeOfDay,
      pmLateAfter: timeOfDay,
      pmUntil: timeOfDay,
    })
    .check(
      z.refine(({ lateAfter, amUntil, pmUntil }) => lateAfter <= amUntil && amUntil <= pmUntil, {
        error: attendanceWordings.limitsInOrder,
        path: ['amUntil'],
      }),
      z.refine(({ pmFrom, pmLateAfter, pmUntil }) => pmFrom <= pmLateAfter && pmLateAfter <= pmUntil, {
        error: attendanceWordings.afternoonInOrder,
        path: ['pmLateAfter'],
      }),
    );

/** Which sessions a day has. */
export const heldSessionsChoices = ['both', 'am', 'pm', 'none'] as const;
export type HeldSessions = (typeof heldSessionsChoices)[number];

/** The office's choice for a day; a `held` of null follows the school file. */
export const dayChoice = () =>
  z.strictObject({
    held: z.nullable(z.literal([...heldSessionsChoices])),
    /** Why the day is closed, or another note. */
    title: z.nullable(
      z
        .string()
        .check(z.trim(), z.minLength(1, attendanceWordings.nameIt), z.maxLength(60, 'At most 60 characters.'))
        .check(z.refine((title) => !/\p{Cc}/u.test(title), attendanceWordings.oneLine)),
    ),
    /** Null follows the school file. */
    limits: z.nullable(limitTimes()),
  });
export type DaySettingInput = z.output<ReturnType<typeof dayChoice>>;

/** Days of a range that is set at once, both ends included. */
export const maxDaysPerChange = 14;

/** The sessions of a choice. */
export const listHeldSessions = (held: HeldSessions): readonly AttendanceSession[] =>
  held === 'both' ? ['am', 'pm'] : held === 'none' ? [] : [held];

const words = { both: 'school day', am: 'morning only', pm: 'afternoon only', none: 'closed' } as const;

/** A choice in a few words: "closed (Flood)". */
export function describeDayChoice({ held, title, limits }: DaySettingInput): string {
  if (held === null) return 'as in the school’s calendar';
  const what = title === null ? words[held] : `${words[held]} (${title})`;
  return limits === null ? what : `${what}, other times`;
}

const time = () => z.nullable(timeOfDay);

/** The choice for one day or several, as a form. */
export const dayForm = () =>
  z
    .strictObject({
      held: z.literal(['file', ...heldSessionsChoices]),
      /** The last day of those that are set. */
      to: day,
      title: limitedText(60),
      times: z.literal(['usual', 'own']),
      lateAfter: time(),
      amUntil: time(),
      pmFrom: time(),
      pmLateAfter: time(),
      pmUntil: time(),
    })
    .check(
      z.refine(({ held, title }) => held !== 'none' || (title ?? '').trim() !== '', {
        error: attendanceWordings.whyClosed,
        path: ['title'],
      }),
    );
export type DayForm = z.output<ReturnType<typeof dayForm>>;

/** The choice of a filled-in form. */
export function dayChoiceFromForm({ held, title, times, ...form }: DayForm): DaySettingInput {
  if (held === 'file') return { held: null, title: null, limits: null };
  const { lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil } = form;
  const own = times === 'own' && held !== 'none';
  return {
    held,
    title: title?.trim() || null,
    limits: own ? ({ lateAfter, amUntil, pmFrom, pmLateAfter, pmUntil } as LimitTimes) : null,
  };
}

/** Why the choice of a form is not valid, or null. */
export function dayFormProblem(form: DayForm): string | null {
  const { success, error } = dayChoice().safeParse(dayChoiceFromForm(form));
  return success ? null : (error.issues[0]?.message ?? 'Not valid.');
}
