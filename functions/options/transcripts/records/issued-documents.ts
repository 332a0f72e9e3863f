import { type DocumentKind, orderOfNumber } from '#shared/options/transcripts/kinds.ts';
import { entity } from '../../../platform/table/entity.ts';
import { readMany } from '../../../platform/table/table.ts';
import type { DocumentContent } from '../document-content.ts';

/** The number of a document that was issued. It is given once, and stays when its student is erased. */
export interface DocumentNumberItem {
  /** The year in which it was issued: that of the number. */
  issuedIn: number;
  /** `orderOfNumber`: the last number of a year is the last of its partition, also behind 9999. */
  order: string;
  number: string;
  studentId: string;
  kind: DocumentKind;
  /** ISO 8601. */
  issuedAt: string;
  /** Display name of the account. */
  issuedBy: string;
  /** ISO 8601; absent while it is valid. */
  withdrawnAt?: string | undefined;
  withdrawnBy?: string | undefined;
  /** Why it was withdrawn. */
  reason?: string | undefined;
  /** Where it is in the status list of its year (`signed-document`); absent where it was not signed. */
  statusIndex?: number | undefined;
}

export const DocumentNumberEntity = entity<DocumentNumberItem>()({
  name: 'document-number',
  pk: 'document-numbers#${issuedIn}',
  sk: '${order}',
});

/** What a document says: written once, under its number. */
interface StudentDocumentItem {
  studentId: string;
  number: string;
  /** Of `content`; 1: JSON of {@link DocumentContent}. */
  format: number;
  content: string;
}

export const StudentDocumentEntity = entity<StudentDocumentItem>()({
  name: 'student-document',
  pk: 'student-documents#${studentId}',
  sk: '${number}',
});

const yearOf = (number: string): number => Number(number.slice(0, 4));

export const documentNumberKey = (number: string) =>
  DocumentNumberEntity.key({ issuedIn: yearOf(number), order: orderOfNumber(number) });

/** The first number of a year that is free. One query. */
export async function readNextPlace(issuedIn: number): Promise<number> {
  const last = await DocumentNumberEntity.query({ issuedIn }, { isDescending: true, limit: 1, only: ['order'] });
  return Number(last[0]?.order ?? 0) + 1;
}

/** What the status list of a year is made of. One query. */
export const listDocumentsOfYear = (issuedIn: number) =>
  DocumentNumberEntity.query({ issuedIn }, { only: ['number', 'statusIndex', 'withdrawnAt'] });

/** The documents of a student, the latest first. A query, and a request for each hundred. */
export async function listDocumentsOfStudent(studentId: string): Promise<DocumentNumberItem[]> {
  const documents = await StudentDocumentEntity.query({ studentId }, { only: ['number'] });
  const numbers = await readMany(documents.map(({ number }) => documentNumberKey(number)));
  return numbers.sort((a, b) => b.issuedAt.localeCompare(a.issuedAt) || b.number.localeCompare(a.number));
}

/** @throws for a format of a later program */
export function parseDocument({ format, content }: Pick<StudentDocumentItem, 'format' | 'content'>): DocumentContent {
  if (format !== 1) throw new Error(`A document of format ${format}`);
  return JSON.parse(content) as DocumentContent;
}
