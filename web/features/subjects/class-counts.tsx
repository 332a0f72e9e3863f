import { Link } from 'react-router-dom';
import type { Output } from '#shared/http/contract.ts';
import { pluralize } from '#shared/pluralize.ts';
import type { studentSubjectsContract } from '#shared/subjects/assignment/contract.ts';
import { sitePaths } from '../../session/site-paths.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import styles from './subjects.module.css';

interface ClassCountsProps {
  subjectId: string;
  choices: Output<typeof studentSubjectsContract.readSubjectChoices>;
  /** The class whose students are shown; null for all. */
  chosen: string | null;
  onChosen: (classId: string | null) => void;
}

/**
 * By class, how many take the subject, of how many: a press shows those of the class. And where it is taught and nobody
 * takes it.
 */
export function ClassCounts({ subjectId, choices: { students, teachers }, chosen, onChosen }: ClassCountsProps) {
  const taught = new Set(teachers.flatMap(({ class_ids }) => class_ids));
  const classes = [...Map.groupBy(students, ({ class_id }) => class_id)].map(([id, ofClass]) => ({
    id,
    level: ofClass[0]?.form_level,
    size: ofClass.length,
    taking: ofClass.filter(({ is_assigned }) => is_assigned).length,
  }));
  const whole = classes.filter((one) => one.taking === one.size);
  const partly = classes.filter((one) => one.taking > 0 && one.taking < one.size);
  const missing = classes.filter((one) => one.taking === 0 && taught.has(one.id));
  const buttons = (some: typeof classes) => (
    <Row
      as="fieldset"
      align="stretch"
      wrap
      gap={4}
      className={styles.classes}
      figures
      below={12}
      aria-label="Students by class"
    >
      {some.map(({ id, taking, size }) => (
        <Button
          key={id}
          variant="quiet"
          aria-pressed={id === chosen}
          onClick={() => onChosen(id === chosen ? null : id)}
        >
          <strong>{id}</strong> {taking} of {size}
        </Button>
      ))}
    </Row>
  );
  return (
    <>
      {partly.length > 0 && buttons(partly)}
      {whole.length > 0 && (
        <details className={styles.whole}>
          <summary>All students of {pluralize(whole.length, 'class', 'classes')}</summary>
          {buttons(whole)}
        </details>
      )}
      {missing.length > 0 && (
        <p className={styles.hint}>
          Taught, and nobody takes it:{' '}
          {missing.map(({ id, level, size }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to={`${sitePaths.subjects}?tab=batch&subject=${subjectId}&level=${level}&class=${id}`}>
                {id} ({pluralize(size, 'student')})
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}
