import { useEffect, useRef } from 'react';
import { lessonWordings } from '#shared/people/wordings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { SaveStatusText } from '../../../ui/screen/save-status-text.tsx';
import styles from './lessons.module.css';
import type { ClassPostsState } from './use-class-posts.ts';

interface ClassPostFieldProps {
  label: string;
  posts: ClassPostsState;
  /** Every class of the school, in its order. */
  classIds: readonly string[];
}

/**
 * "Form Class" or "Form Dean", saved when the focus leaves it. Taking another teacher's class is confirmed beside the
 * field.
 */
export function ClassPostField({ label, posts, classIds }: ClassPostFieldProps) {
  const { chosen, state, taking } = posts;
  const leaving = useCallOnFocusLeave(() => void posts.save());
  return (
    <Stack top gap={4} className={styles.post} {...leaving}>
      <MultiSelect
        label={label}
        options={classIds}
        value={chosen}
        onValueChange={(value) => posts.choose(classIds.filter((id) => value.includes(id)))}
        placeholder="None"
        error={state.status === 'error' ? state.message : undefined}
      />
      <Row gap={8} className={styles.postState}>
        <SaveStatusText status={state.status} text={describeSaveState(state.status)} live />
        {state.status === 'error' && (
          <Button variant="quiet" onClick={() => void posts.save()}>
            Retry
          </Button>
        )}
      </Row>
      {taking && (
        <Stack gap={10} size="13on18" className={styles.taking} role="alert">
          <p>{`${taking.name} is form teacher of ${taking.class_id}. A class has one form teacher.`}</p>
          <Row wrap gap={8}>
            <Button onClick={posts.leave}>Leave it</Button>
            <Button variant="primary" onClick={posts.take}>
              {`Take ${taking.class_id}`}
            </Button>
          </Row>
        </Stack>
      )}
    </Stack>
  );
}

/** The product's words for how a save goes (product §8 "Messages"). */
export const describeSaveState = (status: 'idle' | 'saving' | 'saved' | 'error'): string =>
  status === 'idle' ? '' : status === 'error' ? lessonWordings.failed : lessonWordings[status];

/**
 * Calls `onLeave` when the focus has left a part of the page. A list that opens over the page belongs to the part where
 * it was opened: React passes its focus events on to there.
 */
export function useCallOnFocusLeave(onLeave: () => void) {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    onFocus: () => clearTimeout(timer.current),
    onBlur: () => {
      clearTimeout(timer.current);
      // Nothing has the focus for a frame or two while a list opens.
      timer.current = setTimeout(() => leave.current(), 100);
    },
  };
}
