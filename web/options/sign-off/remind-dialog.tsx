import { Check, Copy } from 'lucide-react';
import { signScreenWordings as wordings } from '#shared/options/sign-off/screen-wordings.ts';
import { stages } from '#shared/options/sign-off/stages.ts';
import { completenessWordings } from '#shared/term-reports/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useCopy } from '../../ui/controls/use-copy.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { awaitedOf, type ClassOnBoard } from './signing.ts';

interface RemindDialogProps {
  classes: readonly ClassOnBoard[];
  /** "Term 1 2025-2026". */
  of: string;
  onClose: () => void;
}

interface Waiting {
  name: string | null;
  line: string;
}

/** What waits, by person; without a name what no person has the post for. Pure. */
export function listAwaited(classes: readonly ClassOnBoard[]): { name: string | null; lines: string[] }[] {
  const waiting = stages.flatMap((stage) =>
    classes.flatMap((one): Waiting[] => {
      const { count, names } = awaitedOf(one, stage);
      if (count === 0) return [];
      return names.length === 0
        ? [{ name: null, line: wordings.withoutPost(one.class_id, stage) }]
        : names.map((name) => ({ name, line: wordings.reminderLine(one.class_id, count, stage) }));
    }),
  );
  return [...Map.groupBy(waiting, ({ name }) => name)]
    .map(([name, own]) => ({ name, lines: own.map(({ line }) => line) }))
    .sort((a, b) => (a.name ?? '').localeCompare(b.name ?? ''));
}

/** Words to copy for each person who is awaited; nothing is sent. */
export default function RemindDialog({ classes, of, onClose }: RemindDialogProps) {
  const { copied, isRefused, copy } = useCopy();
  const awaited = listAwaited(classes);
  return (
    <Dialog
      openedBy="act"
      open
      title={wordings.remind}
      text={wordings.remindText}
      onClose={onClose}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {isRefused && <Alert tone="error">{completenessWordings.copyRefused}</Alert>}
      {awaited.length === 0 ? (
        <Alert tone="success">{wordings.nobodyAwaited}</Alert>
      ) : (
        <Stack as="ul" gap={16} above={12}>
          {awaited.map(({ name, lines }) => {
            const text = name === null ? null : wordings.reminder({ name, of, lines });
            return (
              <li key={name ?? ''}>
                <Row justify="between" gap={8}>
                  <Text as="h3" size={14}>
                    {name ?? wordings.nobody}
                  </Text>
                  {text !== null && (
                    <Button
                      icon={copied === text ? Check : Copy}
                      aria-label={`Copy for ${name}`}
                      onClick={() => void copy(text)}
                    >
                      {copied === text ? 'Copied' : 'Copy'}
                    </Button>
                  )}
                </Row>
                <Stack as="ul" gap={2} tone="muted" size={13.5}>
                  {lines.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </Stack>
              </li>
            );
          })}
        </Stack>
      )}
    </Dialog>
  );
}
