import type { MoveInRow } from '#shared/options/move-in/contract.ts';
import { cellName } from '#shared/options/move-in/said.ts';
import { waitsForAnswer, moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { Table } from '../../ui/display/table.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import { Text } from '../../ui/layout/text.tsx';
import type { MoveInState } from './use-move-in.ts';

interface RefusedRowsProps {
  rows: readonly MoveInRow[];
  /** Of the file; the first of them are listed. */
  total: number;
  isBusy: boolean;
  state: MoveInState;
}

/** The form of the corrections, for its button beside Store: one takes the place of the other. */
export const correctionsForm = 'corrections';

/** Rows that are listed: more are downloaded. */
const most = 100;

/** Refused rows with sheet, cell and reason, each with its cell to be typed right. Nothing where there are none. */
export function RefusedRows({ rows, total, isBusy, state }: RefusedRowsProps) {
  const { typed } = state;
  if (total === 0) return null;
  const listed = rows.filter((row) => row.state === 'refused');
  const own = listed.filter(({ note }) => !waitsForAnswer(note));
  // Those that wait for an answer are listed last: of a list that is cut before them nobody knows how many there are.
  const waiting = own.length < listed.length || listed.length === total ? total - own.length : 0;
  const refused = own.slice(0, most);
  const more = total - waiting - refused.length;
  const waitingRows = waiting > 0 && <p>{wordings.waiting(waiting)}</p>;
  if (refused.length === 0) return waitingRows;
  return (
    <Stack gap={8} narrow>
      <Text as="h3" size="14on20">
        {wordings.refused}: {(total - waiting).toLocaleString('en')}
      </Text>
      {waitingRows}
      <form
        id={correctionsForm}
        onSubmit={(event) => {
          event.preventDefault();
          if (Object.keys(typed).length > 0 && !isBusy) state.sayTyped();
        }}
      >
        <Table label={wordings.refused} folds>
          <thead>
            <tr>
              <th scope="col">Place</th>
              <th scope="col">What</th>
              <th scope="col">Reason</th>
              <th scope="col">Correct to</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ sheet, row, what, note, fix }) => {
              const cell = fix && cellName({ sheet, row, field: fix.field });
              return (
                <tr key={`${sheet} ${row} ${what} ${note}`}>
                  <th scope="row">{row === 0 ? sheet : `${sheet}, ${fix?.column ?? ''}${row}`}</th>
                  <td data-label="What">{what}</td>
                  <td data-label="Reason">{note}</td>
                  <td data-label="Correct to">
                    {fix && cell && (
                      <TextField
                        label={`${fix.label} of ${sheet}, row ${row}`}
                        isLabelHidden
                        placeholder={fix.label}
                        limit={1000}
                        value={typed[cell] ?? fix.text}
                        onChange={({ currentTarget: { value } }) => state.type(cell, value)}
                      />
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </Table>
        {more > 0 && <p>{wordings.andMore(more)}</p>}
      </form>
    </Stack>
  );
}
