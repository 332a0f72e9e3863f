import type { MoveInRow } from '#shared/options/move-in/contract.ts';
import { cellName } from '#shared/options/move-in/said.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Table } from '../../ui/display/table.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Row } from '../../ui/layout/row.tsx';
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

/** Rows that are listed: more are downloaded. */
const most = 100;

/** Refused rows with sheet, row and reason, each with its cell to be typed right. Nothing where there are none. */
export function RefusedRows({ rows, total, isBusy, state }: RefusedRowsProps) {
  const { typed } = state;
  if (total === 0) return null;
  const refused = rows.filter((row) => row.state === 'refused').slice(0, most);
  const count = Object.keys(typed).length;
  return (
    <Stack gap={8} narrow>
      <Text as="h3" size="14on20">
        {wordings.refused}: {total.toLocaleString('en')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0 && !isBusy) state.sayTyped();
        }}
      >
        <Table label={wordings.refused} folds>
          <thead>
            <tr>
              <th scope="col">Row</th>
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
                  <th scope="row">{row === 0 ? sheet : `${sheet}, ${row}`}</th>
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
        <Row align="center" wrap gap={8} above={8}>
          <Button type="submit" unavailable={count === 0 || isBusy}>
            {wordings.check(count)}
          </Button>
          {total > refused.length && <span>{wordings.andMore(total - refused.length)}</span>}
        </Row>
      </form>
    </Stack>
  );
}
