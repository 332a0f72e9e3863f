import type { MoveInSheet } from '#shared/options/move-in/contract.ts';
import { kindTitles, type MoveInKind, moveInKinds, noField, noKind } from '#shared/options/move-in/kinds.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { Select } from '../../ui/fields/select.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import styles from './move-in.module.css';
import type { MoveInState } from './use-move-in.ts';

interface SheetsProps {
  sheets: readonly MoveInSheet[];
  isBusy: boolean;
  state: Pick<MoveInState, 'answers' | 'saySheet' | 'sayColumn'>;
}

const kinds = [
  ...moveInKinds.map((kind) => ({ value: kind, label: kindTitles[kind] })),
  { value: noKind, label: wordings.notRead },
];

/** Columns with something below their headings that are not read. */
const unreadIn = (columns: MoveInSheet['columns']): number =>
  columns.filter(({ field, examples }) => field === noField && examples.length > 0).length;

/** What each sheet and column was taken for, to be corrected by choice; folded, as it is mostly right. */
export function SheetsOfFile({ sheets, isBusy, state }: SheetsProps) {
  return (
    <Stack gap={8}>
      {sheets.map(({ name, kind, rows, columns, fields }) => (
        <details key={name} className={styles.sheet}>
          <summary>
            {name.trim()}: {kind === noKind ? wordings.notRead : kindTitles[kind]}, {pluralize(rows, 'row')}
            {kind !== noKind && unreadIn(columns) > 0 && wordings.unread(unreadIn(columns))}
          </summary>
          <Stack gap={8} className={styles.names} as="fieldset" disabled={isBusy}>
            <legend>{wordings.columns(name.trim())}</legend>
            <Select
              label={wordings.kindOfSheet(name.trim())}
              options={kinds}
              value={state.answers.sheets?.[name]?.kind ?? kind}
              onValueChange={(value) => state.saySheet(name, { kind: value as MoveInKind | typeof noKind })}
            />
            {kind !== noKind &&
              columns.map(({ column, heading, field, examples, more }) => (
                <Select
                  key={column}
                  label={`${column} “${heading}”`}
                  hint={examples.join(' · ')}
                  options={[
                    { value: noField, label: wordings.notRead },
                    ...[...fields, ...more].map((one) => ({ value: one.field, label: one.label })),
                  ]}
                  value={state.answers.sheets?.[name]?.columns?.[column] ?? field}
                  onValueChange={(value) => state.sayColumn(name, column, value)}
                />
              ))}
          </Stack>
        </details>
      ))}
    </Stack>
  );
}
