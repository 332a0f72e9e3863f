import { markFieldName } from '#shared/marks/field-names.ts';
import { type MarkBookStudent, markBookContract } from '#shared/marks/mark-book/contract.ts';
import { markSheetWordings } from '#shared/marks/wordings.ts';
import { lastFirst, nameApart } from '#shared/people/shared-names.ts';
import type { SaveTarget } from '../../../outbox/pending-record.ts';
import {
  defineSaveKind,
  hasExactShape,
  isMarkOrBlank,
  isTerm,
  isText,
  type StoredSave,
} from '../../../outbox/save-kind.ts';

const assessmentNumbers = Array.from({ length: 60 }, (_, index) => index + 1);
const numberOf = new Map(assessmentNumbers.map((number) => [markFieldName(number), number]));

const isRecord = hasExactShape({
  employee_id: isText,
  subject_id: isText,
  academic_year_id: isText,
  term: isTerm,
  student_id: isText,
  form_class_id: isText,
});

/** Undefined if a field is not an assessment, or a value not a mark. */
function marksOf({ fields, was }: Pick<StoredSave, 'fields' | 'was'>) {
  const seen = new Map<string, unknown>(Object.entries(was));
  const marks = Object.entries(fields).flatMap(([field, mark]: [string, unknown]) => {
    const assesment_number = numberOf.get(field);
    const before = seen.get(field);
    return assesment_number !== undefined && isMarkOrBlank(mark) && isMarkOrBlank(before)
      ? [{ assesment_number, mark, was: before }]
      : [];
  });
  return marks.length === Object.keys(fields).length ? marks : undefined;
}

/** The marks of one student's line in the mark book; its fields are `markFieldName`s. */
export const bookLineSaveKind = defineSaveKind(markBookContract.saveMark, {
  name: 'bookLine',
  version: 1,
  failure: markSheetWordings.notSaved,
  labels: Object.fromEntries(assessmentNumbers.map((number) => [markFieldName(number), `Assessment ${number}`])),
  read: ({ record, fields, was }) => {
    const marks = marksOf({ fields, was });
    return isRecord(record) && marks ? { ...record, marks } : undefined;
  },
});

/** The fields by which calls name a page of the mark book. */
export interface BookPageFields {
  employee_id: string;
  subject_id: string;
  academic_year_id: string;
  term: 1 | 2 | 3;
}

/** Names of the students of a page, "Last, First", with the id behind those that several have. */
export const bookNameApart = (students: Iterable<MarkBookStudent>) =>
  nameApart(students, { name: lastFirst, id: ({ id }) => id });

/** One student's line of the mark book in a term; `name`: as the page tells its students apart. */
export function bookLineSaveTarget(
  page: BookPageFields,
  student: MarkBookStudent,
  name = lastFirst(student),
): SaveTarget {
  const { id, class_id } = student;
  const { employee_id, subject_id, academic_year_id, term } = page;
  return bookLineSaveKind.target({
    names: [id, subject_id, academic_year_id, term],
    record: { employee_id, subject_id, academic_year_id, term, student_id: id, form_class_id: class_id },
    about: name,
  });
}
