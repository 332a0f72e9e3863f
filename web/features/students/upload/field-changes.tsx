import { type StudentField, studentFields } from '#shared/students/fields.ts';
import type { ConfirmRow } from './confirm-rows.ts';
import styles from './upload.module.css';
import type { ConfirmActs } from './use-confirm-rows.ts';

interface FieldChangesProps {
  rows: readonly ConfirmRow[];
  fields: readonly StudentField[];
  acts: ConfirmActs;
}

/** The fields that the file would change of students who are here: each taken or left for all of them. */
export function FieldChanges({ rows: all, fields, acts }: FieldChangesProps) {
  const changing = fields
    .map((field) => ({ field, rows: all.filter((row) => isChange(row, field)) }))
    .filter(({ rows }) => rows.length > 0);
  if (changing.length === 0) return null;
  return (
    <fieldset className={styles.fields}>
      <legend>Changes to students already in the school</legend>
      {changing.map(({ field, rows }) => {
        const kept = rows.filter((row) => row.kept.has(field)).length;
        return (
          <label key={field}>
            <input
              type="checkbox"
              checked={kept < rows.length}
              ref={(box) => {
                if (box) box.indeterminate = kept > 0 && kept < rows.length;
              }}
              onChange={() => acts.keepEverywhere(field, kept === 0)}
            />
            {studentFields[field].label} <span className={styles.muted}>{rows.length}</span>
          </label>
        );
      })}
    </fieldset>
  );
}

const isChange = ({ match, problem, isAnother, was }: ConfirmRow, field: StudentField): boolean =>
  match !== null && problem === null && !isAnother && field in was;
