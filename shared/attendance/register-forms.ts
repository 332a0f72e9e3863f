import * as z from 'zod/mini';
import { day, id, limitedText, moment } from '../http/fields.ts';
import { timeOfDay } from './limits.ts';
import { excuseValues, registerMarks } from './register-marks.ts';
import { attendanceWordings } from './wordings.ts';

const mark = z.lazy(() => z.nullable(z.literal(registerMarks)));

/** A correction of a student's day, as a form. */
export const correctionForm = () =>
  z.strictObject({
    am: mark,
    pm: mark,
    time_in: z.nullable(timeOfDay),
    time_out: z.nullable(timeOfDay),
    reason: limitedText(200),
    excused: z.nullable(z.literal(excuseValues)),
    why: z.string().check(z.trim(), z.minLength(1, attendanceWordings.giveReason), z.maxLength(200)),
  });

const absence = () => ({
  student_id: id,
  from: day,
  to: day,
  reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  excused: z.literal(excuseValues),
});
const isInOrder = ({ from, to }: { from: string; to: string }): boolean => from <= to;
const inOrder = { error: attendanceWordings.firstAfterLast, path: ['to'] };

/** An absence notice, as a form. */
export const absenceNoticeForm = () => z.strictObject(absence()).check(z.refine(isInOrder, inOrder));

/** The input of the call. Entries of these days up to the time `seen` may be replaced. */
export const absenceNoticeInput = () =>
  z.strictObject({ ...absence(), seen: z.optional(moment) }).check(z.refine(isInOrder, inOrder));
