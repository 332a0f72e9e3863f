import type { Output } from '#shared/http/contract.ts';
import type { termReportsContract } from '#shared/term-reports/contract.ts';
import styles from './term-reports.module.css';

type FormClass = Output<typeof termReportsContract.formClasses>[number];

interface ClassPickerProps {
  classes: readonly FormClass[];
  onPick: (classId: string) => void;
}

/** Lower and upper sixth, levels 6 and 7, are under Form 6 (product §2). */
const formOf = ({ form_level }: FormClass): number => Math.min(form_level, 6);

/** Classes grouped 'Form 1' to 'Form 6'; forms without a class of the user's are not shown. */
export function ClassPicker({ classes, onPick }: ClassPickerProps) {
  const forms = [...Map.groupBy(classes, formOf)].sort(([a], [b]) => a - b);
  return (
    <div className={styles.forms}>
      {forms.map(([form, ofForm]) => (
        <section key={form} aria-labelledby={`form-${form}`}>
          <h2 id={`form-${form}`}>Form {form}</h2>
          <ul className={styles.classes}>
            {ofForm.map(({ id, as }) => (
              <li key={id}>
                <button type="button" className={styles.formClass} onClick={() => onPick(id)}>
                  <strong>{id}</strong>
                  {as !== 'admin' && <span>{as}</span>}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
