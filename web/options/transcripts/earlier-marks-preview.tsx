import type { Output } from '#shared/http/contract.ts';
import type { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { transcriptScreenWordings as wordings } from '#shared/options/transcripts/wordings.ts';
import { academicYearTitle } from '#shared/school/academic-year.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Row } from '../../ui/layout/row.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import { NoteList, PreviewTable, ReadingNotes } from '../../uploads/file-preview.tsx';
import { isChosen } from './chosen-marks.ts';

type Preview = Output<typeof transcriptsContract.previewEarlierMarks>;
type PreviewRow = Preview['rows'][number];

interface EarlierMarksPreviewProps {
  /** Of the file. */
  name: string;
  preview: Preview;
  taken: ReadonlySet<number>;
  isBusy: boolean;
  onTaken: (taken: ReadonlySet<number>) => void;
  onStore: () => void;
  onLeave: () => void;
}

/** Rows that are refused and listed; the others are counted. */
const mostListed = 50;

/** What a file would store: rows that are new, rows that are asked about, and rows that are refused. */
export function EarlierMarksPreview(props: EarlierMarksPreviewProps) {
  const { name, preview, taken, isBusy, onTaken, onStore, onLeave } = props;
  const of = (state: PreviewRow['state']) => preview.rows.filter((row) => row.state === state);
  const [fresh, asked, same, refused] = [of('new'), of('ask'), of('same'), of('refused')];
  const count = preview.rows.filter((row) => isChosen(row, taken)).length;
  const isAll = asked.every(({ row }) => taken.has(row));
  const toggle = (row: number) => {
    const next = new Set(taken);
    if (!next.delete(row)) next.add(row);
    onTaken(next);
  };
  return (
    <Stack as="section" gap={12} narrow aria-label={wordings.whatFileStores(name)}>
      <Text as="h2" size="16on22" breaks>
        {name}
      </Text>
      <p>
        {wordings.counted({ fresh: fresh.length, asked: asked.length, same: same.length, refused: refused.length })}
      </p>
      <ReadingNotes notes={preview.notes} />
      <NoteList
        tone="warning"
        title={wordings.rowsRefused(refused.length)}
        label={wordings.refusedRows}
        notes={refused.slice(0, mostListed).map(({ row, note }) => ({ key: row, text: `Row ${row}: ${note}` }))}
        total={refused.length}
      />
      {asked.length > 0 && (
        <Stack as="fieldset" gap={4} disabled={isBusy}>
          <legend>{wordings.questions}</legend>
          {asked.length > 1 && (
            <label>
              <input
                type="checkbox"
                checked={isAll}
                onChange={() => onTaken(new Set(isAll ? [] : asked.map(({ row }) => row)))}
              />{' '}
              {wordings.all(asked.length)}
            </label>
          )}
          {asked.map(({ row, note }) => (
            <label key={row}>
              <input type="checkbox" checked={taken.has(row)} onChange={() => toggle(row)} /> {`Row ${row}: ${note}`}
            </label>
          ))}
        </Stack>
      )}
      <PreviewTable
        label={wordings.marksOfFile}
        rows={preview.rows.filter((row) => isChosen(row, taken)).slice(0, mostListed)}
        keyOf={({ row }) => String(row)}
        columns={[
          { label: 'Row', cell: ({ row }) => row },
          { label: 'Student', cell: ({ name: of, student_id }) => `${of} (${student_id})` },
          { label: 'Term', cell: ({ year, term }) => `${academicYearTitle(year ?? 0)}, ${term}` },
          { label: 'Subject', cell: ({ subject }) => subject },
          { label: 'Mark', cell: ({ mark }) => mark, isNumber: true },
          { label: 'Source', cell: ({ source }) => source },
        ]}
      />
      {count > mostListed && <p>{wordings.andMore(count - mostListed)}</p>}
      <Row align="stretch" wrap gap={8}>
        {count > 0 && (
          <Button variant="primary" busy={isBusy} onClick={onStore}>
            {wordings.store(count)}
          </Button>
        )}
        <Button onClick={onLeave}>Cancel</Button>
      </Row>
    </Stack>
  );
}
