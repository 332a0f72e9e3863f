import { createContext, useContext } from 'react';
import type { Scheme } from '#shared/marks/scheme.ts';
import { BesideRemark, type BesideRemarkProps } from '../../../forms/beside-remark.tsx';
import type { StudentRecord } from '../use-class-records.ts';
import { computeLineTotal } from './line-totals.ts';

interface RemarksOfClass {
  record: StudentRecord;
  scheme: Scheme;
  titleOf: (subjectId: string) => string;
  /** The other records of the class, as they are now. */
  others: () => readonly StudentRecord[];
}

/** What is known of a record where its remarks are typed. */
export const RemarksOfClassContext = createContext<RemarksOfClass | null>(null);

interface RemarkOfRecordProps extends Pick<BesideRemarkProps, 'onWarning'> {
  /** The remark's `data-field`: "comments", or "MATH/comment" of a subject. */
  name: string;
  text: string;
}

/** Has options judge a remark of the record while it is typed. */
export function RemarkOfRecord({ name, text, onWarning }: RemarkOfRecordProps) {
  const of = useContext(RemarksOfClassContext);
  if (of === null) return null;
  const { record, scheme, titleOf, others } = of;
  const subjectId = name.endsWith('/comment') ? name.slice(0, name.lastIndexOf('/')) : null;
  const line = record.table2_records.find(({ subject_id }) => subject_id === subjectId);
  const total = line ? computeLineTotal(line, scheme) : null;
  return (
    <BesideRemark
      remark={{
        text,
        student: { id: record.student_id, firstName: record.first_name, lastName: record.last_name },
        subject:
          subjectId === null ? null : { title: titleOf(subjectId), total: typeof total === 'number' ? total : null },
        pronoun: { class_id: record.class_id, year: record.year },
        others: () =>
          others().map((other) => ({ firstName: other.first_name, text: remarkIn(other, { name, subjectId }) })),
      }}
      onWarning={onWarning}
    />
  );
}

function remarkIn(record: StudentRecord, { name, subjectId }: { name: string; subjectId: string | null }): string {
  const line = record.table2_records.find(({ subject_id }) => subject_id === subjectId);
  const found = subjectId === null ? (record as unknown as Record<string, unknown>)[name] : line?.comment;
  return typeof found === 'string' ? found : '';
}
