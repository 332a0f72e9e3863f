import type { attendanceContract } from '#shared/attendance/contract.ts';
import type { Output } from '#shared/http/contract.ts';
import { displayDate } from '#shared/school/display-date.ts';
import type { DayOrder } from '#shared/school/parse-day.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Row } from '../../../ui/layout/row.tsx';
import { Stack } from '../../../ui/layout/stack.tsx';
import { Text } from '../../../ui/layout/text.tsx';
import { PreviewTable, ReadingNotes } from '../../../uploads/file-preview.tsx';
import { DayOrderChoice } from '../../../uploads/file-questions.tsx';
import styles from './import.module.css';

interface ImportPreviewProps {
  file: File;
  preview: Output<typeof attendanceContract.previewImport>;
  isBusy: boolean;
  onAdd: () => void;
  /** Confirms ids of the file as students whose ids differ only in leading zeros. */
  onSame: (ids: readonly string[]) => void;
  /** Says whether the day or the month comes first. */
  onOrder: (order: DayOrder) => void;
  onLeave: () => void;
}

/** What a file would add, day by day, and which rows and ids are refused. */
export function ImportPreview({ file, preview, isBusy, onAdd, onSame, onOrder, onLeave }: ImportPreviewProps) {
  const { scans, added, doubled, days, unknown, unknown_count, near, refused, refused_count, notes, day_order } =
    preview;
  if (day_order !== null)
    return (
      <Stack as="section" gap={12} className={styles.preview} aria-label={`Question about ${file.name}`}>
        <Text as="h2" size="16on22" breaks>
          {file.name}
        </Text>
        <DayOrderChoice question={day_order} isBusy={isBusy} onAnswer={onOrder} />
        <Row align="stretch" wrap gap={8}>
          <Button onClick={onLeave}>Cancel</Button>
        </Row>
      </Stack>
    );
  return (
    <Stack as="section" gap={12} className={styles.preview} aria-label={`What ${file.name} adds`}>
      <Text as="h2" size="16on22" breaks>
        {file.name}
      </Text>
      <p>
        {scans === 0 ? 'No scan of this file can be added.' : `${count(added)} of ${count(scans)} scans are new.`}
        {doubled > 0 && ` ${doubled === 1 ? '1 row repeats' : `${count(doubled)} rows repeat`} an earlier row.`}
      </p>
      {unknown.length > 0 && (
        <Alert tone="warning">
          No current student has {unknown.map(({ id, scans: of }) => `${id} (${count(of)})`).join(', ')}
          {unknown_count > unknown.length && ` and ${count(unknown_count - unknown.length)} more ids`}.
        </Alert>
      )}
      <ReadingNotes notes={notes} />
      <NearIds near={near} isBusy={isBusy} onSame={onSame} />
      {refused_count > 0 && (
        <Alert tone="warning">
          {refused_count === 1 ? '1 row' : `${count(refused_count)} rows`} cannot be read:{' '}
          {refused.map(({ row, reason }) => `row ${row}: ${reason}`).join(' ')}
          {refused_count > refused.length && ` And ${count(refused_count - refused.length)} more.`}
        </Alert>
      )}
      <PreviewTable
        label="Days"
        dense={false}
        rows={days}
        keyOf={({ date }) => date}
        columns={[
          { label: 'Day', cell: ({ date }) => displayDate(date) },
          { label: 'Scans', cell: (day) => count(day.scans), isNumber: true },
          { label: 'New', cell: (day) => count(day.added), isNumber: true },
          { label: 'Note', cell: ({ why }) => why },
        ]}
      />
      <Row align="stretch" wrap gap={8}>
        {added > 0 && (
          <Button variant="primary" busy={isBusy} onClick={onAdd}>
            Add {added === 1 ? '1 scan' : `${count(added)} scans`}
          </Button>
        )}
        <Button onClick={onLeave}>Cancel</Button>
      </Row>
    </Stack>
  );
}

type NearIdsProps = Pick<ImportPreviewProps, 'isBusy' | 'onSame'> & Pick<ImportPreviewProps['preview'], 'near'>;

/** Ids of the file that lost their leading zeros, to be confirmed by the office. */
function NearIds({ near, isBusy, onSame }: NearIdsProps) {
  if (near.length === 0) return null;
  const chosen = near.filter(({ is_same }) => is_same).map(({ id }) => id);
  const isAll = chosen.length === near.length;
  return (
    <Stack as="fieldset" gap={4} className={styles.near} disabled={isBusy}>
      <legend>Are these the same students? Their ids differ only in zeros at the start.</legend>
      {near.length > 1 && (
        <label>
          <input type="checkbox" checked={isAll} onChange={() => onSame(isAll ? [] : near.map(({ id }) => id))} /> All{' '}
          {count(near.length)}
        </label>
      )}
      {near.map(({ id, student_id, name, scans, is_same }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={is_same}
            onChange={() => onSame(is_same ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />{' '}
          {id} is {student_id}, {name} ({count(scans)})
        </label>
      ))}
    </Stack>
  );
}

const count = (number: number): string => number.toLocaleString('en');
