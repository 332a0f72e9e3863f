import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FormClassEntry, peopleContract } from '#shared/people/contract.ts';
import { queryOf } from '../../api/query.ts';
import { LoadState } from '../../pickers/load-state.tsx';
import { ScreenHead } from '../../ui/display/screen-head.tsx';
import styles from './mark-sheet.module.css';

interface SelectClassProps {
  title: string;
  onPick: (classId: string) => void;
  actions: ReactNode;
}

/** Lower and upper sixth, levels 6 and 7, are under Form 6 (product §2). */
const formOf = ({ form_level }: FormClassEntry): number => Math.min(form_level, 6);

/** 'Select Class' (product §2): Form 1 to Form 6 with their classes. */
export function SelectClass({ title, onPick, actions }: SelectClassProps) {
  const classes = useQuery(queryOf(peopleContract.formClassesList, {}));
  if (!classes.data) return <LoadState title={title} what="classes" queries={[classes]} />;
  const forms = [...Map.groupBy(classes.data, formOf)].sort(([a], [b]) => a - b);
  return (
    <>
      <ScreenHead title={title} subtitle="Select Class" actions={actions} />
      <div className={styles.forms}>
        {forms.map(([form, ofForm]) => (
          <section key={form} aria-labelledby={`form-${form}`}>
            <h2 id={`form-${form}`}>Form {form}</h2>
            <ul>
              {ofForm.map(({ id, class_name }) => (
                <li key={id}>
                  <button type="button" className={styles.formClass} onClick={() => onPick(id)}>
                    {class_name}
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}
