import * as z from 'zod/mini';
import { day, id, text } from '../http/fields.ts';
import { clock } from './limits.ts';
import { excuses, registerMarks } from './register-marks.ts';

const mark = z.lazy(() => z.nullable(z.literal(registerMarks)));

/** A correction of one student's day, as a form; `correctAttendance` takes it with the day and what was seen. */
export const correctionInput = () =>
  z.strictObject({
    am: mark,
    pm: mark,
    time_in: z.nullable(clock),
    time_out: z.nullable(clock),
    reason: text(200),
    excused: z.nullable(z.literal(excuses)),
    why: z.string().check(z.trim(), z.minLength(1, 'Say why.'), z.maxLength(200)),
  });

/** An absence told beforehand. */
export const absenceInput = () =>
  z
    .strictObject({
      student_id: id,
      from: day,
      to: day,
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
      excused: z.literal(excuses),
    })
    .check(z.refine(({ from, to }) => from <= to, { error: 'The first day comes before the last.', path: ['to'] }));
