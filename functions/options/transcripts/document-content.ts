import type { DocumentKind } from '#shared/options/transcripts/kinds.ts';
import { lastFirst } from '#shared/people/shared-names.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import type { StudentItem } from '../../students/records/store.ts';
import type { SchoolHead } from '../../term-reports/report-cards/report-card.ts';
import type { TranscriptTerm } from './transcript.ts';

/** A student as documents have it, when they are issued. */
export interface StudentOfDocument {
  id: string;
  /** "Last, First Middle". */
  name: string;
  /** "First Middle Last", for sentences. */
  fullName: string;
  classId: string;
  /** yyyy-MM-dd each; null where the school does not know it. */
  dateOfBirth: string | null;
  enteredOn: string | null;
  leftOn: string | null;
}

/** What a document says. It is stored, so that what was printed then is printed now. */
export interface DocumentContent {
  kind: DocumentKind;
  school: SchoolHead;
  head: CardLayout['head'];
  paper: CardLayout['paper'];
  principal: string | null;
  student: StudentOfDocument;
  /** Of a transcript; empty in the others. */
  terms: TranscriptTerm[];
  /** The principal's, null where there are none. */
  words: string | null;
}

export const toStudentOfDocument = (
  student: Pick<
    StudentItem,
    | 'studentId'
    | 'firstName'
    | 'middleName'
    | 'lastName'
    | 'classId'
    | 'dateOfBirth'
    | 'entryDate'
    | 'status'
    | 'date_of_leaving'
  >,
): StudentOfDocument => ({
  id: student.studentId,
  name: [lastFirst(student), student.middleName].filter(Boolean).join(' '),
  fullName: [student.firstName, student.middleName, student.lastName].filter(Boolean).join(' '),
  classId: student.classId,
  dateOfBirth: student.dateOfBirth ?? null,
  enteredOn: student.entryDate ?? null,
  leftOn: student.status === 'archived' ? (student.date_of_leaving ?? null) : null,
});

/** The letterhead of a document as that of the report cards of the student's form is now. */
export function letterheadOf(
  { name, motto, address, telephone, email, timeZone, principal }: SchoolFile,
  { head, paper }: Pick<CardLayout, 'head' | 'paper'>,
): Pick<DocumentContent, 'school' | 'head' | 'paper' | 'principal'> {
  return { school: { name, motto, address, telephone, email, timeZone }, head, paper, principal };
}
