import { UserRoundPen } from 'lucide-react';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import styles from './teachers.module.css';
import { countOf, useWithoutTeacher } from './use-without-teacher.ts';

/** Says how many lessons and classes nobody has, with the way to their list. Nothing where everything has somebody. */
export function WithoutTeacherNotice({ onOpen }: { onOpen: () => void }) {
  const work = useWithoutTeacher();
  if (work.isError && !work.data) {
    return (
      <div className={styles.walls}>
        <Alert tone="warning">
          <p>Whether every lesson and class has a teacher could not be read.</p>
          <Button busy={work.isFetching} onClick={() => void work.refetch()}>
            Retry
          </Button>
        </Alert>
      </div>
    );
  }
  const count = work.data ? countOf(work.data) : '';
  if (count === '') return null;
  return (
    <div className={styles.walls}>
      <Alert tone="warning">
        <p>
          <strong>{count}</strong> without a teacher: who had them has left, or a class has no form teacher.
        </p>
        <Button icon={UserRoundPen} onClick={onOpen}>
          Hand Over
        </Button>
      </Alert>
    </div>
  );
}
