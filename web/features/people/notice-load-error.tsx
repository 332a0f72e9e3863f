import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import styles from './teachers.module.css';

/** In place of a notice above the teachers that could not be loaded: a sentence and Retry. */
export const NoticeLoadError = ({ query, text }: { query: UseQueryResult<unknown>; text: string }) => (
  <div className={styles.notices}>
    <Alert tone="warning">
      <p>{text}</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Retry
      </Button>
    </Alert>
  </div>
);
