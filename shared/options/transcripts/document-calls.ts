import * as z from 'zod/mini';
import { reportTypes } from '../../http/contract.ts';
import { day, documentBytes, id, moment, reportFormat, term, year } from '../../http/fields.ts';
import { documentKinds, documentNumberPattern, maxDocumentsPerFile, maxStudentsPerIssue, maxWords } from './kinds.ts';
import { officeOfTranscripts } from './office.ts';
import { transcriptWordings } from './wordings.ts';

const number = z.lazy(() => z.string().check(z.regex(documentNumberPattern, transcriptWordings.noSuchDocument)));

/** A document as the office's list has it. */
const issuedDocument = () =>
  z.strictObject({
    number,
    kind: z.literal([...documentKinds]),
    issued_at: moment,
    issued_by: z.string(),
    /** Null while it is valid. */
    withdrawn: z.nullable(z.strictObject({ at: moment, by: z.string(), reason: z.string() })),
  });

const transcriptTerm = () =>
  z.strictObject({
    year,
    term,
    title: z.string(),
    /** Null of earlier records. */
    class_id: z.nullable(id),
    /** As it was printed, without the percent sign; null where there was none, and of earlier records. */
    average: z.nullable(z.string()),
    source: z.literal(['posted', 'earlier']),
    posted_on: z.nullable(day),
    subjects: z.array(
      z.strictObject({
        title: z.string(),
        mark: z.nullable(z.string()),
        /** Where a mark of earlier records is from. */
        source: z.nullable(z.string()),
      }),
    ),
    /** Of earlier records; null where there is none, and of posted terms. */
    attendance: z.nullable(
      z.strictObject({
        sessions: z.nullable(z.int()),
        absent: z.nullable(z.int()),
        late: z.nullable(z.int()),
        /** Where it is from. */
        source: z.string(),
      }),
    ),
  });

export const documentCalls = {
  /** The current students of a class, by name; without a class those who left, the latest first. */
  listTranscriptStudents: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/transcript-students',
    input: () => z.strictObject({ class_id: z.optional(id) }),
    output: () =>
      z.array(
        z.strictObject({
          student_id: id,
          name: z.string(),
          class_id: id,
          /** Null of a current student, and where it is not known. */
          left_on: z.nullable(day),
        }),
      ),
    needs: { table: 'read' },
  },
  /** What a transcript of a student has now, and the documents that were issued. */
  readTranscript: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/student-transcript',
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student: z.strictObject({
          student_id: id,
          name: z.string(),
          class_id: id,
          date_of_birth: z.nullable(day),
          entered_on: z.nullable(day),
          left_on: z.nullable(day),
        }),
        /** In order. */
        terms: z.array(transcriptTerm()),
        /** Earlier marks of terms that were posted here since: the posted report counts. */
        left_out: z.array(z.strictObject({ year, term, marks: z.int() })),
        /** The latest first. */
        documents: z.array(issuedDocument()),
      }),
    needs: { table: 'read' },
  },
  /**
   * Issues a document under the next number of the year, with what it says now: it is printed so from then on. A
   * transcript may be of several students; those who have nothing to print are left.
   */
  issueDocuments: {
    ...officeOfTranscripts,
    method: 'POST',
    path: '/api/student-documents',
    input: () =>
      z
        .strictObject({
          kind: z.literal([...documentKinds]),
          student_ids: z.array(id).check(z.minLength(1), z.maxLength(maxStudentsPerIssue)),
          /** The principal's words: of a testimonial its text, of a leaving certificate a sentence. */
          words: z.nullable(z.string().check(z.trim(), z.maxLength(maxWords))),
        })
        .check(
          z.refine(({ kind, student_ids }) => kind === 'transcript' || student_ids.length === 1, {
            error: transcriptWordings.oneStudent,
            path: ['student_ids'],
          }),
          z.refine(({ kind, words }) => kind !== 'transcript' || words === null, {
            error: transcriptWordings.wordsNotPrinted,
            path: ['words'],
          }),
          z.refine(({ kind, words }) => kind !== 'testimonial' || (words ?? '') !== '', {
            error: transcriptWordings.wordsMissing,
            path: ['words'],
          }),
        ),
    output: () =>
      z.strictObject({
        documents: z.array(z.strictObject({ student_id: id, number })),
        left: z.array(z.strictObject({ student_id: id, reason: z.string() })),
      }),
    needs: { table: 'write' },
  },
  /** Withdraws a document, with a reason, or makes it valid again. Its number is never given again. Idempotent. */
  withdrawDocument: {
    ...officeOfTranscripts,
    method: 'POST',
    path: '/api/student-document-state',
    input: () =>
      z
        .strictObject({
          number,
          withdrawn: z.boolean(),
          reason: z.nullable(z.string().check(z.trim(), z.maxLength(200))),
        })
        .check(
          z.refine(({ withdrawn, reason }) => !withdrawn || (reason ?? '') !== '', {
            error: transcriptWordings.reasonMissing,
            path: ['reason'],
          }),
        ),
    output: issuedDocument,
    needs: { table: 'write' },
  },
  /** Prints issued documents as they were issued: the same bytes each time. A workbook has the transcripts alone. */
  printDocuments: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/student-documents',
    input: () =>
      z.strictObject({
        /** With commas between them. */
        numbers: z
          .string()
          .check(
            z.regex(/^\d{4}-\d{4,6}(,\d{4}-\d{4,6})*$/, transcriptWordings.numbersOfOneFile),
            z.maxLength(maxDocumentsPerFile * 12),
          ),
        format: reportFormat,
      }),
    output: documentBytes,
    produces: reportTypes,
    isDocumentOpened: true,
    kind: 'documents',
    // What the file of a signed document is, is signed when it is first printed.
    needs: { table: 'write' },
  },
  /** The transcript of a student as it would be issued now, marked as a draft and without a number. */
  printTranscriptDraft: {
    ...officeOfTranscripts,
    method: 'GET',
    path: '/api/transcript-draft',
    input: () => z.strictObject({ student_id: id }),
    output: documentBytes,
    produces: 'application/pdf',
    isDocumentOpened: true,
    kind: 'documents',
    needs: { table: 'read' },
  },
} as const;
