import type { Conflict } from '#shared/http/error-body.ts';
import { Button } from '../ui/controls/button.tsx';
import { momentText } from '../ui/fields/dates/school-clock.ts';
import { Stack } from '../ui/layout/stack.tsx';
import { Muted, Text } from '../ui/layout/text.tsx';
import styles from './form.module.css';

interface ConflictChoiceProps {
  conflict: Conflict;
  label: string;
  /** The user's value, which may not be what the server names. */
  mine: string;
  theirs: string;
  onSettle: (choice: 'mine' | 'theirs') => void;
}

/** Both values side by side, under the field that somebody else changed meanwhile (rule 9). */
export function ConflictChoice({ conflict: { by, at }, label, mine, theirs, onSettle }: ConflictChoiceProps) {
  const when = at === null ? '' : `, ${momentText(at)}`;
  return (
    <Stack gap={8} size="13on18" className={styles.conflict} role="alert">
      <span>{`${by ?? 'Somebody'} changed ${label}${when}.`}</span>
      <Stack pairs="always" gap={8} across={12}>
        <Stack gap={6} className={styles.value} shrinks>
          <Muted as="span">Yours</Muted>
          <Text as="strong" breaks>
            {mine}
          </Text>
          <Button onClick={() => onSettle('mine')}>Keep mine</Button>
        </Stack>
        <Stack gap={6} className={styles.value} shrinks>
          <Muted as="span">Theirs</Muted>
          <Text as="strong" breaks>
            {theirs}
          </Text>
          <Button onClick={() => onSettle('theirs')}>Take theirs</Button>
        </Stack>
      </Stack>
    </Stack>
  );
}
