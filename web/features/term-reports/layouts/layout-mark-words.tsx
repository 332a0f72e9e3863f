import { Plus, X } from 'lucide-react';
import { addMarkInWords, changeMarkInWords, removeMarkInWords } from '#shared/term-reports/layouts/edit-lists.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import styles from './layouts.module.css';
import { OrderLine, type PartProps } from './order-line.tsx';

/** A total in digits, as it is typed: anything else is left out. */
const toMark = (text: string): number => Math.min(100, Number(text.replace(/\D/g, '')));

/** What a total is called in words, from the highest down. */
export function LayoutMarkWords({ layout, onChange }: PartProps) {
  const lines = layout.marksInWords ?? [];
  return (
    <>
      {lines.map(({ from, words }, place) => (
        <OrderLine
          // biome-ignore lint/suspicious/noArrayIndexKey: both are typed, and a line has nothing else that tells it apart
          key={place}
          title={words}
          layout={layout}
          onChange={onChange}
          acts={[{ label: 'Take off', icon: X, next: () => removeMarkInWords(layout, place) }]}
        >
          <Row gap={8} align="end">
            <Stack className={styles.from}>
              <TextField
                label="From %"
                numeric
                value={String(from)}
                // The last is from 0: each total has a word.
                disabled={place === lines.length - 1}
                onChange={(event) =>
                  onChange(changeMarkInWords(layout, place, { from: toMark(event.currentTarget.value) }))
                }
              />
            </Stack>
            <Stack grow>
              <TextField
                label="In words"
                limit={30}
                value={words}
                onChange={(event) => onChange(changeMarkInWords(layout, place, { words: event.currentTarget.value }))}
              />
            </Stack>
          </Row>
        </OrderLine>
      ))}
      <Row>
        <Button icon={Plus} onClick={() => onChange(addMarkInWords(layout, 'New words'))}>
          Add Words
        </Button>
      </Row>
    </>
  );
}
