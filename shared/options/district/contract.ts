import * as z from 'zod/mini';
import { type CallRow, contract } from '../../http/contract.ts';
import { moment, noInput, term, year } from '../../http/fields.ts';
import { figuresFile } from './figures-file.ts';

const ofOffice = {
  who: ['Admin'],
  menu: ['reports'],
  path: '/api/district-figures',
} as const satisfies Partial<CallRow>;

/** Figures without names, for those who watch over many schools (rule 62). */
export const districtContract = contract({
  /** The terms of which a file can be made, the latest first, and the fingerprint of the key that signs them. */
  listFigureTerms: {
    ...ofOffice,
    method: 'GET',
    input: noInput,
    output: () =>
      z.strictObject({
        /** What the district compares: `3F2A-…-90CC`. */
        fingerprint: z.string(),
        terms: z.array(
          z.strictObject({
            year,
            term,
            title: z.string(),
            state: z.literal(['posted', 'open']),
            /** The last file of the term; null where there was none. */
            made: z.nullable(z.strictObject({ number: z.int(), by: z.string(), at: moment })),
          }),
        ),
      }),
    needs: { table: 'read', signingKeys: 'exports' },
  },
  /** Makes the signed file of a term. What an earlier file of the year has hidden stays hidden. */
  makeFigures: {
    ...ofOffice,
    method: 'POST',
    input: () => z.strictObject({ year, term }),
    output: () => figuresFile,
    needs: { table: 'write', partitions: 'table', keeps: 'summaries', signingKeys: 'exports' },
  },
});
