import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type FormClassEntry, peopleContract } from '#shared/people/contract.ts';
import { queryOf } from '../../../api/query.ts';
import { LoadingScreen } from '../../../pickers/loading-screen.tsx';
import { useProgressOfEach } from '../../../pickers/progress-of-each.tsx';
import { ScreenHead } from '../../../ui/display/screen-head.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Muted } from '../../../ui/layout/text.tsx';
import styles from './mark-sheet.module.css';

interface SelectClassProps {
  title: string;
  onPick: (classId: string) => void;
  actions: ReactNode;
}

/** Lower and upper sixth, levels 6 and 7, are under Form 6 (product §2). */
const formOf = ({ form_level }: FormClassEntry): number => Math.min(form_level, 6);

/** 'Select Class' (product §2): Form 1 to Form 6 with their classes. */
export default function SelectClass({ title, onPick, actions }: SelectClassProps) {
  const classes = useQuery(queryOf(peopleContract.listFormClasses, {}));
  const ids = classes.data?.map(({ id }) => id) ?? [];
  const progress = useProgressOfEach({ ids, of: 'class', counted: 'marks' });
  if (!classes.data) return <LoadingScreen title={title} what="classes" queries={[classes]} />;
  const forms = [...Map.groupBy(classes.data, formOf)].sort(([a], [b]) => a - b);
  return (
    <>
      <ScreenHead
        title={title}
        subtitle="Select Class"
        actions={
          <>
            {actions}
            {progress.button}
          </>
        }
      />
      <Stack gap={18} className={styles.forms} width={720}>
        {forms.map(([form, ofForm]) => (
          <section key={form} aria-labelledby={`form-${form}`}>
            <Muted as="h2" size="13on18" below={8} id={`form-${form}`}>
              Form {form}
            </Muted>
            <ul data-long={progress.isShown || undefined}>
              {ofForm.map(({ id, class_name }) => (
                <Row as="li" key={id} gap={12}>
                  <button
                    type="button"
                    className={styles.formClass}
                    aria-describedby={progress.isShown ? `entered-${id}` : undefined}
                    onClick={() => onPick(id)}
                  >
                    {class_name}
                  </button>
                  {progress.isShown && <p id={`entered-${id}`}>{progress.textOf(id)}</p>}
                </Row>
              ))}
            </ul>
          </section>
        ))}
      </Stack>
    </>
  );
}
