import * as z from 'zod/mini';
import { alikeKinds, moveInKinds, noKind } from './kinds.ts';

/** Characters of all that is said of a file: a form takes 64 KB beside its file. */
export const longestSaid = 50_000;

const text = (most: number) => z.string().check(z.maxLength(most));
const names = () => z.optional(z.record(text(200), text(60)));

/** What somebody says of a file: what its sheets and columns are, whom its names mean, and cells that are corrected. */
export const saidOfFile = () =>
  z.strictObject({
    /** By the name of the sheet. */
    sheets: z.optional(
      z.record(
        text(100),
        z.strictObject({
          kind: z.optional(z.literal([...moveInKinds, noKind])),
          /** Start year of the academic year that its marks or attendance are of, and the term. */
          year: z.optional(z.int().check(z.gte(1950), z.lte(2100))),
          term: z.optional(z.literal([1, 2, 3])),
          /** The field of a column, by its letters: "B". */
          columns: z.optional(z.record(text(3), text(80))),
        }),
      ),
    ),
    day_order: z.optional(z.literal(['day first', 'month first'])),
    /** What a name of the file means, by the name as it is compared (`foldName`); empty leaves its rows out. */
    names: z.optional(
      z.strictObject({
        class: names(),
        subject: names(),
        teacher: names(),
        'past subject': names(),
        grade: names(),
        'part of a mark': names(),
      }),
    ),
    /** Corrected cells, by "sheet\nrow\nfield". */
    cells: z.optional(z.record(text(200), text(1000))),
    /** Answers for all rows that are alike. */
    alike: z.optional(z.partialRecord(z.literal([...alikeKinds]), z.literal(['yes', 'no']))),
  });
export type SaidOfFile = z.output<ReturnType<typeof saidOfFile>>;

/** Names a cell of a file in {@link SaidOfFile}. */
export const cellName = ({ sheet, row, field }: { sheet: string; row: number; field: string }): string =>
  `${sheet}\n${row}\n${field}`;
