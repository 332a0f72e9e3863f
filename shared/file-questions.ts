import * as z from 'zod/mini';
import { day } from './http/fields.ts';

/** What a person says about an uploaded file, where the file itself leaves it open (rule 73). */
export const fileAnswers = () => ({
  /** The sheet to read, of a workbook with several lists; the first one when absent. */
  sheet: z.optional(z.string().check(z.maxLength(100))),
  /** The order of day and month in columns that prove none. */
  day_order: dayOrder,
});
export const dayOrder = z.lazy(() => z.optional(z.literal(['day first', 'month first'])));

/** What an uploaded file leaves open about its dates, with the first of them as an example; null where nothing is. */
export const dayOrderQuestion = () =>
  z.nullable(
    z.strictObject({
      /** The columns whose rows prove no order. */
      columns: z.array(z.string()),
      /** As the file has it: "05/09/2014". */
      text: z.string(),
      /** How many dates the answer is for. */
      dates: z.int(),
      day_first: day,
      month_first: day,
    }),
  );
export type DayOrderQuestion = z.output<ReturnType<typeof dayOrderQuestion>>;

/** The sheets of an uploaded workbook that have a list. */
export const listSheets = () =>
  z.array(
    z.strictObject({
      name: z.string(),
      /** Rows below the headings. */
      rows: z.int(),
      /** This is the one that was read. */
      is_read: z.boolean(),
    }),
  );
export type ListSheets = z.output<ReturnType<typeof listSheets>>;
