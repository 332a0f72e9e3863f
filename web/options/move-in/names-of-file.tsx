import type { MoveInPreview } from '#shared/options/move-in/contract.ts';
import { asWritten, type NamedKind } from '#shared/options/move-in/kinds.ts';
import { moveInScreenWordings as wordings } from '#shared/options/move-in/wordings.ts';
import { pluralize } from '#shared/pluralize.ts';
import { Combobox } from '../../ui/fields/combobox.tsx';
import { Stack } from '../../ui/layout/stack.tsx';
import styles from './move-in.module.css';
import type { MoveInState } from './use-move-in.ts';

interface NamesProps {
  preview: MoveInPreview;
  isBusy: boolean;
  state: Pick<MoveInState, 'answers' | 'sayName'>;
}

/** No id begins so. */
const leaveOut = '(leave out)';
const addAsNew = '+';

/** Names that the school does not have, each once, with what it means. Nothing where there are none. */
export function NamesOfFile({ preview: { names, choices }, isBusy, state: { answers, sayName } }: NamesProps) {
  if (names.length === 0) return null;
  const optionsOf = (of: NamedKind) => [
    ...(of === 'subject' ? [{ value: addAsNew, label: wordings.addSubject }] : []),
    ...(of === 'past subject' || of === 'grade' ? [{ value: asWritten, label: wordings.asWritten }] : []),
    { value: leaveOut, label: wordings.leaveOut },
    ...(choices.find((one) => one.of === of)?.values ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Stack as="fieldset" gap={8} disabled={isBusy} className={styles.names}>
      <legend>{wordings.names}</legend>
      {names.map(({ of, written, key, rows, means: read }) => {
        const means = answers.names?.[of]?.[key] ?? read;
        return (
          <Combobox
            key={`${of} ${key}`}
            label={`${wordings.kindsOfNames[of]} “${written}”`}
            hint={pluralize(rows, 'row')}
            options={optionsOf(of)}
            value={means === '' ? leaveOut : means}
            placeholder={wordings.choose}
            onValueChange={(value) => value !== null && sayName(of, key, value === leaveOut ? '' : value)}
          />
        );
      })}
    </Stack>
  );
}
