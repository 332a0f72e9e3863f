import * as z from 'zod/mini';
import { reportTypes } from '../../http/contract.ts';
import {
  documentBytes,
  formLevelInPath,
  id,
  noInput,
  reportFormat,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../http/fields.ts';
import { blankKinds, listKinds } from './kinds.ts';
import { officeOfTranscripts } from './office.ts';
import { transcriptWordings } from './wordings.ts';

export const listCalls = {
  /** The terms that are posted, the latest first. */
  listPostedTerms: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/transcript-terms',
    input: noInput,
    output: () => z.array(z.strictObject({ year, term, title: z.string() })),
    needs: { table: 'read' },
  },
  /**
   * A list of a posted term, of its copies: by average, by the total in a subject, by the rules of the honour roll, or
   * the prizes. Equal figures share a place.
   */
  printTermList: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/term-list',
    input: () =>
      z
        .strictObject({
          list: z.literal([...listKinds]),
          year: yearInPath,
          term: termInPath,
          class_id: z.optional(id),
          form_level: z.optional(formLevelInPath),
          /** The title as the reports have it; for the places in a subject. */
          subject: z.optional(z.string().check(z.minLength(1), z.maxLength(120))),
          format: reportFormat,
        })
        .check(
          z.refine(({ class_id, form_level }) => class_id === undefined || form_level === undefined, {
            error: transcriptWordings.classOrLevel,
            path: ['form_level'],
          }),
          z.refine(({ list, subject }) => list !== 'subject' || subject !== undefined, {
            error: transcriptWordings.subjectMissing,
            path: ['subject'],
          }),
        ),
    output: documentBytes,
    produces: reportTypes,
    isDocumentOpened: true,
    kind: 'documents',
    needs: { table: 'read' },
  },
  /** Mark lists or report cards of a class with room to write. */
  printBlankPaper: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/blank-paper',
    input: () => z.strictObject({ paper: z.literal([...blankKinds]), class_id: id }),
    output: documentBytes,
    produces: 'application/pdf',
    kind: 'documents',
    needs: { table: 'read' },
  },
} as const;
